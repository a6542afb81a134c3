package host_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"google.golang.org/protobuf/proto"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/wire"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host"
)

func TestTaskOfAMessage(t *testing.T) {
	c := start(t, func(_ context.Context, turn *host.Turn) error {
		turn.Working("one moment")
		return turn.Artifact(&a2apb.Artifact{Name: "out", Parts: []*a2apb.Part{host.Text("result")}})
	})
	req := request("hi")
	task := c.send(req)
	if task.GetId() == "" || task.GetContextId() == "" {
		t.Fatalf("ids are missing in %v", task)
	}
	if got := texts(task.GetHistory()...); !slices.Equal(got, []string{"hi", "one moment"}) {
		t.Errorf("history %q", got)
	}
	for _, m := range task.GetHistory() {
		if m.GetTaskId() != task.GetId() || m.GetContextId() != task.GetContextId() || m.GetMessageId() == "" {
			t.Errorf("a message of the history has other ids: %v", m)
		}
	}
	if len(task.GetArtifacts()) != 1 || task.GetArtifacts()[0].GetArtifactId() == "" {
		t.Errorf("artifacts %v", task.GetArtifacts())
	}
	if task.GetStatus().GetTimestamp() == nil {
		t.Error("the status has no timestamp")
	}
	if req.Message.TaskId != "" || req.Message.ContextId != "" {
		t.Error("the caller's request was changed")
	}
}

func TestContextID(t *testing.T) {
	c := start(t, func(_ context.Context, turn *host.Turn) error { return turn.RequireInput() })
	req := request("hi")
	req.Message.ContextId = "my-context"
	task := c.send(req)
	if task.GetContextId() != "my-context" {
		t.Errorf("contextId %q, want the client's", task.GetContextId())
	}
	for _, bad := range []string{" ", "a b", "ä", "a\n", strings.Repeat("x", 129)} {
		req.Message.ContextId = bad
		_, err := c.svc.SendMessage(c.ctx, req)
		if e := wantKind(t, err, wire.InvalidParams); e.Violations[0].Field != "message.contextId" {
			t.Errorf("contextId %q: %v", bad, e)
		}
	}
	other := follow(task, "more")
	other.Message.ContextId = "another"
	_, err := c.svc.SendMessage(c.ctx, other)
	wantKind(t, err, wire.InvalidParams)
	same := follow(task, "more")
	same.Message.ContextId = "my-context"
	wantState(t, c.send(same), inputRequired)
}

func TestMessageToATask(t *testing.T) {
	release := make(chan struct{})
	c := start(t, func(_ context.Context, turn *host.Turn) error {
		turn.Working("")
		<-release
		return nil
	})
	_, err := c.svc.SendMessage(c.ctx, follow(&a2apb.Task{Id: "made-up"}, "hi"))
	wantKind(t, err, a2a.TaskNotFound)

	r := c.sendStream(request("hi"))
	task := r.next().GetTask()
	r.next()
	_, err = c.svc.SendMessage(c.ctx, follow(task, "more"))
	if e := wantKind(t, err, a2a.UnsupportedOperation); e.Metadata["state"] != working.String() {
		t.Errorf("metadata %v, want the state", e.Metadata)
	}
	close(release)
	r.rest()
	_, err = c.svc.SendMessage(c.ctx, follow(task, "more"))
	wantKind(t, err, a2a.UnsupportedOperation)
	if got := texts(c.get(task.GetId()).GetHistory()...); !slices.Equal(got, []string{"hi"}) {
		t.Errorf("history %q: refused messages were kept", got)
	}
}

