package specdiff

import (
	"slices"

	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/a2a-gen/a2a-gen/internal/rules"
)

// Area is what a change touches. A change can touch several.
type Area string

const (
	Wire       Area = "wire"       // protobuf bytes: package, numbers, types, cardinality
	JSON       Area = "json"       // member names and values
	Route      Area = "route"      // verbs and paths of the HTTP binding
	Required   Area = "required"   // google.api.field_behavior
	Presence   Area = "presence"   // whether absence can be told from the default
	Oneof      Area = "oneof"      // which fields exclude each other
	Enum       Area = "enum"       // enums and their values
	RPC        Area = "rpc"        // operations, their messages and streams
	Deprecated Area = "deprecated" // the mark, not the removal
	Options    Area = "options"    // what other tools read
	Comments   Area = "comments"   // text for people
	Prose      Area = "prose"      // the rules table
)

// Kind says who has to do something about a change.
type Kind string

const (
	Breaking Kind = "breaking" // somebody who did nothing wrong stops working
	Additive Kind = "additive" // something is there that was not
	Neutral  Kind = "neutral"  // nobody needs to do anything
)

// Change is one difference.
type Change struct {
	Kind    Kind   `json:"kind"`
	Areas   []Area `json:"areas"`
	Name    string `json:"name"`    // the element, without the package: "Task.history"
	What    string `json:"what"`    // what is different
	Agent   string `json:"agent"`   // what it means for the agent; "" for nothing
	Clients string `json:"clients"` // what it means for its clients; "" for nothing
}

// Touches reports whether a change is in an area.
func (c Change) Touches(area Area) bool { return slices.Contains(c.Areas, area) }

// Version is one version of the specification.
type Version struct {
	File  protoreflect.FileDescriptor // of a2a.proto
	Rules *rules.Release
}

// Report is the difference of two versions.
type Report struct {
	Changes []Change `json:"changes"`
	// Prose says what the rules tables were: both releases, or that they are
	// one, so that nothing was learned about the prose.
	Prose string `json:"prose"`
}

// Of returns the changes of a kind.
func (r *Report) Of(kind Kind) []Change {
	var found []Change
	for _, c := range r.Changes {
		if c.Kind == kind {
			found = append(found, c)
		}
	}
	return found
}

// Bindings are those that an agent serves, which decide where it answers a new
// operation.
type Bindings struct{ JSONRPC, REST, GRPC bool }

// Compare returns what is different in after. Changes come in the order of the
// files: package, operations, messages, enums, comments, prose.
func Compare(before, after Version, served Bindings) *Report {
	c := &comparison{before: before, after: after, served: served}
	c.file()
	c.methods()
	c.requests, c.responses = reach(before.File, after.File)
	c.messages()
	c.enums()
	c.comments()
	c.prose()
	return &c.report
}

// comparison is the state of one Compare.
type comparison struct {
	before, after Version
	served        Bindings
	report        Report
	// Messages that clients send, and that they receive, in either version.
	requests, responses map[protoreflect.FullName]bool
}

func (c *comparison) add(kind Kind, name, what, agent, clients string, areas ...Area) {
	c.report.Changes = append(c.report.Changes, Change{
		Kind: kind, Areas: areas, Name: name, What: what, Agent: agent, Clients: clients,
	})
}
