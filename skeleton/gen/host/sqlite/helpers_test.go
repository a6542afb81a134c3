package sqlite_test

import (
	"testing"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host/sqlite"
)

const (
	submitted = a2apb.TaskState_TASK_STATE_SUBMITTED
	working   = a2apb.TaskState_TASK_STATE_WORKING
	completed = a2apb.TaskState_TASK_STATE_COMPLETED
)

var (
	scope = host.Scope{Tenant: "payments", Owner: "alice"}
	start = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
)

// at is the n-th second of the tests' time.
func at(n int) time.Time { return start.Add(time.Duration(n) * time.Second) }

// open opens a store, and closes it at the end of the test if that has not
// happened by then.
func open(tb testing.TB, path string) *sqlite.Store {
	tb.Helper()
	s, err := sqlite.Open(tb.Context(), path)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = s.Close() })
	return s
}

func text(s string) []*a2apb.Part {
	return []*a2apb.Part{{Content: &a2apb.Part_Text{Text: s}}}
}

// newTask returns a SUBMITTED task of the n-th second.
func newTask(id string, n int) *a2apb.Task {
	return &a2apb.Task{
		Id:        id,
		ContextId: "context-" + id,
		Status:    &a2apb.TaskStatus{State: submitted, Timestamp: timestamppb.New(at(n))},
		History:   []*a2apb.Message{{MessageId: "m-" + id, Role: a2apb.Role_ROLE_USER, Parts: text("run the tests")}},
	}
}

func status(id string, state a2apb.TaskState, n int) *a2apb.StreamResponse {
	return &a2apb.StreamResponse{Payload: &a2apb.StreamResponse_StatusUpdate{StatusUpdate: &a2apb.TaskStatusUpdateEvent{
		TaskId: id, ContextId: "context-" + id,
		Status: &a2apb.TaskStatus{State: state, Timestamp: timestamppb.New(at(n))},
	}}}
}

// chunk is a piece of the artifact "log".
func chunk(id string, more bool, s string) *a2apb.StreamResponse {
	return &a2apb.StreamResponse{Payload: &a2apb.StreamResponse_ArtifactUpdate{ArtifactUpdate: &a2apb.TaskArtifactUpdateEvent{
		TaskId: id, ContextId: "context-" + id, Append: more,
		Artifact: &a2apb.Artifact{ArtifactId: "log", Parts: text(s)},
	}}}
}

func create(tb testing.TB, s *sqlite.Store, task *a2apb.Task) {
	tb.Helper()
	if err := s.Create(tb.Context(), scope, task); err != nil {
		tb.Errorf("Create %s: %v", task.GetId(), err)
	}
}

func add(tb testing.TB, s *sqlite.Store, id string, after uint64, events ...*a2apb.StreamResponse) {
	tb.Helper()
	if err := s.Append(tb.Context(), id, after, events...); err != nil {
		tb.Errorf("Append to %s after %d: %v", id, after, err)
	}
}