func TestFollowUpHistory(t *testing.T) {
	turns := 0
	c := start(t, func(_ context.Context, turn *host.Turn) error {
		if turns++; turns < 3 {
			_ = turn.Artifact(&a2apb.Artifact{ArtifactId: fmt.Sprint("a", turns), Parts: []*a2apb.Part{host.Text("x")}})
			return turn.RequireInput(host.Text(fmt.Sprint("agent", turns)))
		}
		return turn.Complete(host.Text("agent3"))
	})
	task := c.send(request("user1"))
	c.send(follow(task, "user2"))
	task = c.send(follow(task, "user3"))
	wantState(t, task, completed)
	want := []string{"user1", "agent1", "user2", "agent2", "user3"}
	if got := texts(task.GetHistory()...); !slices.Equal(got, want) {
		t.Errorf("history %q, want %q", got, want)
	}
	if len(task.GetArtifacts()) != 2 {
		t.Errorf("%d artifacts, want those of both turns", len(task.GetArtifacts()))
	}
}

func TestBlockingAndImmediate(t *testing.T) {
	release := make(chan struct{})
	c := start(t, func(_ context.Context, turn *host.Turn) error {
		turn.Working("")
		<-release
		return turn.Artifact(&a2apb.Artifact{Parts: []*a2apb.Part{host.Text("x")}})
	})
	task := c.send(immediately(request("hi")))
	if state := task.GetStatus().GetState(); host.IsTerminal(state) {
		t.Errorf("answered late, with %v", state)
	}
	r := c.subscribe(task.GetId())
	r.next()
	close(release)
	r.rest()
	wantState(t, c.get(task.GetId()), completed)
	if task = c.send(request("hi")); len(task.GetArtifacts()) != 1 {
		t.Errorf("%d artifacts in the answer", len(task.GetArtifacts()))
	}
}

func TestClientGoesAway(t *testing.T) {
	release, left := make(chan struct{}), make(chan struct{})
	c := start(t, func(ctx context.Context, turn *host.Turn) error {
		turn.Working("")
		<-left
		if ctx.Err() != nil {
			return ctx.Err()
		}
		<-release
		return nil
	})
	watcher := make(chan string, 1)
	ctx, cancel := context.WithCancel(c.ctx)
	go func() {
		defer close(left)
		_, err := c.svc.SendMessage(ctx, request("hi"))
		if !errors.Is(err, context.Canceled) {
			t.Errorf("error %v, want context.Canceled", err)
		}
	}()
	go func() {
		for {
			list, _ := c.svc.ListTasks(c.ctx, &a2apb.ListTasksRequest{Status: working})
			if len(list.GetTasks()) > 0 {
				watcher <- list.GetTasks()[0].GetId()
				cancel()
				return
			}
			runtime.Gosched()
		}
	}()
	r := c.subscribe(<-watcher)
	r.next()
	close(release)
	if got := states(r.rest()); len(got) == 0 || got[len(got)-1] != completed {
		t.Errorf("updates %v, want COMPLETED at the end", got)
	}
}

func TestAuthRequiredGoesOn(t *testing.T) {
	approved := make(chan struct{})
	c := start(t, func(_ context.Context, turn *host.Turn) error {
		if err := turn.RequireAuth(host.Text("approve")); err != nil {
			return err
		}
		<-approved
		turn.Working("thanks")
		return nil
	})
	task := c.send(request("deploy"))
	wantState(t, task, authRequired)
	r := c.subscribe(task.GetId())
	wantState(t, r.next().GetTask(), authRequired)
	close(approved)
	if got := states(r.rest()); !slices.Equal(got, []a2apb.TaskState{working, completed}) {
		t.Errorf("updates %v", got)
	}
}

// TestUnreadMessage sends while the handler that asked has not returned yet.
func TestUnreadMessage(t *testing.T) {
	for _, ask := range []a2apb.TaskState{inputRequired, authRequired} {
		t.Run(ask.String(), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				asked, release := make(chan struct{}), make(chan struct{})
				turns := 0
				c := start(t, func(_ context.Context, turn *host.Turn) error {
					if turns++; turns > 1 {
						return turn.Complete(host.Text("read " + texts(turn.Message())[0]))
					}
					err := turn.Status(ask, host.Text("which?"))
					close(asked)
					<-release
					return err
				})
				task := c.send(request("hi"))
				<-asked
				r := c.sendStream(follow(task, "this"))
				synctest.Wait()
				quick := c.send(immediately(follow(task, "and that")))
				wantState(t, quick, ask)
				close(release)
				all := r.rest()
				if got := states(all); !slices.Equal(got, []a2apb.TaskState{ask, working, completed}) {
					t.Errorf("stream %v", got)
				}
				task = c.get(task.GetId())
				if got := texts(task.GetStatus().GetMessage()); !slices.Equal(got, []string{"read this"}) {
					t.Errorf("status message %q", got)
				}
				if got := texts(task.GetHistory()...); !slices.Equal(got, []string{"hi", "which?", "this", "and that"}) {
					t.Errorf("history %q", got)
				}
			})
		})
	}
}

