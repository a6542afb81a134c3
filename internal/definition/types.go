package definition

import (
	"cmp"
	"slices"

	"github.com/a2a-gen/a2a-gen/internal/diag"
)

// Pos is a place in the definition file. Lines and columns count from 1 and
// columns count characters. The zero Pos stands for the file as a whole.
type Pos struct{ Line, Col int }

// compare orders places as they follow each other.
func (p Pos) compare(q Pos) int {
	return cmp.Or(cmp.Compare(p.Line, q.Line), cmp.Compare(p.Col, q.Col))
}

// Definition is what an a2a.yaml says, with every default filled in. It is
// plain data: generators read it and never change it.
type Definition struct {
	File    string // as it was given to [Parse]; used in diagnostics
	Version int    // of the file format; 1

	Agent                Agent
	Server               Server
	Capabilities         Capabilities
	SecuritySchemes      []SecurityScheme      // sorted by name
	SecurityRequirements []SecurityRequirement // alternatives; empty lets anybody in
	DefaultInputModes    []string              // media types
	DefaultOutputModes   []string              // media types
	Tenants              []string              // empty for an agent without tenants
	Signatures           []Signature           // of the card, see SetSignatures
	Compat               Compat
	Host                 Host
	Skills               []Skill   // on the public card
	Extended             *Extended // nil if the definition has none
	Consumes             []Consumed

	Advice diag.List // warnings: what is legal but probably not meant
}

// AllSkills returns the skills that the agent serves: those of the public card
// and then those that only the extended card lists. All of them have handlers
// and their names differ.
func (d *Definition) AllSkills() []*Skill {
	var all []*Skill
	for i := range d.Skills {
		all = append(all, &d.Skills[i])
	}
	if d.Extended != nil {
		for i := range d.Extended.Skills {
			all = append(all, &d.Extended.Skills[i])
		}
	}
	return all
}

// Agent is who the agent is: the card's own first members.
type Agent struct {
	Pos              Pos    // of the name
	Name             string // for people, as the card shows it
	Slug             string // for machines: directory, binary and image; see package naming
	Description      string
	Version          string // of the agent, not of the protocol
	Provider         *Provider
	DocumentationURL string
	IconURL          string
}

// Provider is the organization that offers the agent.
type Provider struct{ Organization, URL string }

// The bindings as cards and definitions spell them.
const (
	JSONRPC  = "JSONRPC"
	HTTPJSON = "HTTP+JSON"
	GRPC     = "GRPC"
)

// Server is where the agent listens and how others reach it.
type Server struct {
	HTTP       string   // listen address of JSON-RPC, HTTP+JSON and the card, host:port
	GRPC       string   // listen address of gRPC, host:port
	PublicURL  string   // base URL for clients, without a slash at its end
	PublicGRPC string   // host:port of gRPC for clients
	Bindings   []string // served bindings in order of preference, never empty
}

// Serves says whether a binding is switched on.
func (s *Server) Serves(binding string) bool {
	return slices.Contains(s.Bindings, binding)
}

// Capabilities are the optional parts of the protocol that the agent offers.
type Capabilities struct {
	Streaming         bool
	PushNotifications bool
	ExtendedAgentCard bool
	Extensions        []Extension
}

// Extension is a protocol extension that the agent understands.
type Extension struct {
	Pos         Pos
	URI         string
	Description string
	Required    bool           // clients that do not know it are refused
	Params      map[string]any // nil, or JSON values: string, bool, int64, float64, []any, map[string]any, nil
}

// Signature is a JWS over the card (section 8.4), carried as it is.
type Signature struct {
	Protected, Signature string
	Header               map[string]any
}

// Compat chooses between readings of the protocol that exist in the field.
type Compat struct {
	ErrorTable     string // "1.0.1" or "1.0.0": the specification whose error numbers are used
	MissingVersion string // "reject" or "assume-1.0": what a request without A2A-Version gets
}

// Values of [Compat].
const (
	ErrorTable101         = "1.0.1"
	ErrorTable100         = "1.0.0"
	MissingVersionReject  = "reject"
	MissingVersionAssume1 = "assume-1.0"
)

// Host is what the agent's owner decides. Nothing of it is on the card.
type Host struct {
	Store string // "sqlite" or "memory"
	Bus   string // "memory"
	Auth  []Auth // sorted by scheme
	Push  Push
}

// Values of [Host].Store and [Host].Bus.
const (
	StoreMemory = "memory"
	StoreSQLite = "sqlite"
	BusMemory   = "memory"
)

// Auth says how the host checks the credentials of one scheme. It never holds
// a secret.
type Auth struct {
	Pos      Pos // of the scheme's name
	Scheme   string
	Issuer   string // of tokens, an absolute URL
	Audience string // that tokens must name
	JWKSURL  string // of the issuer's keys; empty means that the issuer's metadata says it
	File     string // credentials of apiKey and Basic, or the certificate authorities of mtls; a path on the host
}

// Push says where push notifications may go and what they carry.
type Push struct {
	AllowPrivate bool     // also to private and loopback addresses
	AllowHTTP    bool     // also without TLS
	AllowHosts   []string // only to these hosts; empty allows all
	StatesOnly   bool     // status changes only, no artifacts and messages
}

// Skill is one ability of the agent and becomes one method of its handler.
type Skill struct {
	Pos                  Pos // of the id
	ID                   string
	Name                 string
	Description          string
	Tags                 []string // never nil
	Examples             []string
	InputModes           []string // nil: the agent's
	OutputModes          []string // nil: the agent's
	SecurityRequirements []SecurityRequirement
	Input                *Schema // nil: free text and files
	Artifacts            []Artifact
	Reply                bool // may answer with a message instead of a task

	GoName    string // method of the handler
	InputType string // type of the decoded input, "" without Input
	TaskType  string // type of the handler's task argument
	File      string // of the skill's Go files, without .go; unique on disks that ignore case
}

// Artifact is something that a skill produces.
type Artifact struct {
	Pos         Pos // of the name
	Name        string
	MediaType   string
	Description string
	Schema      *Schema // of its JSON; nil for text and files

	GoName string // method of the skill's task
	GoType string // type of its JSON, "" without Schema
}

// Extended is what only the extended card has.
type Extended struct {
	Pos         Pos
	Description string  // instead of the agent's; "" keeps that
	Skills      []Skill // in addition to the public ones
}

// Consumed is another agent that this one calls.
type Consumed struct {
	Pos  Pos // of the name
	Name string
	Card string // path of its card, relative to the definition, with slashes

	GoName string
	File   string // of its Go files, without .go
}
