package authtest

import (
	"crypto/tls"
	"encoding/base64"
	"maps"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
)

// kind is what a scheme's credentials are.
type kind int

const (
	unknown kind = iota
	keys
	passwords
	tokens
	certificates
)

func kindOf(scheme *a2apb.SecurityScheme) kind {
	http := scheme.GetHttpAuthSecurityScheme().GetScheme()
	switch {
	case scheme.GetApiKeySecurityScheme() != nil:
		return keys
	case strings.EqualFold(http, "Basic"):
		return passwords
	case strings.EqualFold(http, "Bearer"), scheme.GetOauth2SecurityScheme() != nil, scheme.GetOpenIdConnectSecurityScheme() != nil:
		return tokens
	case scheme.GetMtlsSecurityScheme() != nil:
		return certificates
	}
	return unknown
}

// Quality is how good credentials are.
type Quality string

// The qualities. Not every scheme has all.
const (
	None      Quality = "none"
	Malformed Quality = "malformed"
	Wrong     Quality = "wrong"   // made by somebody else
	Foreign   Quality = "foreign" // for another audience; tokens only
	Expired   Quality = "expired" // tokens and certificates only
	Good      Quality = "good"
)

// qualities returns those that the credentials of a kind can have.
func (k kind) qualities() []Quality {
	switch k {
	case tokens:
		return []Quality{None, Malformed, Wrong, Foreign, Expired, Good}
	case certificates:
		return []Quality{None, Wrong, Expired, Good}
	}
	return []Quality{None, Malformed, Wrong, Good}
}

// Credentials are what a caller shows.
type Credentials struct {
	Header      http.Header
	Query       url.Values // metadata over gRPC, which has no query
	Certificate *tls.Certificate
}

// And returns both credentials together.
func (c Credentials) And(other Credentials) Credentials {
	both := Credentials{Header: c.Header.Clone(), Query: maps.Clone(c.Query), Certificate: c.Certificate}
	if both.Header == nil {
		both.Header = make(http.Header)
	}
	if both.Query == nil {
		both.Query = make(url.Values)
	}
	for name, values := range other.Header {
		if name == "Cookie" && both.Header.Get(name) != "" {
			values = []string{both.Header.Get(name) + "; " + values[0]}
		}
		both.Header[name] = values
	}
	maps.Copy(both.Query, other.Query)
	if other.Certificate != nil {
		both.Certificate = other.Certificate
	}
	return both
}

// Credentials returns credentials of a caller for a scheme, which grant some
// scopes.
func (a *Authority) Credentials(scheme, caller string, quality Quality, scopes ...string) Credentials {
	a.t.Helper()
	if quality == None {
		return Credentials{}
	}
	declared := a.schemes[scheme]
	switch kindOf(declared) {
	case keys:
		key := declared.GetApiKeySecurityScheme()
		return place(key.GetLocation(), key.GetName(), a.secret(scheme, caller, quality, scopes))
	case passwords:
		pair := caller + ":" + a.secret(scheme, caller, quality, scopes)
		if quality == Malformed {
			return authorization("Basic ~")
		}
		return authorization("Basic " + base64.StdEncoding.EncodeToString([]byte(pair)))
	case tokens:
		return authorization("Bearer " + a.token(caller, quality, scopes))
	case certificates:
		return Credentials{Certificate: a.certificate(caller, quality)}
	}
	a.t.Fatalf("nobody has credentials for the scheme %q", scheme)
	return Credentials{}
}

func authorization(value string) Credentials {
	return Credentials{Header: http.Header{"Authorization": {value}}}
}

func place(location, name, value string) Credentials {
	switch location {
	case "query":
		return Credentials{Query: url.Values{name: {value}}}
	case "cookie":
		return Credentials{Header: http.Header{"Cookie": {name + "=" + value}}}
	}
	return Credentials{Header: http.Header{http.CanonicalHeaderKey(name): {value}}}
}

func (a *Authority) secret(scheme, caller string, quality Quality, scopes []string) string {
	a.t.Helper()
	switch quality {
	case Malformed:
		return strings.Repeat("x", 32<<10)
	case Wrong:
		return "not-a-secret"
	}
	text, ok := a.secrets[secret{scheme, caller, strings.Join(sorted(scopes), " ")}]
	if !ok {
		a.t.Fatalf("scheme %q: no secret of %q has the scopes %q", scheme, caller, scopes)
	}
	return text
}

func (a *Authority) token(caller string, quality Quality, scopes []string) string {
	a.t.Helper()
	token := Token{Subject: caller, Audience: audience, Scopes: scopes}
	switch quality {
	case Malformed:
		return "not.a.token"
	case Wrong: // says the right things, with a signature of something else
		signed := strings.Split(a.issuer.Sign(token), ".")
		token.Subject = "somebody"
		other := strings.Split(a.issuer.Sign(token), ".")
		return strings.Join([]string{signed[0], signed[1], other[2]}, ".")
	case Foreign:
		token.Audience = "another agent"
	case Expired:
		token.Lifetime = -time.Minute
	}
	return a.issuer.Sign(token)
}

func (a *Authority) certificate(caller string, quality Quality) *tls.Certificate {
	a.t.Helper()
	switch quality {
	case Wrong:
		return a.other.Client(caller, time.Hour)
	case Expired:
		return a.ca.Client(caller, -time.Minute)
	}
	return a.ca.Client(caller, time.Hour)
}

// For returns what a caller shows to meet a requirement.
func (a *Authority) For(caller string, r *a2apb.SecurityRequirement) Credentials {
	a.t.Helper()
	return a.show(caller, wantsOf(r))
}
