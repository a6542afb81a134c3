package auth_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"log/slog"
	"maps"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/wire"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host/auth"
)

// fake is a scheme whose credentials are what it was told.
type fake struct {
	id  host.Identity
	err error
}

func (f fake) Check(context.Context, *wire.Call) (host.Identity, error) { return f.id, f.err }
func (f fake) Challenge() (string, []auth.Param)                        { return "Bearer", nil }

// check asks a policy about a call, with what each scheme finds in it.
func check(t *testing.T, policy auth.Policy, found map[string]fake) (host.Identity, error) {
	t.Helper()
	var config host.Config
	policy.Realm, policy.Schemes = `an "agent"`, make(map[string]auth.Kind)
	for name, f := range found {
		policy.Schemes[name] = func(host.AuthConfig, *slog.Logger) (auth.Scheme, error) { return f, nil }
		config.Auth = append(config.Auth, host.AuthConfig{Scheme: name})
	}
	authenticate, err := auth.New(policy, config)
	if err != nil {
		t.Fatal(err)
	}
	return authenticate(t.Context(), &wire.Call{})
}

var (
	none    = fake{err: auth.ErrNone}
	bad     = fake{err: &auth.Fault{Text: "no good", Cause: errors.New("because")}}
	down    = fake{err: wire.Unavailable.New("down")}
	broken  = fake{err: errors.New("disk on fire")}
	planner = fake{id: host.Identity{Name: "k:planner", Scopes: []string{"read"}}}
	person  = fake{id: host.Identity{Name: "https://id.example.com#1", Scopes: []string{"write"}, Claims: map[string]any{"sub": "1"}}}
)

func TestPolicy(t *testing.T) {
	type list = []auth.Requirement
	either := list{{"k": {"read"}}, {"t": nil}}
	tests := map[string]struct {
		agent     list
		found     map[string]fake
		name      string     // of the identity
		kind      *wire.Kind // of the error
		challenge string
	}{
		"first of two":       {either, map[string]fake{"k": planner, "t": none}, "k:planner", nil, ""},
		"second of two":      {either, map[string]fake{"k": none, "t": person}, "https://id.example.com#1", nil, ""},
		"good beside bad":    {either, map[string]fake{"k": bad, "t": person}, "https://id.example.com#1", nil, ""},
		"good beside down":   {either, map[string]fake{"k": planner, "t": down}, "k:planner", nil, ""},
		"none":               {either, map[string]fake{"k": none, "t": none}, "", wire.Unauthenticated, `Bearer realm="an \"agent\"", Bearer realm="an \"agent\""`},
		"bad":                {list{{"t": nil}}, map[string]fake{"t": bad}, "", wire.Unauthenticated, `Bearer realm="an \"agent\"", error="invalid_token", error_description="no good"`},
		"down":               {either, map[string]fake{"k": bad, "t": down}, "", wire.Unavailable, ""},
		"broken":             {list{{"t": nil}}, map[string]fake{"t": broken}, "", wire.Unavailable, ""},
		"narrow":             {list{{"k": {"read", "write", "admin"}}}, map[string]fake{"k": planner}, "", wire.PermissionDenied, `Bearer realm="an \"agent\"", error="insufficient_scope", scope="write admin"`},
		"together":           {list{{"k": nil, "t": {"write"}}}, map[string]fake{"k": planner, "t": person}, "k:planner & https://id.example.com#1", nil, ""},
		"half of both":       {list{{"k": nil, "t": nil}}, map[string]fake{"k": planner, "t": none}, "", wire.Unauthenticated, `Bearer realm="an \"agent\"", Bearer realm="an \"agent\""`},
		"anybody, known":     {nil, map[string]fake{"k": none, "t": person}, "https://id.example.com#1", nil, ""},
		"anybody, unknown":   {nil, map[string]fake{"k": none, "t": none}, "", nil, ""},
		"anybody, bad":       {nil, map[string]fake{"k": bad, "t": none}, "", wire.Unauthenticated, `Bearer realm="an \"agent\"", error="invalid_token", error_description="no good", Bearer realm="an \"agent\""`},
		"anybody, declared":  {list{{}, {"k": nil}}, map[string]fake{"k": planner}, "k:planner", nil, ""},
		"declared, with bad": {list{{"k": nil}, {}}, map[string]fake{"k": bad}, "", wire.Unauthenticated, `Bearer realm="an \"agent\"", error="invalid_token", error_description="no good"`},
		"declared, by other": {list{{"k": nil}, {}}, map[string]fake{"k": none, "t": person}, "https://id.example.com#1", nil, ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			id, err := check(t, auth.Policy{Agent: test.agent}, test.found)
			if wire.KindOf(err) != test.kind || id.Name != test.name {
				t.Fatalf("got %q, error %v", id.Name, err)
			}
			if err == nil {
				if id.Anonymous != (id.Name == "") || id.Anonymous != (id.Challenge != "") {
					t.Errorf("identity %+v", id)
				}
				return
			}
			if got := wire.AsError(err).Challenge; got != test.challenge {
				t.Errorf("challenge %s\nwant      %s", got, test.challenge)
			}
		})
	}
}

