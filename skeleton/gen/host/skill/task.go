package skill

import (
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host"
)

// Task is what a skill's code holds of the task that it works on. It adds
// plain text to a [host.Turn], which has everything else: the message, the
// caller, a logger, progress, and artifacts of any shape. It is safe for
// concurrent use.
type Task struct {
	*host.Turn
	skill string // id, for what is asked
}

// Text returns the text parts of the message, joined by line breaks.
func (t *Task) Text() string {
	return text(t.Message())
}

// Complete ends the task well and says so in text. A handler that has nothing
// to add returns nil instead.
func (t *Task) Complete(text string, more ...*a2apb.Part) error {
	return t.Turn.Complete(append([]*a2apb.Part{host.Text(text)}, more...)...)
}

// RequireInput asks the client for something (INPUT_REQUIRED). Return its
// result: the client's answer is a new message, for which the handler runs
// again.
func (t *Task) RequireInput(text string, more ...*a2apb.Part) error {
	return t.Turn.RequireInput(t.question(text, more)...)
}

// RequireAuth asks for an authorization that reaches the agent outside of the
// protocol (AUTH_REQUIRED, section 7.6). The handler may return, or wait for
// the authorization and go on.
func (t *Task) RequireAuth(text string, more ...*a2apb.Part) error {
	return t.Turn.RequireAuth(t.question(text, more)...)
}

// Reject refuses the task (REJECTED) and says why.
func (t *Task) Reject(text string, more ...*a2apb.Part) error {
	return t.Turn.Reject(append([]*a2apb.Part{host.Text(text)}, more...)...)
}

// question returns the parts of what is asked, with the id of the skill.
func (t *Task) question(text string, more []*a2apb.Part) []*a2apb.Part {
	return append([]*a2apb.Part{sign(host.Text(text), t.skill)}, more...)
}
