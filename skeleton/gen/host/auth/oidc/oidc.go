// Package oidc checks bearer tokens that are signed JWTs of an issuer: for the
// schemes HTTP Bearer, OAuth 2.0 and OpenID Connect.
//
// A token is good if the issuer's keys verify its signature, it is of that
// issuer, for the audience of this agent, not expired, and meant as a token for
// calls (RFC 9068). The keys come from a URL in the configuration or from the
// issuer's metadata; both are fetched when the first token arrives, and keys
// again when a token is signed by one that is not known yet, so that issuers
// can rotate them. An issuer that cannot be reached makes calls fail as
// unavailable, not as unauthenticated.
package oidc

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"

	"github.com/coreos/go-oidc/v3/oidc"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/wire"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host/auth"
)

// algorithms are those that prove who signed. HMAC is not among them: its key
// would be one that the agent shares with the issuer.
var algorithms = []string{
	oidc.RS256, oidc.RS384, oidc.RS512, oidc.ES256, oidc.ES384, oidc.ES512,
	oidc.PS256, oidc.PS384, oidc.PS512, oidc.EdDSA,
}

// Bearer is a token in the Authorization header. metadataURL is where the card
// says that the issuer's metadata is, "" for the usual place.
func Bearer(metadataURL string) auth.Kind {
	return func(config host.AuthConfig, _ *slog.Logger) (auth.Scheme, error) {
		var errs []error
		need := func(part, value, what string) {
			if value == "" {
				errs = append(errs, fmt.Errorf("%s: set %s of the tokens that the scheme %s accepts", host.AuthEnv(config.Scheme, part), what, config.Scheme))
			}
		}
		need("ISSUER", config.Issuer, "the issuer")
		need("AUDIENCE", config.Audience, "the audience")
		if err := errors.Join(errs...); err != nil {
			return nil, err
		}
		return &bearer{
			issuer: config.Issuer,
			config: oidc.Config{ClientID: config.Audience, SupportedSigningAlgs: algorithms},
			keys:   newKeys(config.Issuer, config.JWKSURL, metadataURL),
		}, nil
	}
}

type bearer struct {
	issuer string
	config oidc.Config
	keys   *keys
}

func (s *bearer) Challenge() (string, []auth.Param) { return "Bearer", nil }

func (s *bearer) Check(ctx context.Context, call *wire.Call) (host.Identity, error) {
	token, err := auth.Authorization(call, "Bearer")
	if err != nil {
		return host.Identity{}, err
	}
	if err := s.precheck(token); err != nil {
		return host.Identity{}, err
	}
	keys := &fetchedKeys{keys: s.keys}
	verified, err := oidc.NewVerifier(s.issuer, keys, &s.config).Verify(ctx, token)
	if keys.unreachable != nil {
		return host.Identity{}, keys.unreachable
	}
	if err != nil {
		return host.Identity{}, fault(err)
	}
	return identity(verified)
}

func fault(err error) *auth.Fault {
	if _, ok := errors.AsType[*oidc.TokenExpiredError](err); ok {
		return &auth.Fault{Text: "the token has expired", Cause: err}
	}
	return &auth.Fault{Text: "the token is not valid here", Cause: err}
}

// precheck looks at what a token says about itself, before anybody is asked
// for keys: tokens of other issuers are not worth the question.
func (s *bearer) precheck(token string) error {
	parts := strings.Split(token, ".")
	if len(parts) != 3 {
		return &auth.Fault{Text: "the token is not a signed JWT"}
	}
	var header struct {
		Type string `json:"typ"`
	}
	var claims struct {
		Issuer string `json:"iss"`
	}
	if decode(parts[0], &header) != nil || decode(parts[1], &claims) != nil {
		return &auth.Fault{Text: "the token is not a signed JWT"}
	}
	switch strings.TrimPrefix(strings.ToLower(header.Type), "application/") {
	case "", "jwt", "at+jwt":
	default: // was signed for something else, such as logging out (RFC 8725, section 3.11)
		return &auth.Fault{Text: "the token is not valid here", Cause: fmt.Errorf("its type is %.40q", header.Type)}
	}
	if claims.Issuer != s.issuer {
		return &auth.Fault{Text: "the token is not valid here", Cause: fmt.Errorf("its issuer is %.200q", claims.Issuer)}
	}
	return nil
}

func decode(part string, to any) error {
	data, err := base64.RawURLEncoding.DecodeString(part)
	if err != nil {
		return err
	}
	return json.Unmarshal(data, to)
}

// identity returns whose a token is. What it grants is in the claim scope
// (RFC 9068, section 2.2.3), or in scp where issuers have their own ways.
func identity(token *oidc.IDToken) (host.Identity, error) {
	if token.Subject == "" {
		return host.Identity{}, &auth.Fault{Text: "the token is not valid here", Cause: errors.New("it has no subject")}
	}
	id := host.Identity{Name: token.Issuer + "#" + token.Subject}
	if err := token.Claims(&id.Claims); err != nil {
		return host.Identity{}, &auth.Fault{Text: "the token is not valid here", Cause: err}
	}
	for _, claim := range []string{"scope", "scp"} {
		switch value := id.Claims[claim].(type) {
		case string:
			id.Scopes = append(id.Scopes, strings.Fields(value)...)
		case []any:
			for _, item := range value {
				if scope, ok := item.(string); ok {
					id.Scopes = append(id.Scopes, scope)
				}
			}
		}
	}
	return id, nil
}
