package skill

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"google.golang.org/protobuf/types/known/structpb"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/wire"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host"
)

// Mux is the [host.Executor] of an agent with any number of skills. Its fields
// are set before its first use and never changed.
type Mux struct {
	Skills []Skill

	// Route chooses where neither the client nor the data does. It returns the
	// id of a skill, or "" if it doesn't know either. May be nil.
	Route func(ctx context.Context, message *a2apb.Message) (string, error)
}

// Execute finds the skill of a message, reads its input, and runs its code.
func (m *Mux) Execute(ctx context.Context, turn *host.Turn) error {
	m = m.visibleTo(turn.Caller())
	if len(m.Skills) == 0 {
		return turn.Reject(host.Text("This agent has no skills."))
	}
	c := newConversation(turn)
	s, err := m.choose(ctx, c)
	if s != nil {
		if denied := turn.Caller().Denied[s.ID]; denied != nil {
			c.refusal = denied
		}
	}
	switch {
	case err != nil:
		return err
	case c.refusal != nil:
		return c.refuse(s)
	case s == nil:
		return c.ask(nil, fmt.Sprintf("Which skill is this for? Name it as %q in the metadata of the message: %s.", MetadataKey, m.names()))
	}
	if !s.Reply {
		if err := turn.Open(); err != nil {
			return err
		}
	}
	work, faults := s.bind(c.data)
	if len(faults) > 0 {
		return c.ask(s, fmt.Sprintf("%s cannot start: %s. Send the values as a data part.", s.ID, list(faults)))
	}
	return work(ctx, &Task{turn, s.ID})
}

// visibleTo returns the mux of the skills that a caller may know of.
func (m *Mux) visibleTo(caller host.Identity) *Mux {
	extended := func(s Skill) bool { return s.Extended }
	if !caller.Anonymous || !slices.ContainsFunc(m.Skills, extended) {
		return m
	}
	return &Mux{Skills: slices.DeleteFunc(slices.Clone(m.Skills), extended), Route: m.Route}
}

// choose returns the skill of a conversation, nil if nothing says which. It
// sets c.refusal where the message cannot be taken.
func (m *Mux) choose(ctx context.Context, c *conversation) (*Skill, error) {
	id, field := named(c.turn.Request())
	bound := m.find(c.bound)
	s := m.find(id)
	switch {
	case bound != nil && id != "" && s != bound:
		c.refusal = wire.InvalidField(field, fmt.Sprintf("%q is not the skill of this task, which is %q", id, bound.ID))
		return bound, nil
	case bound != nil:
		s = bound
	case id != "" && s == nil:
		c.refusal = wire.InvalidField(field, fmt.Sprintf("%q is no skill of this agent; it has %s", id, m.names()))
		return nil, nil
	case s == nil:
		s = m.evident(c.data)
	}
	if c.refusal = m.checkModes(s, c.turn.Message().GetParts()); c.refusal != nil || s != nil || m.Route == nil {
		return s, nil
	}
	return m.route(ctx, c.turn)
}

// evident returns the skill that needs no naming.
func (m *Mux) evident(data *structpb.Struct) *Skill {
	if len(m.Skills) == 1 {
		return &m.Skills[0]
	}
	if data == nil {
		return nil
	}
	var found *Skill
	for i := range m.Skills {
		if s := &m.Skills[i]; s.fits(data) {
			if found != nil {
				return nil
			}
			found = s
		}
	}
	return found
}

// route asks the agent. That may take long, so the task exists before, unless
// a skill may want to answer without one.
func (m *Mux) route(ctx context.Context, turn *host.Turn) (*Skill, error) {
	if !slices.ContainsFunc(m.Skills, func(s Skill) bool { return s.Reply }) {
		if err := turn.Open(); err != nil {
			return nil, err
		}
	}
	id, err := m.Route(ctx, turn.Message())
	if err != nil {
		return nil, fmt.Errorf("route: %w", err)
	}
	s := m.find(id)
	if id != "" && s == nil {
		return nil, fmt.Errorf("route: %q is no skill of this agent; it has %s", id, m.names())
	}
	return s, nil
}

// checkModes refuses parts that the skill does not take. As long as there is
// no skill, a part is refused if none takes it. A part that says no media type
// passes.
func (m *Mux) checkModes(s *Skill, parts []*a2apb.Part) *wire.Error {
	var modes []string
	if s != nil {
		modes = s.InputModes
	} else {
		for _, s := range m.Skills {
			modes = append(modes, s.InputModes...)
		}
		slices.Sort(modes)
		modes = slices.Compact(modes)
	}
	for i, part := range parts {
		if mode := part.GetMediaType(); mode != "" && !host.Accepts(modes, mode) {
			return a2a.ContentTypeNotSupported.New("message.parts[%d] has the media type %q; accepted are %s", i, mode, strings.Join(modes, ", "))
		}
	}
	return nil
}

// find returns the skill with an id, or nil.
func (m *Mux) find(id string) *Skill {
	for i := range m.Skills {
		if m.Skills[i].ID == id {
			return &m.Skills[i]
		}
	}
	return nil
}

// names lists all skills for people.
func (m *Mux) names() string {
	names := make([]string, len(m.Skills))
	for i, s := range m.Skills {
		names[i] = s.ID
		if s.Name != s.ID {
			names[i] += " (" + s.Name + ")"
		}
	}
	return strings.Join(names, ", ")
}

// named returns the skill that a request names, and where it does; "" if it
// names none.
func named(req *a2apb.SendMessageRequest) (id, field string) {
	if id := req.GetMessage().GetMetadata().GetFields()[MetadataKey].GetStringValue(); id != "" {
		return id, "message.metadata." + MetadataKey
	}
	return req.GetMetadata().GetFields()[MetadataKey].GetStringValue(), "metadata." + MetadataKey
}

// list writes faults for people.
func list(faults wire.Violations) string {
	texts := make([]string, len(faults))
	for i, f := range faults {
		texts[i] = strings.TrimSpace(f.Field + " " + f.Description)
	}
	return strings.Join(texts, "; ")
}
