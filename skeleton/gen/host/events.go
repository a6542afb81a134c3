package host

import (
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
)

// A turn emits events by the thousand, and each is three messages around what
// it tells. What lives and dies together is allocated together.

// statusUpdate is a status update around a status.
type statusUpdate struct {
	event   a2apb.StreamResponse
	payload a2apb.StreamResponse_StatusUpdate
	update  a2apb.TaskStatusUpdateEvent
}

// artifactUpdate is an artifact update around an artifact.
type artifactUpdate struct {
	event   a2apb.StreamResponse
	payload a2apb.StreamResponse_ArtifactUpdate
	update  a2apb.TaskArtifactUpdateEvent
}

// timedStatus is a status and its timestamp.
type timedStatus struct {
	status a2apb.TaskStatus
	at     timestamppb.Timestamp
}

func (s *timedStatus) set(state a2apb.TaskState, message *a2apb.Message, at time.Time) *a2apb.TaskStatus {
	s.status.State, s.status.Message, s.status.Timestamp = state, message, &s.at
	setTime(&s.at, at)
	return &s.status
}

func newStatus(state a2apb.TaskState, message *a2apb.Message, at time.Time) *a2apb.TaskStatus {
	return new(timedStatus).set(state, message, at)
}

// submittedTask is a new task and its status.
type submittedTask struct {
	task   a2apb.Task
	status timedStatus
}

// newTask returns a SUBMITTED task with its first message.
func newTask(id, contextID string, at time.Time, message *a2apb.Message) *a2apb.Task {
	t := new(submittedTask)
	t.task.Id, t.task.ContextId = id, contextID
	t.task.Status = t.status.set(a2apb.TaskState_TASK_STATE_SUBMITTED, nil, at)
	t.task.History = []*a2apb.Message{message}
	return &t.task
}

func setTime(ts *timestamppb.Timestamp, at time.Time) {
	ts.Seconds, ts.Nanos = at.Unix(), int32(at.Nanosecond())
}

// statusEvent returns a status update of now.
func (t *task) statusEvent(state a2apb.TaskState, message *a2apb.Message) *a2apb.StreamResponse {
	return t.updateEvent(t.status(state, message))
}

// updateEvent returns a status update.
func (t *task) updateEvent(status *a2apb.TaskStatus) *a2apb.StreamResponse {
	e := new(statusUpdate)
	e.update.TaskId, e.update.ContextId = t.ref.ID, t.contextID
	e.update.Status = status
	e.payload.StatusUpdate = &e.update
	e.event.Payload = &e.payload
	return &e.event
}

// artifactEvent returns an artifact update.
func (t *task) artifactEvent(a *a2apb.Artifact, more, last bool) *a2apb.StreamResponse {
	e := new(artifactUpdate)
	e.update.TaskId, e.update.ContextId = t.ref.ID, t.contextID
	e.update.Artifact, e.update.Append, e.update.LastChunk = a, more, last
	e.payload.ArtifactUpdate = &e.update
	e.event.Payload = &e.payload
	return &e.event
}

// status returns a status of now.
func (t *task) status(state a2apb.TaskState, message *a2apb.Message) *a2apb.TaskStatus {
	return newStatus(state, message, t.engine.now())
}

func taskEvent(task *a2apb.Task) *a2apb.StreamResponse {
	return &a2apb.StreamResponse{Payload: &a2apb.StreamResponse_Task{Task: task}}
}

func messageEvent(m *a2apb.Message) *a2apb.StreamResponse {
	return &a2apb.StreamResponse{Payload: &a2apb.StreamResponse_Message{Message: m}}
}
