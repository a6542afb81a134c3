package project

import (
	"net"
	"strings"

	"github.com/a2a-gen/a2a-gen/internal/definition"
	"github.com/a2a-gen/a2a-gen/internal/skeleton"
)

// facts is what the templates of a project's texts print. Everything is ready
// to be printed; see templates/README.md.
type facts struct {
	Slug        string // of the agent: binary, image, command folder
	Title       string // the agent's name on one line
	Description string // on one line
	GoVersion   string // major.minor, of go.mod
	GenDir      string
	Gen         string // import path of GenDir
	HTTP        string // listen address
	HTTPPort    string
	GRPCPort    string // "" without gRPC
	PublicURL   string
	Bindings    string // for people
	SQLite      bool
	Secured     bool     // callers need credentials
	Callers     []caller // empty if anybody may call
	Calls       []call
	Skills      []skillFacts
	FirstSkill  *skillFacts // nil for an agent without skills
	Variables   []variable
}

// skillFacts is what texts say about one skill.
type skillFacts struct{ ID, Summary, File, Method string }

func (p *planner) facts() (*facts, error) {
	def := p.in.Definition
	goVersion, err := goVersion()
	if err != nil {
		return nil, err
	}
	f := &facts{
		Slug: def.Agent.Slug, Title: oneLine(def.Agent.Name), Description: oneLine(def.Agent.Description),
		GoVersion: goVersion, GenDir: GenDir, Gen: p.in.gen(),
		HTTP: def.Server.HTTP, HTTPPort: port(def.Server.HTTP, "41241"), PublicURL: def.Server.PublicURL,
		Bindings: bindings(def), SQLite: skeleton.For(def).SQLite, Secured: len(def.SecurityRequirements) > 0,
		Callers: callers(def), Variables: variables(def),
	}
	if def.Server.Serves(definition.GRPC) {
		f.GRPCPort = port(def.Server.GRPC, "41242")
	}
	for _, s := range def.AllSkills() {
		f.Skills = append(f.Skills, skillFacts{ID: s.ID, Summary: cell(s.Description), File: s.File, Method: s.GoName})
	}
	if len(f.Skills) > 0 {
		f.FirstSkill = &f.Skills[0]
	}
	if f.Calls, err = calls(def); err != nil {
		return nil, err
	}
	return f, nil
}

// port is the port of a listen address; other stands in for one that the
// system chooses.
func port(addr, other string) string {
	_, port, err := net.SplitHostPort(addr)
	if err != nil || port == "" || port == "0" {
		return other
	}
	return port
}

// bindings lists the served bindings for people.
func bindings(def *definition.Definition) string {
	var names []string
	for _, b := range def.Server.Bindings {
		switch b {
		case definition.JSONRPC:
			names = append(names, "JSON-RPC")
		case definition.GRPC:
			names = append(names, "gRPC")
		default:
			names = append(names, b)
		}
	}
	if last := len(names) - 1; last > 0 {
		return strings.Join(names[:last], ", ") + " and " + names[last]
	}
	return names[0]
}

// oneLine puts text on one line.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// cell makes text safe in a Markdown table.
func cell(text string) string { return strings.ReplaceAll(oneLine(text), "|", `\|`) }

// goVersion is the major and minor Go version that projects are made for.
func goVersion() (string, error) {
	full, err := GoVersion()
	parts := strings.SplitN(full, ".", 3)
	return strings.Join(parts[:min(2, len(parts))], "."), err
}
