package host_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"testing/synctest"

	"google.golang.org/protobuf/proto"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/wire"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host"
)

// chunks emits n chunks of one artifact.
func chunks(turn *host.Turn, n int) error {
	for i := range n {
		chunk := &a2apb.Artifact{ArtifactId: "log", Parts: []*a2apb.Part{host.Text(fmt.Sprint(i))}}
		if err := turn.AppendArtifact(chunk, i == n-1); err != nil {
			return err
		}
	}
	return nil
}

// wantChunks checks that events are a task, n chunks in order and COMPLETED.
func wantChunks(t *testing.T, events []*a2apb.StreamResponse, n int) {
	t.Helper()
	fold := host.NewFold(proto.CloneOf(events[0].GetTask()))
	for _, e := range events[1:] {
		if err := fold.Apply(e); err != nil {
			t.Fatal(err)
		}
	}
	task := fold.Snapshot()
	wantState(t, task, completed)
	if last := events[len(events)-1].GetStatusUpdate(); last.GetStatus().GetState() != completed {
		t.Errorf("the last event is %v", events[len(events)-1])
	}
	var got []string
	for _, a := range task.GetArtifacts() {
		for _, p := range a.GetParts() {
			got = append(got, p.GetText())
		}
	}
	if len(got) != n || !slices.IsSortedFunc(got, func(a, b string) int { return len(a) - len(b) }) || got[n-1] != fmt.Sprint(n-1) {
		t.Errorf("%d chunks, want %d in order", len(got), n)
	}
}

func TestStreamOfASend(t *testing.T) {
	c := start(t, func(_ context.Context, turn *host.Turn) error {
		turn.Working("")
		return chunks(turn, 500)
	})
	r := c.sendStream(request("hi"))
	all := r.rest()
	if r.err != nil || all[0].GetTask() == nil {
		t.Fatalf("first event %v, error %v", all[0], r.err)
	}
	wantChunks(t, all, 500)
	for _, e := range all[1:] {
		if u := e.GetArtifactUpdate(); u != nil && (u.GetTaskId() != all[0].GetTask().GetId() || u.GetContextId() != all[0].GetTask().GetContextId()) {
			t.Fatalf("ids of an update: %v", u)
		}
	}
}

func TestStreamEndsWhenInputIsRequired(t *testing.T) {
	turns := 0
	c := start(t, func(_ context.Context, turn *host.Turn) error {
		if turns++; turns == 2 {
			return nil
		}
		return turn.RequireInput(host.Text("which?"))
	})
	r := c.sendStream(request("hi"))
	all := r.rest()
	if got := states(all); !slices.Equal(got, []a2apb.TaskState{submitted, inputRequired}) || r.err != nil {
		t.Errorf("stream %v, error %v", got, r.err)
	}
	task := all[0].GetTask()

	// A subscription stays over the next turn, and ends with the task.
	sub := c.subscribe(task.GetId())
	wantState(t, sub.next().GetTask(), inputRequired)
	next := c.sendStream(follow(task, "this"))
	all = next.rest()
	if all[0].GetTask() == nil || !slices.Equal(states(all), []a2apb.TaskState{working, completed}) {
		t.Errorf("second stream %v", all)
	}
	if got := states(sub.rest()); !slices.Equal(got, []a2apb.TaskState{working, completed}) || sub.err != nil {
		t.Errorf("subscription %v, error %v", got, sub.err)
	}
}

func TestStreamOutlivesAuthRequired(t *testing.T) {
	approved := make(chan struct{})
	c := start(t, func(_ context.Context, turn *host.Turn) error {
		if err := turn.RequireAuth(host.Text("approve")); err != nil {
			return err
		}
		<-approved
		return turn.Complete()
	})
	r := c.sendStream(request("hi"))
	r.next()
	wantState(t, &a2apb.Task{Status: r.next().GetStatusUpdate().GetStatus()}, authRequired)
	close(approved)
	if got := states(r.rest()); !slices.Equal(got, []a2apb.TaskState{completed}) || r.err != nil {
		t.Errorf("updates %v, error %v", got, r.err)
	}
}

func TestSubscribeFailures(t *testing.T) {
	c := start(t, done)
	task := c.send(request("hi"))
	r := c.subscribe(task.GetId())
	if rest := r.rest(); len(rest) != 0 {
		t.Errorf("events %v", rest)
	}
	wantKind(t, r.err, a2a.UnsupportedOperation)
	r = c.subscribe("nope")
	r.rest()
	wantKind(t, r.err, a2a.TaskNotFound)
}

