package oidc_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/wire"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host/auth"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host/auth/authtest"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host/auth/oidc"
)

const audience = "deployer"

func scheme(t *testing.T, config host.AuthConfig, metadataURL string) auth.Scheme {
	t.Helper()
	config.Scheme, config.Audience = "bearer", audience
	s, err := oidc.Bearer(metadataURL)(config, slog.Default())
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func check(t *testing.T, s auth.Scheme, token string) (host.Identity, error) {
	t.Helper()
	return s.Check(t.Context(), &wire.Call{Header: http.Header{"Authorization": {"Bearer " + token}}})
}

func wantFault(t *testing.T, what string, err error, text string) {
	t.Helper()
	if fault, ok := errors.AsType[*auth.Fault](err); !ok || !strings.Contains(fault.Text, text) {
		t.Errorf("%s: error %v, want %q", what, err, text)
	}
}

func TestBearer(t *testing.T) {
	issuer := authtest.NewIssuer(t)
	s := scheme(t, host.AuthConfig{Issuer: issuer.URL()}, "")
	good := authtest.Token{Subject: "planner", Audience: audience}
	with := func(change func(*authtest.Token)) authtest.Token {
		token := good
		change(&token)
		return token
	}
	claims := func(c map[string]any) authtest.Token {
		return with(func(t *authtest.Token) { t.Claims = c })
	}
	tests := map[string]struct {
		token  authtest.Token
		scopes []string
		fault  string // "" for a good one
	}{
		"plain":              {good, nil, ""},
		"scopes":             {with(func(t *authtest.Token) { t.Scopes = []string{"a", "b"} }), []string{"a", "b"}, ""},
		"scp list":           {claims(map[string]any{"scp": []string{"a", "b"}}), []string{"a", "b"}, ""},
		"scp text":           {claims(map[string]any{"scp": "a b"}), []string{"a", "b"}, ""},
		"scope of odd type":  {claims(map[string]any{"scope": 7}), nil, ""},
		"several audiences":  {claims(map[string]any{"aud": []string{"other", audience}}), nil, ""},
		"type JWT":           {with(func(t *authtest.Token) { t.Type = "JWT" }), nil, ""},
		"type in full":       {with(func(t *authtest.Token) { t.Type = "application/AT+JWT" }), nil, ""},
		"expired":            {with(func(t *authtest.Token) { t.Lifetime = -time.Second }), nil, "expired"},
		"no expiry":          {claims(map[string]any{"exp": nil}), nil, "expired"},
		"not yet":            {claims(map[string]any{"nbf": time.Now().Add(time.Hour).Unix()}), nil, "not valid here"},
		"other audience":     {with(func(t *authtest.Token) { t.Audience = "planner" }), nil, "not valid here"},
		"no audience":        {claims(map[string]any{"aud": nil}), nil, "not valid here"},
		"other issuer":       {claims(map[string]any{"iss": "https://id.example.com"}), nil, "not valid here"},
		"no subject":         {with(func(t *authtest.Token) { t.Subject = "" }), nil, "not valid here"},
		"for another matter": {with(func(t *authtest.Token) { t.Type = "logout+jwt" }), nil, "not valid here"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			id, err := check(t, s, issuer.Sign(test.token))
			if test.fault != "" {
				wantFault(t, name, err, test.fault)
				return
			}
			if err != nil || id.Name != issuer.URL()+"#planner" || id.Claims["sub"] != "planner" || !slices.Equal(id.Scopes, test.scopes) {
				t.Errorf("got %+v, %v", id, err)
			}
		})
	}
	if n := issuer.Fetches(); n != 1 {
		t.Errorf("the keys were fetched %d times, want once", n)
	}
}

// What is no token of the issuer is refused without a question to anybody.
func TestNoToken(t *testing.T) {
	issuer := authtest.NewIssuer(t)
	s := scheme(t, host.AuthConfig{Issuer: issuer.URL()}, "")
	for _, token := range []string{"x", "a.b.c", "..", "a.b", "e30.e30.", strings.Repeat("x", 1<<20), "ey J.e30.x"} {
		if _, err := check(t, s, token); err == nil || errors.Is(err, auth.ErrNone) {
			t.Errorf("%.20q: error %v", token, err)
		}
	}
	for name, header := range map[string]http.Header{"nothing": {}, "another scheme": {"Authorization": {"Basic eDp5"}}} {
		if _, err := s.Check(t.Context(), &wire.Call{Header: header}); !errors.Is(err, auth.ErrNone) {
			t.Errorf("%s: error %v", name, err)
		}
	}
	if n := issuer.Fetches(); n != 0 {
		t.Errorf("the keys were fetched %d times", n)
	}
}

