package storetest

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"google.golang.org/protobuf/proto"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host"
)

func testCreate(t *testing.T, s host.Store) {
	create(t, s, scope, newTask("t1", 0))
	wantTask(t, s, scope, newTask("t1", 0), 1)

	err := s.Create(t.Context(), scope, newTask("t1", 0))
	wantErr(t, "the same id again", err, host.ErrConflict)
	err = s.Create(t.Context(), host.Scope{Owner: "bob"}, newTask("t1", 0))
	wantErr(t, "the same id for somebody else", err, host.ErrConflict)

	_, _, err = s.Load(t.Context(), scope, "nope")
	wantErr(t, "unknown id", err, host.ErrNotFound)
}

func testAppend(t *testing.T, s host.Store) {
	create(t, s, scope, newTask("t1", 0))
	add(t, s, "t1", 1, status("t1", working, 1))
	add(t, s, "t1", 2, artifact("t1", false, &a2apb.Artifact{ArtifactId: "a", Parts: text("x")}), status("t1", completed, 2))

	wantErr(t, "behind the log", s.Append(t.Context(), "t1", 2, status("t1", failed, 3)), host.ErrConflict)
	wantErr(t, "ahead of the log", s.Append(t.Context(), "t1", 9, status("t1", failed, 3)), host.ErrConflict)
	wantErr(t, "no log", s.Append(t.Context(), "t2", 1, status("t2", failed, 3)), host.ErrNotFound)

	want := newTask("t1", 2)
	want.Status.State = completed
	want.Artifacts = []*a2apb.Artifact{{ArtifactId: "a", Parts: text("x")}}
	wantTask(t, s, scope, want, 4)
}

func testAppendAllOrNone(t *testing.T, s host.Store) {
	create(t, s, scope, newTask("t1", 0))
	err := s.Append(t.Context(), "t1", 1, status("t1", working, 1), &a2apb.StreamResponse{})
	if err == nil {
		t.Error("an event without a payload was accepted")
	}
	wantTask(t, s, scope, newTask("t1", 0), 1)
}

// testAppendRace lets several writers append at the same place: one wins.
func testAppendRace(t *testing.T, s host.Store) {
	create(t, s, scope, newTask("t1", 0))
	for seq := uint64(1); seq <= 20; seq++ {
		var won atomic.Int32
		var wg sync.WaitGroup
		for range 4 {
			wg.Go(func() {
				err := s.Append(t.Context(), "t1", seq, status("t1", working, int(seq)))
				switch {
				case err == nil:
					won.Add(1)
				case !errors.Is(err, host.ErrConflict):
					t.Errorf("Append: %v", err)
				}
			})
		}
		wg.Wait()
		if won.Load() != 1 {
			t.Fatalf("sequence %d was given %d times", seq+1, won.Load())
		}
	}
}

// testFold puts every kind of event into a log and compares with a fold.
func testFold(t *testing.T, s host.Store) {
	first := newTask("t1", 0)
	first.Metadata = metadata(t, map[string]any{"trace": "abc"})
	everyPart := []*a2apb.Part{
		{Content: &a2apb.Part_Text{}},
		{Content: &a2apb.Part_Raw{Raw: []byte{0, 1, 254, 255}}, Filename: "out.bin", MediaType: "application/octet-stream"},
		{Content: &a2apb.Part_Url{Url: "https://example.com/x"}},
	}
	events := []*a2apb.StreamResponse{
		statusWith("t1", working, 1, message("agent-1", a2apb.Role_ROLE_AGENT)),
		artifact("t1", false, &a2apb.Artifact{ArtifactId: "a", Name: "n", Parts: text("one"), Metadata: metadata(t, map[string]any{"j": 1})}),
		artifact("t1", true, &a2apb.Artifact{ArtifactId: "a", Parts: text("two"), Metadata: metadata(t, map[string]any{"k": nil})}),
		artifact("t1", true, &a2apb.Artifact{ArtifactId: "b", Parts: everyPart}),
		artifact("t1", false, &a2apb.Artifact{ArtifactId: "c", Parts: text("old")}),
		artifact("t1", false, &a2apb.Artifact{ArtifactId: "c", Parts: text("new")}),
		statusWith("t1", input, 2, message("agent-2", a2apb.Role_ROLE_AGENT)),
		said(message("user-2", a2apb.Role_ROLE_USER)),
		status("t1", working, 3),
		statusWith("t1", completed, 4, message("agent-3", a2apb.Role_ROLE_AGENT)),
	}
	create(t, s, scope, first)
	fold := host.NewFold(proto.CloneOf(first))
	for i, event := range events {
		add(t, s, "t1", uint64(i+1), event)
		if err := fold.Apply(proto.CloneOf(event)); err != nil {
			t.Fatal(err)
		}
		wantTask(t, s, scope, fold.Snapshot(), uint64(i+2))
	}
}

