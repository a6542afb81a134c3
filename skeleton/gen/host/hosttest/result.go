package hosttest

import (
	"encoding/json"
	"strings"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
)

// Result is what an agent made of a message: a task or a reply.
type Result struct {
	Task   *a2apb.Task             // as it is then, nil for a reply
	Reply  *a2apb.Message          // nil for a task
	Events []*a2apb.StreamResponse // what happened to the task, as a stream shows it

	agent *Agent
}

// State returns the state of the task, UNSPECIFIED for a reply.
func (r *Result) State() a2apb.TaskState { return r.Task.GetStatus().GetState() }

// Said returns the text of the reply, or of the status of the task.
func (r *Result) Said() string {
	if r.Reply != nil {
		return texts(r.Reply.GetParts())
	}
	return texts(r.Task.GetStatus().GetMessage().GetParts())
}

// Artifact returns the artifact of a name. The test fails without it.
func (r *Result) Artifact(name string) *a2apb.Artifact {
	r.agent.t.Helper()
	for _, a := range r.Task.GetArtifacts() {
		if a.GetName() == name {
			return a
		}
	}
	r.agent.t.Fatalf("there is no artifact %s; the task is %v: %s", name, r.State(), r.Said())
	return nil
}

// Text returns the text of an artifact, all chunks of it.
func (r *Result) Text(artifact string) string {
	r.agent.t.Helper()
	return texts(r.Artifact(artifact).GetParts())
}

// JSON reads the data of an artifact into v.
func (r *Result) JSON(artifact string, v any) {
	r.agent.t.Helper()
	for _, part := range r.Artifact(artifact).GetParts() {
		if part.GetData() == nil {
			continue
		}
		data, err := part.GetData().MarshalJSON()
		if err == nil {
			err = json.Unmarshal(data, v)
		}
		if err != nil {
			r.agent.t.Fatalf("artifact %s: %v", artifact, err)
		}
		return
	}
	r.agent.t.Fatalf("artifact %s has no data", artifact)
}

// Answer sends another message to the task, as a client does that was asked
// for something, and waits again.
func (r *Result) Answer(parts ...*a2apb.Part) *Result {
	r.agent.t.Helper()
	m := Message("", parts...)
	m.TaskId, m.ContextId = r.Task.GetId(), r.Task.GetContextId()
	return r.agent.Run(m)
}

func texts(parts []*a2apb.Part) string {
	var b strings.Builder
	for _, part := range parts {
		b.WriteString(part.GetText())
	}
	return b.String()
}