// TestSubscribers compares streams that begin and end at any time.
func TestSubscribers(t *testing.T) {
	const n = 300
	begin := make(chan struct{})
	c := start(t, func(_ context.Context, turn *host.Turn) error {
		turn.Working("")
		<-begin
		return chunks(turn, n)
	})
	task := c.send(immediately(request("hi")))
	var wg sync.WaitGroup
	var early []*reader
	for range 8 {
		early = append(early, c.subscribe(task.GetId()))
	}
	leaver := c.subscribe(task.GetId())
	leaver.next()
	leaver.leave()
	for _, r := range early {
		r.next()
	}
	close(begin)
	for range 4 {
		wg.Go(func() {
			r := c.subscribe(task.GetId())
			all := r.rest()
			if len(all) == 0 { // came after the end
				wantKind(t, r.err, a2a.UnsupportedOperation)
				return
			}
			wantChunks(t, all, n)
		})
	}
	var first []*a2apb.StreamResponse
	for i, r := range early {
		all := r.rest()
		// Wherever the streams began, their ends are the same events.
		if i == 0 {
			first = all
		}
		if len(all) < n+1 || !slices.Equal(all[len(all)-n-1:], first[len(first)-n-1:]) {
			t.Errorf("stream %d has other events", i)
		}
	}
	wg.Wait()
	leaver.rest()
	if !errors.Is(leaver.err, context.Canceled) {
		t.Errorf("error %v of the one that left", leaver.err)
	}
}

// stuck is a stream whose client does not read.
type stuck struct {
	release chan struct{}
	got     []*a2apb.StreamResponse
	once    sync.Once
	entered chan struct{}
}

func (s *stuck) Send(events ...*wire.Event[a2apb.StreamResponse]) error {
	s.once.Do(func() { close(s.entered); <-s.release })
	for _, e := range events {
		s.got = append(s.got, e.Message)
	}
	return nil
}

func TestSlowSubscriber(t *testing.T) {
	const n = 10_000
	begin := make(chan struct{})
	c := start(t, func(_ context.Context, turn *host.Turn) error {
		turn.Working("")
		<-begin
		return chunks(turn, n)
	})
	task := c.send(immediately(request("hi")))
	slow := &stuck{release: make(chan struct{}), entered: make(chan struct{})}
	ended := make(chan error)
	go func() {
		ended <- c.svc.SubscribeToTask(c.ctx, &a2apb.SubscribeToTaskRequest{Id: task.GetId()}, slow)
	}()
	<-slow.entered
	fast := c.subscribe(task.GetId())
	fast.next()
	close(begin)
	// Neither the agent nor the other stream waits for the slow one.
	if count := len(fast.rest()); fast.err != nil || count < n+1 {
		t.Errorf("the other stream got %d events, error %v", count, fast.err)
	}
	close(slow.release)
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	wantChunks(t, slow.got, n)
}

func TestEventsDoNotShareMemory(t *testing.T) {
	c := start(t, func(_ context.Context, turn *host.Turn) error {
		a := &a2apb.Artifact{ArtifactId: "a", Parts: []*a2apb.Part{host.Text("one")}}
		for _, text := range []string{"two", "three"} {
			if err := turn.AppendArtifact(a, false); err != nil {
				return err
			}
			a.Parts[0].Content = &a2apb.Part_Text{Text: text}
		}
		turn.Task().Id = "changed"
		return turn.Complete()
	})
	r := c.sendStream(request("hi"))
	all := r.rest()
	if got := all[1].GetArtifactUpdate().GetArtifact().GetParts()[0].GetText(); got != "one" {
		t.Errorf("the first event changed to %q", got)
	}
	task := c.get(all[0].GetTask().GetId())
	if got := texts(&a2apb.Message{Parts: task.GetArtifacts()[0].GetParts()}); !slices.Equal(got, []string{"one", "two"}) {
		t.Errorf("artifact %q", got)
	}
}

func TestIdleTasksAreNotPinned(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFixture(func(_ context.Context, turn *host.Turn) error { return turn.RequireInput() })
		h, err := host.New(f.config, f.agent, f.store)
		if err != nil {
			t.Fatal(err)
		}
		c := &client{t: t, svc: h.Service(), ctx: t.Context()}
		task := c.send(request("hi"))
		r := c.subscribe(task.GetId())
		r.next()
		synctest.Wait()
		if n := h.OpenTasks(); n != 1 {
			t.Errorf("%d open tasks while one is read", n)
		}
		r.leave()
		synctest.Wait()
		if n := h.OpenTasks(); n != 0 {
			t.Errorf("%d open tasks while nobody needs one", n)
		}
	})
}