// Identities of several schemes are one with what all of them grant.
func TestPolicyCombines(t *testing.T) {
	id, err := check(t, auth.Policy{Agent: []auth.Requirement{{"k": nil, "t": nil}}}, map[string]fake{"k": planner, "t": person})
	if err != nil || !slices.Equal(id.Scopes, []string{"read", "write"}) || id.Claims["sub"] != "1" || id.Scheme != "k & t" {
		t.Errorf("got %+v, %v", id, err)
	}
	if id, err = check(t, auth.Policy{Agent: []auth.Requirement{{"s": nil, "t": nil}}}, map[string]fake{"s": person, "t": person}); id.Name != person.id.Name {
		t.Errorf("the same caller twice is %q, %v", id.Name, err)
	}
}

func TestPolicySkills(t *testing.T) {
	policy := auth.Policy{
		Agent: []auth.Requirement{{"t": nil}},
		Skills: map[string][]auth.Requirement{
			"write": {{"t": {"write"}}}, "admin": {{"t": {"admin"}}}, "both": {{"t": nil, "k": nil}}, "free": {{}},
		},
	}
	id, err := check(t, policy, map[string]fake{"t": person, "k": none})
	if err != nil {
		t.Fatal(err)
	}
	if got := slices.Sorted(maps.Keys(id.Denied)); !slices.Equal(got, []string{"admin", "both"}) {
		t.Fatalf("denied are %v", got)
	}
	if e := id.Denied["admin"]; e.Kind != wire.PermissionDenied || !strings.Contains(e.Challenge, `scope="admin"`) || !strings.Contains(e.Text(), "skill admin") {
		t.Errorf("admin: %v, %s", e, e.Challenge)
	}
	if e := id.Denied["both"]; e.Kind != wire.Unauthenticated || e.Challenge == "" {
		t.Errorf("both: %v, %s", e, e.Challenge)
	}
}

// An agent starts with everything that it has to know, or says what it lacks.
func TestNewSaysWhatIsMissing(t *testing.T) {
	config := host.Config{Auth: []host.AuthConfig{{Scheme: "header"}, {Scheme: "basic", File: filepath.Join(t.TempDir(), "none")}, {Scheme: "bearer"}, {Scheme: "mtls"}}}
	_, err := auth.New(auth.Policy{Schemes: kinds()}, config)
	if err == nil {
		t.Fatal("no error")
	}
	for _, want := range []string{
		"A2A_AUTH_HEADER_FILE", "A2A_AUTH_BASIC_FILE: open ", "A2A_AUTH_BEARER_ISSUER", "A2A_AUTH_BEARER_AUDIENCE", "A2A_AUTH_MTLS_FILE", "security scheme cookie",
	} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("nothing is said about %s:\n%v", want, err)
		}
	}
}

// secretsFile writes a file of secrets.
func secretsFile(t *testing.T, lines ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "secrets")
	if err := os.WriteFile(path, []byte(strings.Join(lines, "\n")), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func sum(secret string) string {
	s := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(s[:])
}

func TestSecretsFile(t *testing.T) {
	file := secretsFile(t, "# comment", "", "planner:"+sum("one"), "planner:"+sum("two")+":read write ", "deployer: "+strings.ToUpper(sum("three")))
	scheme, err := auth.APIKey("header", "X-Key")(host.AuthConfig{Scheme: "key", File: file}, slog.Default())
	if err != nil {
		t.Fatal(err)
	}
	for secret, want := range map[string]string{"one": "key:planner", "two": "key:planner", "three": "key:deployer", "four": "", "planner": "", sum("one"): ""} {
		id, err := scheme.Check(t.Context(), &wire.Call{Header: http.Header{"X-Key": {secret}}})
		if id.Name != want || (err == nil) != (want != "") {
			t.Errorf("%q is %q, %v; want %q", secret, id.Name, err, want)
		}
		if secret == "two" && !slices.Equal(id.Scopes, []string{"read", "write"}) {
			t.Errorf("scopes %q", id.Scopes)
		}
	}
	for _, line := range []string{"hunter2", "planner:hunter2", "planner:" + sum("x")[1:], "pla nner:" + sum("x"), ":" + sum("x")} {
		file := secretsFile(t, "planner:"+sum("one"), line)
		_, err := auth.Basic()(host.AuthConfig{Scheme: "basic", File: file}, slog.Default())
		if err == nil || !strings.Contains(err.Error(), file+":2: ") || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%q: error %v", line, err)
		}
	}
}