// A token says itself how it is signed. That must not be a way that anybody
// can sign: not at all, or with a key that is public.
func TestForgedAlgorithms(t *testing.T) {
	issuer := authtest.NewIssuer(t)
	s := scheme(t, host.AuthConfig{Issuer: issuer.URL()}, "")
	payload := strings.Split(issuer.Sign(authtest.Token{Subject: "planner", Audience: audience}), ".")[1]
	encode := base64.RawURLEncoding.EncodeToString
	unsigned := encode([]byte(`{"alg":"none"}`)) + "." + payload + "."
	_, err := check(t, s, unsigned)
	wantFault(t, "none", err, "not valid here")
	symmetric := encode([]byte(`{"alg":"HS256"}`)) + "." + payload
	mac := hmac.New(sha256.New, []byte(issuer.KeysURL()))
	mac.Write([]byte(symmetric))
	_, err = check(t, s, symmetric+"."+encode(mac.Sum(nil)))
	wantFault(t, "HS256", err, "not valid here")
}

// A new key of the issuer is found when its first token arrives, and tokens of
// the key before are worth nothing when that is gone.
func TestRotation(t *testing.T) {
	issuer := authtest.NewIssuer(t)
	for name, config := range map[string]host.AuthConfig{
		"metadata": {Issuer: issuer.URL()},
		"keys":     {Issuer: issuer.URL(), JWKSURL: issuer.KeysURL()},
	} {
		s := scheme(t, config, "")
		before := issuer.Sign(authtest.Token{Subject: "planner", Audience: audience})
		if _, err := check(t, s, before); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		issuer.Rotate()
		if _, err := check(t, s, issuer.Sign(authtest.Token{Subject: "planner", Audience: audience})); err != nil {
			t.Errorf("%s: the new key: %v", name, err)
		}
		_, err := check(t, s, before)
		wantFault(t, name+": the old key", err, "not valid here")
	}
}

// An issuer that is down says nothing about tokens.
func TestUnreachable(t *testing.T) {
	issuer := authtest.NewIssuer(t)
	s := scheme(t, host.AuthConfig{Issuer: issuer.URL()}, "")
	token := issuer.Sign(authtest.Token{Subject: "planner", Audience: audience})
	issuer.SetDown(true)
	for range 10 { // more than there are fetches
		if _, err := check(t, s, token); wire.KindOf(err) != wire.Unavailable {
			t.Fatalf("error %v", err)
		}
	}
	s = scheme(t, host.AuthConfig{Issuer: issuer.URL()}, "")
	issuer.SetDown(false)
	if _, err := check(t, s, token); err != nil {
		t.Errorf("after it came back: %v", err)
	}
	issuer.SetDown(true)
	if _, err := check(t, s, token); err != nil {
		t.Errorf("the keys are known: %v", err)
	}
}

// Whoever sends tokens with keys that do not exist does not make the agent
// bother the issuer all the time.
func TestFetchesAreBounded(t *testing.T) {
	issuer, other := authtest.NewIssuer(t), authtest.NewIssuer(t)
	s := scheme(t, host.AuthConfig{Issuer: issuer.URL(), JWKSURL: issuer.KeysURL()}, "")
	good := issuer.Sign(authtest.Token{Subject: "planner", Audience: audience})
	for range 20 {
		forged := other.Sign(authtest.Token{Subject: "planner", Audience: audience, Claims: map[string]any{"iss": issuer.URL()}})
		_, err := check(t, s, forged)
		wantFault(t, "forged", err, "not valid here")
		if _, err := check(t, s, good); err != nil {
			t.Fatalf("a good token beside forged ones: %v", err)
		}
	}
	if n := issuer.Fetches(); n > 6 {
		t.Errorf("the keys were fetched %d times", n)
	}
}

func TestMetadata(t *testing.T) {
	issuer := authtest.NewIssuer(t)
	token := issuer.Sign(authtest.Token{Subject: "planner", Audience: audience})
	var answer string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/moved" {
			http.Redirect(w, r, "/", http.StatusFound)
			return
		}
		_, _ = w.Write([]byte(answer))
	}))
	defer server.Close()
	for name, test := range map[string]struct {
		path, answer string
		ok           bool
	}{
		"own place":      {"/", `{"issuer":"` + issuer.URL() + `","jwks_uri":"` + issuer.KeysURL() + `"}`, true},
		"another issuer": {"/", `{"issuer":"https://id.example.com","jwks_uri":"` + issuer.KeysURL() + `"}`, false},
		"no keys":        {"/", `{"issuer":"` + issuer.URL() + `"}`, false},
		"no JSON":        {"/", "<html>", false},
		"too long":       {"/", strings.Repeat(" ", 2<<20) + `{"issuer":"` + issuer.URL() + `","jwks_uri":"` + issuer.KeysURL() + `"}`, false},
		"redirect":       {"/moved", "", false},
	} {
		answer = test.answer
		_, err := check(t, scheme(t, host.AuthConfig{Issuer: issuer.URL()}, server.URL+test.path), token)
		if (err == nil) != test.ok || err != nil && wire.KindOf(err) != wire.Unavailable {
			t.Errorf("%s: error %v", name, err)
		}
	}
}
