package host

import (
	"fmt"
	"runtime"
	"slices"
	"testing"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/structpb"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
)

func statusWith(state a2apb.TaskState, text string) *a2apb.StreamResponse {
	s := &a2apb.TaskStatus{State: state}
	if text != "" {
		s.Message = &a2apb.Message{MessageId: text, Role: a2apb.Role_ROLE_AGENT}
	}
	return &a2apb.StreamResponse{Payload: &a2apb.StreamResponse_StatusUpdate{StatusUpdate: &a2apb.TaskStatusUpdateEvent{Status: s}}}
}

func user(id string) *a2apb.StreamResponse {
	return messageEvent(&a2apb.Message{MessageId: id, Role: a2apb.Role_ROLE_USER})
}

func chunk(id string, more bool, texts ...string) *a2apb.StreamResponse {
	a := &a2apb.Artifact{ArtifactId: id}
	for _, s := range texts {
		a.Parts = append(a.Parts, Text(s))
	}
	return &a2apb.StreamResponse{Payload: &a2apb.StreamResponse_ArtifactUpdate{ArtifactUpdate: &a2apb.TaskArtifactUpdateEvent{Artifact: a, Append: more}}}
}

func apply(t *testing.T, f *Fold, events ...*a2apb.StreamResponse) *a2apb.Task {
	t.Helper()
	for _, e := range events {
		if err := f.Apply(e); err != nil {
			t.Fatal(err)
		}
	}
	return f.Snapshot()
}

func messageIDs(task *a2apb.Task) []string {
	var ids []string
	for _, m := range task.GetHistory() {
		ids = append(ids, m.GetMessageId())
	}
	return ids
}

func TestFoldHistory(t *testing.T) {
	const working, asking = a2apb.TaskState_TASK_STATE_WORKING, a2apb.TaskState_TASK_STATE_INPUT_REQUIRED
	f := NewFold(&a2apb.Task{History: []*a2apb.Message{user("u1").GetMessage()}})
	want := func(task *a2apb.Task, want ...string) {
		t.Helper()
		if got := messageIDs(task); !slices.Equal(got, want) {
			t.Errorf("history %q, want %q", got, want)
		}
	}
	want(apply(t, f, statusWith(working, "a1")), "u1")
	want(apply(t, f, statusWith(asking, "a2")), "u1", "a1")
	task := apply(t, f, user("u2"))
	want(task, "u1", "a1", "a2", "u2")
	if task.GetStatus().GetMessage().GetMessageId() != "a2" {
		t.Error("the status lost its message while it is the current one")
	}
	// A fold that goes on from the snapshot does not tell a2 twice either.
	for _, g := range []*Fold{f, NewFold(proto.CloneOf(task))} {
		want(apply(t, g, user("u3"), statusWith(working, "")), "u1", "a1", "a2", "u2", "u3")
	}
}

func TestFoldArtifacts(t *testing.T) {
	f := NewFold(&a2apb.Task{})
	describe := func(task *a2apb.Task) string {
		var out []string
		for _, a := range task.GetArtifacts() {
			s := a.GetArtifactId() + ":"
			for _, p := range a.GetParts() {
				s += p.GetText()
			}
			out = append(out, s)
		}
		return fmt.Sprint(out)
	}
	steps := []struct {
		event *a2apb.StreamResponse
		want  string
	}{
		{chunk("a", true, "1"), "[a:1]"},
		{chunk("b", false, "x", "y"), "[a:1 b:xy]"},
		{chunk("a", true, "2", "3"), "[a:123 b:xy]"},
		{chunk("b", true, "z"), "[a:123 b:xyz]"},
		{chunk("a", false, "new"), "[a:new b:xyz]"},
		{chunk("a", true, "er"), "[a:newer b:xyz]"},
		{chunk("c", true), "[a:newer b:xyz c:]"},
	}
	var snapshots []*a2apb.Task
	for i, step := range steps {
		task := apply(t, f, step.event)
		if got := describe(task); got != step.want {
			t.Errorf("step %d: %s, want %s", i, got, step.want)
		}
		snapshots = append(snapshots, task)
	}
	for i, step := range steps {
		if got := describe(snapshots[i]); got != step.want {
			t.Errorf("snapshot %d changed to %s, was %s", i, got, step.want)
		}
		// A fold from any snapshot leaves that snapshot as it is.
		apply(t, NewFold(snapshots[i]), chunk("a", true, "!"), chunk("b", true, "!"), chunk("d", true, "!"))
	}
	for i, step := range steps {
		if got := describe(snapshots[i]); got != step.want {
			t.Errorf("snapshot %d was changed by another fold to %s", i, got)
		}
	}
}

func TestFoldMergesHeaders(t *testing.T) {
	number := func(n float64) *structpb.Value { return structpb.NewNumberValue(n) }
	event := func(name string, fields map[string]*structpb.Value, uris ...string) *a2apb.StreamResponse {
		e := chunk("a", true, "x")
		a := e.GetArtifactUpdate().GetArtifact()
		a.Name, a.Extensions = name, uris
		if fields != nil {
			a.Metadata = &structpb.Struct{Fields: fields}
		}
		return e
	}
	f := NewFold(&a2apb.Task{})
	first := apply(t, f, event("one", map[string]*structpb.Value{"j": number(1), "k": number(1)}, "u1"))
	apply(t, f, event("", map[string]*structpb.Value{"k": number(2)}, "u1", "u2"))
	last := apply(t, f, event("two", map[string]*structpb.Value{"l": number(3)}))
	want := &a2apb.Artifact{
		ArtifactId: "a", Name: "two", Extensions: []string{"u1", "u2"}, Parts: []*a2apb.Part{Text("x"), Text("x"), Text("x")},
		Metadata: &structpb.Struct{Fields: map[string]*structpb.Value{"j": number(1), "k": number(2), "l": number(3)}},
	}
	if got := last.GetArtifacts()[0]; !proto.Equal(got, want) {
		t.Errorf("got %v\nwant %v", got, want)
	}
	if got := first.GetArtifacts()[0]; got.GetName() != "one" || len(got.GetMetadata().GetFields()) != 2 || len(got.GetExtensions()) != 1 {
		t.Errorf("the first snapshot changed: %v", got)
	}
}

func TestFoldRefuses(t *testing.T) {
	f := NewFold(&a2apb.Task{Id: "t"})
	for _, e := range []*a2apb.StreamResponse{
		nil, {}, taskEvent(&a2apb.Task{}),
		{Payload: &a2apb.StreamResponse_Message{}},
		{Payload: &a2apb.StreamResponse_StatusUpdate{}},
		{Payload: &a2apb.StreamResponse_ArtifactUpdate{ArtifactUpdate: &a2apb.TaskArtifactUpdateEvent{}}},
	} {
		if f.Apply(e) == nil {
			t.Errorf("accepted %v", e)
		}
	}
	if !proto.Equal(f.Snapshot(), &a2apb.Task{Id: "t"}) {
		t.Error("a refused event changed the task")
	}
}

// TestFoldCost holds the cost of an event apart from the number before it.
func TestFoldCost(t *testing.T) {
	bytes := func(n int) uint64 {
		f, e := NewFold(&a2apb.Task{}), chunk("a", true, "x")
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		for range n {
			apply(t, f, e)
		}
		runtime.ReadMemStats(&after)
		return (after.TotalAlloc - before.TotalAlloc) / uint64(n)
	}
	if few, many := bytes(100), bytes(10_000); many > 2*few {
		t.Errorf("%d bytes an event in 10,000, %d in 100", many, few)
	}
}