// A password counts for its own name only.
func TestBasicNames(t *testing.T) {
	file := secretsFile(t, "planner:"+sum("one"), "deployer:"+sum("two"))
	scheme, err := auth.Basic()(host.AuthConfig{Scheme: "basic", File: file}, slog.Default())
	if err != nil {
		t.Fatal(err)
	}
	for pair, want := range map[string]string{"planner:one": "basic:planner", "deployer:one": "", "planner:two": "", "planner:": "", ":one": "", "planner": ""} {
		r := &http.Request{Header: make(http.Header)}
		name, password, _ := strings.Cut(pair, ":")
		r.SetBasicAuth(name, password)
		id, err := scheme.Check(t.Context(), &wire.Call{Header: r.Header})
		if id.Name != want || (err == nil) != (want != "") {
			t.Errorf("%q is %q, %v; want %q", pair, id.Name, err, want)
		}
	}
}

// What a browser sends because a page of another site made it do so is no
// proof of what its user wants.
func TestCookiesOfForeignPages(t *testing.T) {
	file := secretsFile(t, "planner:"+sum("one"))
	scheme, err := auth.APIKey("cookie", "session")(host.AuthConfig{Scheme: "key", File: file}, slog.Default())
	if err != nil {
		t.Fatal(err)
	}
	tests := map[string]struct {
		header http.Header
		ok     bool
	}{
		"program":           {http.Header{}, true},
		"own page":          {http.Header{"Sec-Fetch-Site": {"same-origin"}, "Origin": {"https://a.example.com"}}, true},
		"address bar":       {http.Header{"Sec-Fetch-Site": {"none"}}, true},
		"other site":        {http.Header{"Sec-Fetch-Site": {"cross-site"}}, false},
		"sibling site":      {http.Header{"Sec-Fetch-Site": {"same-site"}}, false},
		"old browser":       {http.Header{"Origin": {"https://b.example.com"}}, false},
		"sandboxed, origin": {http.Header{"Origin": {"null"}}, false},
	}
	for name, test := range tests {
		test.header.Set("Cookie", "other=1; session=one")
		if _, err := scheme.Check(t.Context(), &wire.Call{Header: test.header}); (err == nil) != test.ok {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

// Two keys in one call: whichever was meant, the other is somebody's mistake.
func TestAmbiguousCredentials(t *testing.T) {
	file := secretsFile(t, "planner:"+sum("one"))
	config := host.AuthConfig{Scheme: "s", File: file}
	for name, test := range map[string]struct {
		kind auth.Kind
		call wire.Call
	}{
		"headers":        {auth.APIKey("header", "X-Key"), wire.Call{Header: http.Header{"X-Key": {"one", "one"}}}},
		"query":          {auth.APIKey("query", "key"), wire.Call{Query: url.Values{"key": {"one", "two"}}}},
		"cookies":        {auth.APIKey("cookie", "key"), wire.Call{Header: http.Header{"Cookie": {"key=one; key=two"}}}},
		"authorizations": {auth.Basic(), wire.Call{Header: http.Header{"Authorization": {"Basic cGxhbm5lcjpvbmU=", "Basic cGxhbm5lcjpvbmU="}}}},
	} {
		scheme, err := test.kind(config, slog.Default())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := scheme.Check(t.Context(), &test.call); err == nil || errors.Is(err, auth.ErrNone) {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

// The log says that and why somebody was turned away, and nothing that lets its
// reader in.
func TestLogHasNoSecrets(t *testing.T) {
	var log bytes.Buffer
	config := host.DefaultConfig()
	config.Logger = slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	config.Auth = []host.AuthConfig{
		{Scheme: "header", File: secretsFile(t, "planner:"+sum("one"))},
		{Scheme: "bearer", Issuer: "https://id.example.com", Audience: "deployer"},
	}
	agent := agentOf([]auth.Requirement{{"header": nil}, {"bearer": nil}}, nil)
	agent.NewAuthenticator = func(config host.Config) (host.Authenticator, error) {
		all := kinds()
		return auth.New(auth.Policy{Agent: []auth.Requirement{{"header": nil}, {"bearer": nil}},
			Schemes: map[string]auth.Kind{"header": all["header"], "bearer": all["bearer"]}}, config)
	}
	h, err := host.New(config, agent, nil)
	if err != nil {
		t.Fatal(err)
	}
	call := &wire.Call{Binding: wire.JSONRPC, RemoteAddr: "192.0.2.7:1234", Header: http.Header{
		"X-Api-Key": {"hunter2"}, "Authorization": {"Bearer eyJhbGciOiJub25lIn0.eyJpc3MiOiJ4In0.c2VjcmV0"},
	}}
	if _, err := h.Options().Guard.Authenticate(t.Context(), call); wire.KindOf(err) != wire.Unauthenticated {
		t.Fatal(err)
	}
	text := log.String()
	if !strings.Contains(text, "192.0.2.7") || !strings.Contains(text, "header") {
		t.Errorf("the log does not say who was turned away and why:\n%s", text)
	}
	for _, secret := range []string{"hunter2", "eyJ", "c2VjcmV0"} {
		if strings.Contains(text, secret) {
			t.Errorf("the log has %q:\n%s", secret, text)
		}
	}
}
