package skills

import (
	"fmt"
	"strings"

	"github.com/a2a-gen/a2a-gen/internal/definition"
)

// printAgent prints what the agent's main package calls.
func (g *generator) printAgent() {
	f := g.newFile("agent.go")
	f.printNew()
	f.P()
	if checksCallers(f.def) {
		f.printAuthenticator()
	}
	f.printDefaults()
}

// printNew prints the constructor of the agent.
func (f *file) printNew() {
	skills := f.def.AllSkills()
	doc(f.GeneratedFile, "New returns the agent whose code is h.")
	f.P("func New(h Handler) ", f.host.Ident("Agent"), " {")
	f.P("mux := &", f.skill.Ident("Mux"), "{")
	f.P("Skills: []", f.skill.Ident("Skill"), "{")
	for _, s := range skills {
		f.P("bind", s.GoName, "(h),")
	}
	f.P("},")
	f.P("}")
	if len(skills) > 1 {
		f.P("if r, ok := h.(Router); ok {")
		f.P("mux.Route = r.Route")
		f.P("}")
	}
	f.P("agent := ", f.host.Ident("Agent"), "{")
	f.P("Card: Card(),")
	f.P("Executor: mux,")
	if checksCallers(f.def) {
		f.P("NewAuthenticator: newAuthenticator,")
	}
	if f.def.Extended != nil { // else callers are told that there is none
		f.printExtended()
	}
	if f.def.Compat.MissingVersion == definition.MissingVersionAssume1 {
		f.P(`AssumeVersion: "1.0",`)
	}
	f.P("}")
	f.P("agent.Authorizer, _ = h.(", f.host.Ident("Authorizer"), ")")
	f.P("return agent")
	f.P("}")
}

// printExtended prints where the extended card comes from.
func (f *file) printExtended() {
	f.P("ExtendedCard: func(", contextPackage.Ident("Context"), ", ", f.host.Ident("Identity"), ") (*", f.a2apb.Ident("AgentCard"), ", error) {")
	f.P("return ExtendedCard(), nil")
	f.P("},")
}

// printDefaults prints the configuration that the definition asks for.
func (f *file) printDefaults() {
	server := &f.def.Server
	doc(f.GeneratedFile, "Defaults returns the configuration that the definition asks for. Flags and environment change it.")
	f.P("func Defaults() ", f.host.Ident("Config"), " {")
	f.P("c := ", f.host.Ident("DefaultConfig"), "()")
	f.P("c.HTTPAddr = ", quote(server.HTTP))
	if server.Serves(definition.GRPC) {
		f.P("c.GRPCAddr = ", quote(server.GRPC))
		f.P("c.PublicGRPC = ", quote(server.PublicGRPC))
	} else {
		f.P(`c.GRPCAddr = "off"`)
	}
	f.P("c.PublicURL = ", quote(server.PublicURL))
	if f.def.Host.Store == definition.StoreSQLite {
		f.P("c.Store = ", quote(fmt.Sprintf("sqlite:%s.db", f.def.Agent.Slug)))
	}
	f.printPush()
	if len(f.def.Host.Auth) > 0 {
		f.P("c.Auth = []", f.host.Ident("AuthConfig"), "{")
		for i := range f.def.Host.Auth {
			f.P(authConfig(&f.def.Host.Auth[i]), ",")
		}
		f.P("}")
	}
	f.P("return c")
	f.P("}")
}

// printPush prints where webhooks may be and what they get, where that is not
// the default.
func (f *file) printPush() {
	push := &f.def.Host.Push
	for _, flag := range []struct {
		set   bool
		field string
	}{{push.AllowPrivate, "PushAllowPrivate"}, {push.AllowHTTP, "PushAllowHTTP"}, {push.StatesOnly, "PushStatesOnly"}} {
		if flag.set {
			f.P("c.", flag.field, " = true")
		}
	}
	if len(push.AllowHosts) > 0 {
		hosts := make([]string, len(push.AllowHosts))
		for i, host := range push.AllowHosts {
			hosts[i] = quote(host)
		}
		f.P("c.PushAllowHosts = []string{", strings.Join(hosts, ", "), "}")
	}
}

// authConfig is the literal of how the credentials of a scheme are checked.
func authConfig(a *definition.Auth) string {
	fields := "Scheme: " + quote(a.Scheme)
	for _, f := range []struct{ name, value string }{
		{"Issuer", a.Issuer}, {"Audience", a.Audience}, {"JWKSURL", a.JWKSURL}, {"File", a.File},
	} {
		if f.value != "" {
			fields += ", " + f.name + ": " + quote(f.value)
		}
	}
	return "{" + fields + "}"
}
