package host

import (
	"net/netip"
	"reflect"
	"slices"
	"strings"
	"testing"
)

func TestTransportSettings(t *testing.T) {
	defaults := DefaultConfig()
	defaults.PublicURL = "http://agent.internal:8080"
	defaults.Auth = []AuthConfig{{Scheme: "bearer", Issuer: "https://id.example.com", Audience: "deployer"}, {Scheme: "ci.key", File: "keys.txt"}}
	env := map[string]string{
		"A2A_TLS_CERT": "cert.pem", "A2A_TLS_KEY": "key.pem", "A2A_TLS_CLIENT_CA": "ca.pem", "A2A_INSECURE": "true",
		"A2A_MAX_CONNECTIONS": "7", "A2A_MAX_STREAMS": "0", "A2A_RATE_LIMIT": "0.5", "A2A_RATE_BURST": "3", "A2A_AUTH_FAILURES": "0",
		"A2A_TRUSTED_PROXIES": "10.1.2.3/8, 192.0.2.1", "A2A_CORS_ORIGINS": "https://A.example.com,http://localhost:3000",
		"A2A_AUTH_BEARER_ISSUER": "http://127.0.0.1:8080/realm", "A2A_AUTH_BEARER_JWKS_URL": "https://id.example.com/keys", "A2A_AUTH_CI_KEY_FILE": "/run/secrets/keys",
	}
	got, err := ParseConfig([]string{"--auth-bearer-audience", "planner"}, func(name string) string { return env[name] }, defaults)
	if err != nil {
		t.Fatal(err)
	}
	want := defaults
	want.PublicURL = "https://agent.internal:8080"
	want.TLSCert, want.TLSKey, want.TLSClientCA, want.Insecure = "cert.pem", "key.pem", "ca.pem", true
	want.MaxConnections, want.MaxStreams, want.RateLimit, want.RateBurst, want.AuthFailures = 7, 0, 0.5, 3, 0
	want.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("192.0.2.1/32")}
	want.CORSOrigins = []string{"https://a.example.com", "http://localhost:3000"}
	want.Auth = []AuthConfig{
		{Scheme: "bearer", Issuer: "http://127.0.0.1:8080/realm", Audience: "planner", JWKSURL: "https://id.example.com/keys"},
		{Scheme: "ci.key", File: "/run/secrets/keys"},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
	if defaults.Auth[0].Audience != "deployer" {
		t.Error("the defaults were changed")
	}
}

func TestTransportSettingsErrors(t *testing.T) {
	defaults := DefaultConfig()
	defaults.Auth = []AuthConfig{{Scheme: "bearer", Issuer: "https://id.example.com", Audience: "deployer"}}
	for env, values := range map[string][]string{
		"A2A_INSECURE":             {"perhaps"},
		"A2A_MAX_CONNECTIONS":      {"-1", "many"},
		"A2A_RATE_LIMIT":           {"-1", "NaN", "Inf", "10/s"},
		"A2A_RATE_BURST":           {"0"},
		"A2A_TRUSTED_PROXIES":      {"proxy.example.com", "10.0.0.0/8,"},
		"A2A_CORS_ORIGINS":         {"a.example.com", "https://a.example.com/", "https://a.example.com/x", "null", "https://*.example.com/*", "ftp://a.example.com"},
		"A2A_AUTH_BEARER_ISSUER":   {"http://id.example.com", "id.example.com", "https://user:pass@id.example.com", "http://localhost.example.com"},
		"A2A_AUTH_BEARER_JWKS_URL": {"file:///etc/keys"},
		"A2A_TLS_CERT":             {"only.pem"},
	} {
		for _, value := range values {
			_, err := ParseConfig(nil, func(name string) string {
				if name == env {
					return value
				}
				return ""
			}, defaults)
			if err == nil || !strings.Contains(err.Error(), env) {
				t.Errorf("%s=%s: error %v", env, value, err)
			}
		}
	}
}

// Every scheme has variables of its own, and flags that follow from them.
func TestAuthSettings(t *testing.T) {
	c := Config{Auth: []AuthConfig{{Scheme: "Bearer.v2", Issuer: "i", Audience: "a"}, {Scheme: "key-1", File: "f"}}}
	var names []string
	for _, s := range authSettings(c.Auth) {
		names = append(names, s.env+" --"+s.flag()+" "+s.get(&c))
	}
	want := []string{
		"A2A_AUTH_BEARER_V2_ISSUER --auth-bearer-v2-issuer i", "A2A_AUTH_BEARER_V2_AUDIENCE --auth-bearer-v2-audience a",
		"A2A_AUTH_BEARER_V2_JWKS_URL --auth-bearer-v2-jwks-url ", "A2A_AUTH_KEY_1_FILE --auth-key-1-file f",
	}
	if !slices.Equal(names, want) {
		t.Errorf("got %q", names)
	}
}