func testSnapshots(t *testing.T, s host.Store) {
	create(t, s, scope, newTask("t1", 0))
	add(t, s, "t1", 1, artifact("t1", false, &a2apb.Artifact{ArtifactId: "a", Parts: text("0")}))
	var seen, copies []*a2apb.Task
	for i := range 5 {
		task, _, err := s.Load(t.Context(), scope, "t1")
		if err != nil {
			t.Fatal(err)
		}
		seen, copies = append(seen, task), append(copies, proto.CloneOf(task))
		add(t, s, "t1", uint64(2*i+2),
			artifact("t1", true, &a2apb.Artifact{ArtifactId: "a", Parts: text(fmt.Sprint(i + 1))}),
			said(message(fmt.Sprint("m", i), a2apb.Role_ROLE_USER)))
	}
	for i := range seen {
		if !proto.Equal(seen[i], copies[i]) {
			t.Errorf("snapshot %d changed:\n got %v\nwant %v", i, seen[i], copies[i])
		}
	}
}

func testScopes(t *testing.T, s host.Store) {
	create(t, s, scope, newTask("t1", 0))
	for _, other := range []host.Scope{
		{}, {Tenant: "payments"}, {Owner: "alice"}, {Tenant: "payments", Owner: "bob"}, {Tenant: "planner", Owner: "alice"},
	} {
		_, _, err := s.Load(t.Context(), other, "t1")
		wantErr(t, fmt.Sprintf("Load as %+v", other), err, host.ErrNotFound)
		if page := list(t, s, other, host.ListQuery{PageSize: 10}); len(page.Tasks) != 0 || page.TotalSize != 0 {
			t.Errorf("List as %+v: %s of %d", other, ids(page), page.TotalSize)
		}
	}
}

// testParallel uses a store from many goroutines at once; -race does the rest.
func testParallel(t *testing.T, s host.Store) {
	var wg sync.WaitGroup
	for w := range 4 {
		wg.Go(func() {
			mine := host.Scope{Owner: fmt.Sprint("owner", w%2)}
			for i := range 10 {
				id := fmt.Sprintf("t-%d-%d", w, i)
				create(t, s, mine, newTask(id, i))
				config := &a2apb.TaskPushNotificationConfig{TaskId: id, Id: "c", Url: "https://example.com"}
				if err := s.PutPushConfig(t.Context(), mine, config); err != nil {
					t.Errorf("PutPushConfig: %v", err)
				}
				add(t, s, id, 1, status(id, working, i+1))
				add(t, s, id, 2, status(id, completed, i+2))
				list(t, s, mine, host.ListQuery{PageSize: 5, Artifacts: true})
				if _, _, err := s.Load(t.Context(), mine, id); err != nil {
					t.Errorf("Load: %v", err)
				}
			}
		})
	}
	wg.Wait()
	for w := range 2 {
		mine := host.Scope{Owner: fmt.Sprint("owner", w)}
		if page := list(t, s, mine, host.ListQuery{PageSize: 1}); page.TotalSize != 20 {
			t.Errorf("%d tasks of %s, want 20", page.TotalSize, mine.Owner)
		}
	}
}
