package skills

import (
	"path"
	"slices"
	"strconv"

	"google.golang.org/protobuf/compiler/protogen"

	"github.com/a2a-gen/a2a-gen/internal/definition"
)

// checksCallers says whether the host is told how to check credentials.
func checksCallers(def *definition.Definition) bool { return len(def.Host.Auth) > 0 }

func (g *generator) in(names ...string) protogen.GoImportPath {
	return protogen.GoImportPath(path.Join(append([]string{string(g.root)}, names...)...))
}

// printAuthenticator prints the function that makes what checks credentials.
func (f *file) printAuthenticator() {
	auth := f.in("host", "auth")
	doc(f.GeneratedFile, "newAuthenticator returns what checks credentials as the card declares them. Its error says what the configuration lacks.")
	f.P("func newAuthenticator(config ", f.host.Ident("Config"), ") (", f.host.Ident("Authenticator"), ", error) {")
	f.P("return ", auth.Ident("New"), "(", auth.Ident("Policy"), "{")
	f.P("Realm: ", quote(f.def.Agent.Slug), ",")
	f.P("Schemes: map[string]", auth.Ident("Kind"), "{")
	for _, a := range f.def.Host.Auth {
		i := slices.IndexFunc(f.def.SecuritySchemes, func(s definition.SecurityScheme) bool { return s.Name == a.Scheme })
		f.P(quote(a.Scheme), ": ", f.kind(&f.def.SecuritySchemes[i]), ",")
	}
	f.P("},")
	if list := f.def.SecurityRequirements; len(list) > 0 {
		f.P("Agent: []", auth.Ident("Requirement"), "{")
		f.printRequirements(list)
		f.P("},")
	}
	f.printSkillRequirements()
	f.P("}, config)")
	f.P("}")
	f.P()
}

// kind is the expression for what checks the credentials of a scheme.
func (f *file) kind(s *definition.SecurityScheme) string {
	auth, oidc := f.in("host", "auth"), f.in("host", "auth", "oidc")
	switch {
	case s.APIKey != nil:
		return f.name(auth, "APIKey") + "(" + quote(s.APIKey.Location) + ", " + quote(s.APIKey.Name) + ")"
	case s.MTLS != nil:
		return f.name(auth, "Certificate") + "()"
	case s.OAuth2 != nil:
		return f.name(oidc, "Bearer") + "(" + quote(s.OAuth2.MetadataURL) + ")"
	case s.OpenIDConnect != nil:
		return f.name(oidc, "Bearer") + "(" + quote(s.OpenIDConnect.URL) + ")"
	case s.Tokens():
		return f.name(oidc, "Bearer") + `("")`
	}
	return f.name(auth, "Basic") + "()"
}

func (f *file) printSkillRequirements() {
	skills := slices.DeleteFunc(f.def.AllSkills(), func(s *definition.Skill) bool { return len(s.SecurityRequirements) == 0 })
	if len(skills) == 0 {
		return
	}
	f.P("Skills: map[string][]", f.in("host", "auth").Ident("Requirement"), "{")
	for _, s := range skills {
		f.P(quote(s.ID), ": {")
		f.printRequirements(s.SecurityRequirements)
		f.P("},")
	}
	f.P("},")
}

func (f *file) printRequirements(list []definition.SecurityRequirement) {
	for _, r := range list {
		line := "{"
		for i, s := range r.Schemes {
			if i > 0 {
				line += ", "
			}
			scopes := "nil"
			if len(s.Scopes) > 0 {
				scopes = "{"
				for j, scope := range s.Scopes {
					if j > 0 {
						scopes += ", "
					}
					scopes += strconv.Quote(scope)
				}
				scopes += "}"
			}
			line += strconv.Quote(s.Name) + ": " + scopes
		}
		f.P(line, "},")
	}
}

// printAgentTest prints the test of what callers have to show.
func (g *generator) printAgentTest() {
	testing := protogen.GoImportPath("testing")
	f := g.plugin.NewGeneratedFile(path.Join(string(g.skills), "agent_test.go"), g.skills+"_test")
	f.P(Header)
	f.P()
	f.P("package skills_test")
	f.P()
	doc(f, "TestCredentials calls the agent over every binding with none, bad, narrow and good credentials of every scheme. "+
		"The code of its skills is not called.")
	f.P("func TestCredentials(t *", testing.Ident("T"), ") {")
	f.P("agent := ", g.skills.Ident("New"), "(struct{ ", g.skills.Ident("Handler"), " }{})")
	f.P(g.in("host", "auth", "authtest").Ident("Run"), "(t, agent, ", g.skills.Ident("Defaults"), "())")
	f.P("}")
}
