package auth_test

import (
	"context"
	"testing"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/wire"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host/auth"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host/auth/authtest"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host/auth/oidc"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host/skill"
)

// declared is every kind of scheme, as a card says it.
func declared() map[string]*a2apb.SecurityScheme {
	key := func(location, name string) *a2apb.SecurityScheme {
		return &a2apb.SecurityScheme{Scheme: &a2apb.SecurityScheme_ApiKeySecurityScheme{
			ApiKeySecurityScheme: &a2apb.APIKeySecurityScheme{Location: location, Name: name}}}
	}
	http := func(scheme string) *a2apb.SecurityScheme {
		return &a2apb.SecurityScheme{Scheme: &a2apb.SecurityScheme_HttpAuthSecurityScheme{
			HttpAuthSecurityScheme: &a2apb.HTTPAuthSecurityScheme{Scheme: scheme}}}
	}
	return map[string]*a2apb.SecurityScheme{
		"header": key("header", "X-API-Key"), "query": key("query", "api_key"), "cookie": key("cookie", "session"),
		"basic": http("Basic"), "bearer": http("Bearer"),
		"oauth": {Scheme: &a2apb.SecurityScheme_Oauth2SecurityScheme{Oauth2SecurityScheme: &a2apb.OAuth2SecurityScheme{}}},
		"oidc":  {Scheme: &a2apb.SecurityScheme_OpenIdConnectSecurityScheme{OpenIdConnectSecurityScheme: &a2apb.OpenIdConnectSecurityScheme{}}},
		"mtls":  {Scheme: &a2apb.SecurityScheme_MtlsSecurityScheme{MtlsSecurityScheme: &a2apb.MutualTlsSecurityScheme{}}},
	}
}

// kinds checks what declared declares.
func kinds() map[string]auth.Kind {
	return map[string]auth.Kind{
		"header": auth.APIKey("header", "X-API-Key"), "query": auth.APIKey("query", "api_key"), "cookie": auth.APIKey("cookie", "session"),
		"basic": auth.Basic(), "bearer": oidc.Bearer(""), "oauth": oidc.Bearer(""), "oidc": oidc.Bearer(""), "mtls": auth.Certificate(),
	}
}

// configured lists all schemes.
func configured() (list []host.AuthConfig) {
	for name := range declared() {
		list = append(list, host.AuthConfig{Scheme: name})
	}
	return list
}

// agentOf returns an agent with requirements, and the skills deploy, which has
// requirements of its own, and look, which has none.
func agentOf(agent, deploy []auth.Requirement) host.Agent {
	done := func(context.Context, *skill.Task) error { return nil }
	card := &a2apb.AgentCard{
		Name: "deployer",
		SupportedInterfaces: []*a2apb.AgentInterface{
			{ProtocolBinding: wire.JSONRPC, ProtocolVersion: "1.0"},
			{ProtocolBinding: wire.HTTPJSON, ProtocolVersion: "1.0"},
			{ProtocolBinding: wire.GRPC, ProtocolVersion: "1.0"},
		},
		Capabilities:         &a2apb.AgentCapabilities{},
		SecuritySchemes:      declared(),
		SecurityRequirements: onCard(agent),
		Skills:               []*a2apb.AgentSkill{{Id: "deploy", SecurityRequirements: onCard(deploy)}, {Id: "look"}},
		DefaultInputModes:    []string{"text/plain"},
	}
	mux := &skill.Mux{Skills: []skill.Skill{
		{ID: "deploy", Name: "Deploy", InputModes: []string{"text/plain"}, Run: done},
		{ID: "look", Name: "Look", InputModes: []string{"text/plain"}, Run: done},
	}}
	return host.Agent{Card: card, Executor: mux, NewAuthenticator: func(config host.Config) (host.Authenticator, error) {
		policy := auth.Policy{Realm: "deployer", Schemes: kinds(), Agent: agent}
		if deploy != nil {
			policy.Skills = map[string][]auth.Requirement{"deploy": deploy}
		}
		return auth.New(policy, config)
	}}
}

func onCard(list []auth.Requirement) (out []*a2apb.SecurityRequirement) {
	for _, r := range list {
		schemes := make(map[string]*a2apb.StringList, len(r))
		for name, scopes := range r {
			schemes[name] = &a2apb.StringList{List: scopes}
		}
		out = append(out, &a2apb.SecurityRequirement{Schemes: schemes})
	}
	return out
}

func config() host.Config {
	config := host.DefaultConfig()
	config.Auth = configured()
	return config
}

// Each kind of scheme alone, with and without scopes, alternatives, schemes
// together, skills with requirements of their own, and what anonymous callers
// may do.
func TestSchemes(t *testing.T) {
	type list = []auth.Requirement
	tests := map[string]struct{ agent, deploy list }{
		"all in one":              {list{{"header": nil}, {"query": nil}, {"cookie": nil}, {"basic": nil}, {"bearer": nil}, {"mtls": nil}}, nil},
		"oauth with scopes":       {list{{"oauth": {"read", "write"}}}, nil},
		"openIdConnect":           {list{{"oidc": {"read"}}}, nil},
		"keys with scopes":        {list{{"header": {"read"}}}, nil},
		"together":                {list{{"header": nil, "bearer": {"read"}}}, nil},
		"two tokens in one":       {list{{"oauth": {"read"}, "oidc": {"write"}}}, nil},
		"certificate and token":   {list{{"mtls": nil, "bearer": nil}, {"basic": nil}}, nil},
		"skill with scopes":       {list{{"bearer": nil}}, list{{"bearer": {"deploy"}}}},
		"skill with more schemes": {list{{"bearer": nil}}, list{{"header": nil}, {"mtls": nil}}},
		"only for a skill":        {nil, list{{"basic": nil}, {"bearer": {"deploy"}}}},
		"anybody, declared":       {list{{"bearer": nil}, {}}, list{{"cookie": nil}}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			authtest.Run(t, agentOf(test.agent, test.deploy), config())
		})
	}
}
