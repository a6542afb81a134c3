// Package storetest holds the tests that every store of a host must pass.
//
//	func TestStore(t *testing.T) {
//		storetest.Run(t, func(t *testing.T) host.Store { return memory.New() })
//	}
package storetest

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/structpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host"
)

// Run tests the stores that open returns: a new and empty one for each call.
// It closes them.
func Run(t *testing.T, open func(t *testing.T) host.Store) {
	tests := []struct {
		name string
		run  func(t *testing.T, s host.Store)
	}{
		{"Create", testCreate},
		{"Append", testAppend},
		{"AppendAllOrNone", testAppendAllOrNone},
		{"AppendRace", testAppendRace},
		{"FoldOfEveryEvent", testFold},
		{"SnapshotsDoNotChange", testSnapshots},
		{"Scopes", testScopes},
		{"ListOrder", testListOrder},
		{"ListPages", testListPages},
		{"ListPagesWhileTasksMove", testListMoving},
		{"ListFilters", testListFilters},
		{"ListArtifacts", testListArtifacts},
		{"ListPageToken", testListToken},
		{"PushConfigs", testPushConfigs},
		{"PushConfigScopes", testPushScopes},
		{"Unfinished", testUnfinished},
		{"PurgeByAge", testPurgeAge},
		{"PurgeByCount", testPurgeCount},
		{"Parallel", testParallel},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := open(t)
			defer func() {
				if err := s.Close(); err != nil {
					t.Errorf("Close: %v", err)
				}
			}()
			test.run(t, s)
		})
	}
}

var (
	scope = host.Scope{Tenant: "payments", Owner: "alice"}
	epoch = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
)

// Short names for the states that the tests use.
const (
	submitted = a2apb.TaskState_TASK_STATE_SUBMITTED
	working   = a2apb.TaskState_TASK_STATE_WORKING
	completed = a2apb.TaskState_TASK_STATE_COMPLETED
	failed    = a2apb.TaskState_TASK_STATE_FAILED
	input     = a2apb.TaskState_TASK_STATE_INPUT_REQUIRED
)

// at is the n-th second of the tests' time.
func at(n int) time.Time { return epoch.Add(time.Duration(n) * time.Second) }

func text(s string) []*a2apb.Part {
	return []*a2apb.Part{{Content: &a2apb.Part_Text{Text: s}}}
}

func message(id string, role a2apb.Role) *a2apb.Message {
	return &a2apb.Message{MessageId: id, Role: role, Parts: text("text of " + id)}
}

// newTask returns a SUBMITTED task of the n-th second.
func newTask(id string, n int) *a2apb.Task {
	return &a2apb.Task{
		Id:        id,
		ContextId: "context-" + id,
		Status:    &a2apb.TaskStatus{State: submitted, Timestamp: timestamppb.New(at(n))},
		History:   []*a2apb.Message{message("first-"+id, a2apb.Role_ROLE_USER)},
	}
}

func status(id string, state a2apb.TaskState, n int) *a2apb.StreamResponse {
	return statusWith(id, state, n, nil)
}

func statusWith(id string, state a2apb.TaskState, n int, m *a2apb.Message) *a2apb.StreamResponse {
	return &a2apb.StreamResponse{Payload: &a2apb.StreamResponse_StatusUpdate{StatusUpdate: &a2apb.TaskStatusUpdateEvent{
		TaskId: id, ContextId: "context-" + id,
		Status: &a2apb.TaskStatus{State: state, Timestamp: timestamppb.New(at(n)), Message: m},
	}}}
}

func artifact(id string, more bool, a *a2apb.Artifact) *a2apb.StreamResponse {
	return &a2apb.StreamResponse{Payload: &a2apb.StreamResponse_ArtifactUpdate{ArtifactUpdate: &a2apb.TaskArtifactUpdateEvent{
		TaskId: id, ContextId: "context-" + id, Artifact: a, Append: more,
	}}}
}

func said(m *a2apb.Message) *a2apb.StreamResponse {
	return &a2apb.StreamResponse{Payload: &a2apb.StreamResponse_Message{Message: m}}
}

func metadata(t *testing.T, fields map[string]any) *structpb.Struct {
	t.Helper()
	s, err := structpb.NewStruct(fields)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func create(t *testing.T, s host.Store, scope host.Scope, tasks ...*a2apb.Task) {
	t.Helper()
	for _, task := range tasks {
		if err := s.Create(t.Context(), scope, task); err != nil {
			t.Fatalf("Create %s: %v", task.GetId(), err)
		}
	}
}

func add(t *testing.T, s host.Store, id string, after uint64, events ...*a2apb.StreamResponse) {
	t.Helper()
	if err := s.Append(t.Context(), id, after, events...); err != nil {
		t.Fatalf("Append to %s after %d: %v", id, after, err)
	}
}

func wantTask(t *testing.T, s host.Store, scope host.Scope, want *a2apb.Task, seq uint64) {
	t.Helper()
	got, at, err := s.Load(t.Context(), scope, want.GetId())
	if err != nil {
		t.Fatalf("Load %s: %v", want.GetId(), err)
	}
	if !proto.Equal(got, want) {
		t.Errorf("Load %s:\n got %v\nwant %v", want.GetId(), got, want)
	}
	if at != seq {
		t.Errorf("Load %s: sequence %d, want %d", want.GetId(), at, seq)
	}
}

func wantErr(t *testing.T, what string, got, want error) {
	t.Helper()
	if !errors.Is(got, want) {
		t.Errorf("%s: error %v, want %v", what, got, want)
	}
}

func list(t *testing.T, s host.Store, scope host.Scope, q host.ListQuery) host.ListPage {
	t.Helper()
	page, err := s.List(t.Context(), scope, q)
	if err != nil {
		t.Fatalf("List %+v: %v", q, err)
	}
	return page
}

func ids(page host.ListPage) string {
	var out []string
	for _, task := range page.Tasks {
		out = append(out, task.GetId())
	}
	return fmt.Sprint(out)
}
