package host

import (
	"context"
	"log/slog"
	"time"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/wire"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
)

// Turn is the work on one message. Its methods are safe for concurrent use.
//
// Whatever a method but GiveArtifact is given is copied, so the caller may go
// on using it. A method that reports an error changed nothing; when the store
// failed or the output has no valid form, the turn is lost, its context is
// cancelled, and the task fails however the handler returns.
type Turn struct {
	task    *task
	request *a2apb.SendMessageRequest
	message *a2apb.Message
	config  *a2apb.TaskPushNotificationConfig // of the request

	ctx    context.Context
	cancel context.CancelCauseFunc
	values context.Context // the same without an end, for the store

	// Guarded by task.write.
	over     bool
	replied  bool  // with a message, so that there is no task
	lost     error // what made the turn fail whatever the handler says
	refusal  error // what the client gets for a refused message
	canceled *a2apb.CancelTaskRequest
	arrival  chan struct{} // closed by the next message, nil while nobody waits
	timer    *time.Timer   // fires when nothing happens for too long
}

// Message returns the message of this turn, with the ids of its task and
// context. It must not be changed.
func (t *Turn) Message() *a2apb.Message { return t.message }

// Request returns the request that brought the message. It must not be
// changed.
func (t *Turn) Request() *a2apb.SendMessageRequest { return t.request }

// Task returns a copy of the task as it is now, nil while there is none.
func (t *Turn) Task() *a2apb.Task {
	return a2a.CloneTask(t.task.current())
}

// TaskID returns the id of the task, which it has before it exists.
func (t *Turn) TaskID() string { return t.task.ref.ID }

// ContextID returns the id of the context, the client's or a new one.
func (t *Turn) ContextID() string { return t.task.contextID }

// Caller returns who sent the message.
func (t *Turn) Caller() Identity { return IdentityFrom(t.values) }

// Logger returns a logger that names the task.
func (t *Turn) Logger() *slog.Logger {
	return t.task.engine.logger.With("task", t.task.ref.ID, "context", t.task.contextID)
}

// Open creates the task as SUBMITTED if there is none yet. All methods below
// but Reply and Refuse do so by themselves.
func (t *Turn) Open() error {
	t.task.write.Lock()
	defer t.task.write.Unlock()
	if t.over || t.replied {
		return errTurnOver
	}
	return t.open()
}

// Working reports progress: the task is WORKING, with a text for the client
// unless that is empty. A failure is kept and ends the turn.
func (t *Turn) Working(text string) {
	var parts []*a2apb.Part
	if text != "" {
		parts = []*a2apb.Part{Text(text)}
	}
	if err := t.Status(a2apb.TaskState_TASK_STATE_WORKING, parts...); err != nil {
		t.Logger().Debug("no progress reported", "error", err)
	}
}

// Status puts the task into a state, with a message if there are parts. No
// change is possible after a terminal state, and none in this turn after
// INPUT_REQUIRED.
func (t *Turn) Status(state a2apb.TaskState, parts ...*a2apb.Part) error {
	if state == a2apb.TaskState_TASK_STATE_UNSPECIFIED {
		return t.lose(invalidOutput("status.state", "is missing"))
	}
	if len(parts) == 0 && state == a2apb.TaskState_TASK_STATE_AUTH_REQUIRED {
		parts = []*a2apb.Part{Text("The agent needs an authorization to go on.")} // section 7.6.1 wants one
	}
	if len(parts) > 0 {
		if err := checkParts("status.message.parts", parts); err != nil {
			return t.lose(err)
		}
	}
	status := newStatus(state, t.task.agentMessage(cloneParts(parts)...), time.Time{})
	return t.emit(t.task.updateEvent(status))
}

// Artifact adds an artifact, or replaces the one with its id. An artifact
// without an id gets a new one.
func (t *Turn) Artifact(a *a2apb.Artifact) error {
	return t.GiveArtifact(a2a.CloneArtifact(a), false, true)
}

// AppendArtifact adds a chunk to the artifact with the chunk's id, which need
// not exist yet: parts are appended, and metadata is merged. last marks the
// final chunk (section 4.2.2).
func (t *Turn) AppendArtifact(a *a2apb.Artifact, last bool) error {
	return t.GiveArtifact(a2a.CloneArtifact(a), true, last)
}

// GiveArtifact is AppendArtifact with more set and Artifact without it, but
// nothing is copied: the artifact belongs to the task from now on, and nobody
// may change it.
func (t *Turn) GiveArtifact(a *a2apb.Artifact, more, last bool) error {
	if a != nil && a.ArtifactId == "" && !more {
		a.ArtifactId = newID()
	}
	if err := checkArtifact(a); err != nil {
		return t.lose(err)
	}
	return t.emit(t.task.artifactEvent(a, more, last))
}

// Complete ends the task as COMPLETED. Results belong into artifacts, not into
// the message (section 3.7).
func (t *Turn) Complete(parts ...*a2apb.Part) error {
	return t.Status(a2apb.TaskState_TASK_STATE_COMPLETED, parts...)
}

// Reject ends the task as REJECTED: the agent decided not to do this.
func (t *Turn) Reject(parts ...*a2apb.Part) error {
	return t.Status(a2apb.TaskState_TASK_STATE_REJECTED, parts...)
}

// RequireInput asks the client for another message, which begins the next
// turn. It ends this one: return its result from the handler.
func (t *Turn) RequireInput(parts ...*a2apb.Part) error {
	return t.Status(a2apb.TaskState_TASK_STATE_INPUT_REQUIRED, parts...)
}

// RequireAuth asks the client for an authorization, which arrives out of band
// (section 7.6). The handler may wait for it and go on with Working, or with
// Receive for a message; or it may return, and the next message begins the
// next turn.
func (t *Turn) RequireAuth(parts ...*a2apb.Part) error {
	return t.Status(a2apb.TaskState_TASK_STATE_AUTH_REQUIRED, parts...)
}

// Reply answers with a message instead of a task (section 3.1.1). Once there
// is a task it is an error that fails the task, since only updates may follow
// one (section 3.1.2).
func (t *Turn) Reply(parts ...*a2apb.Part) error {
	if err := checkParts("message.parts", parts); err != nil {
		return t.lose(err)
	}
	t.task.write.Lock()
	defer t.task.write.Unlock()
	switch {
	case t.over || t.replied:
		return errTurnOver
	case t.task.exists():
		return t.loseLocked(&wire.Error{Kind: a2a.InvalidAgentResponse, Cause: errTaskExists})
	}
	m := t.task.agentMessage(cloneParts(parts)...)
	m.TaskId = ""
	t.replied = true
	t.task.resign(nil, m)
	return nil
}

// Refuse answers the message with a protocol error, such as
// a2a.ContentTypeNotSupported, and no task comes into being. If there is one
// already it fails with the error's text. It returns err, for the handler to
// return.
func (t *Turn) Refuse(err *wire.Error) error {
	t.task.write.Lock()
	defer t.task.write.Unlock()
	if t.refusal == nil {
		t.refusal = err
	}
	return err
}

// CancelRequest returns the request that cancelled the task, nil if none did.
// Its metadata may say why.
func (t *Turn) CancelRequest() *a2apb.CancelTaskRequest {
	t.task.write.Lock()
	defer t.task.write.Unlock()
	return t.canceled
}

func cloneParts(parts []*a2apb.Part) []*a2apb.Part {
	if len(parts) == 0 {
		return nil
	}
	out := make([]*a2apb.Part, len(parts))
	for i, part := range parts {
		out[i] = a2a.ClonePart(part)
	}
	return out
}