func TestContentTypes(t *testing.T) {
	c := start(t, done)
	for mediaType, ok := range map[string]bool{
		"": true, "text/plain": true, "TEXT/Plain; charset=utf-8": true, "application/json": true,
		"image/png": true, "image/jpeg": false, "text/html": false, "nonsense": false,
	} {
		req := request("hi")
		req.Message.Parts[0].MediaType = mediaType
		_, err := c.svc.SendMessage(c.ctx, req)
		if ok && err != nil {
			t.Errorf("%q: %v", mediaType, err)
		}
		if !ok {
			wantKind(t, err, a2a.ContentTypeNotSupported)
		}
	}
}

func TestStoreFailures(t *testing.T) {
	state := func(want ...a2apb.TaskState) func(*a2apb.StreamResponse) bool {
		return func(e *a2apb.StreamResponse) bool {
			return slices.Contains(want, e.GetStatusUpdate().GetStatus().GetState())
		}
	}
	run := func(_ context.Context, turn *host.Turn) error {
		turn.Working("")
		if texts(turn.Message())[0] == "ask" {
			return turn.RequireInput()
		}
		return turn.Complete(host.Text("ready"))
	}
	broken := func(change func(*failingStore)) (*client, *failingStore) {
		f := newFixture(run)
		store := &failingStore{Store: f.store}
		change(store)
		f.store = store
		return f.start(t), store
	}
	wantFailure := func(t *testing.T, c *client, req *a2apb.SendMessageRequest) {
		t.Helper()
		if _, err := c.svc.SendMessage(c.ctx, proto.CloneOf(req)); !errors.Is(err, errStore) {
			t.Errorf("error %v, want that of the store", err)
		}
		r := c.sendStream(req)
		if got := states(r.rest()); slices.Contains(got, completed) || !errors.Is(r.err, errStore) {
			t.Errorf("stream %v, error %v: a success was reported", got, r.err)
		}
		list, err := c.svc.ListTasks(c.ctx, &a2apb.ListTasksRequest{Status: completed})
		if err != nil || list.GetTotalSize() != 0 {
			t.Errorf("%d tasks completed", list.GetTotalSize())
		}
	}
	t.Run("one update", func(t *testing.T) {
		c, _ := broken(func(s *failingStore) { s.append = state(completed) })
		task := c.send(request("hi"))
		wantState(t, task, failed)
		wantState(t, c.get(task.GetId()), failed)
	})
	t.Run("the end", func(t *testing.T) {
		c, _ := broken(func(s *failingStore) { s.append = state(completed, failed) })
		wantFailure(t, c, request("hi"))
	})
	t.Run("the beginning", func(t *testing.T) {
		c, _ := broken(func(s *failingStore) { s.create = true })
		wantFailure(t, c, request("hi"))
	})
	t.Run("the webhook", func(t *testing.T) {
		c, _ := broken(func(s *failingStore) { s.config = true })
		wantState(t, c.send(withConfig(request("hi"), "http://127.0.0.1:1/")), failed)
	})
	t.Run("a follow-up", func(t *testing.T) {
		c, store := broken(func(*failingStore) {})
		task := c.send(request("ask"))
		store.append = func(*a2apb.StreamResponse) bool { return true }
		wantFailure(t, c, follow(task, "go on"))
		if _, err := c.cancel(task.GetId()); !errors.Is(err, errStore) {
			t.Errorf("cancel: %v", err)
		}
		store.append = nil // the disk has room again
		wantState(t, c.send(follow(task, "go on")), completed)
	})
}
