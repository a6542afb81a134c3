package host_test

import (
	"context"
	"net/http"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/wire"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host"
)

const (
	stoppedText  = "The agent stopped while it was working."
	inactiveText = "The agent gave up: there was no progress for too long."
)

func TestInactivity(t *testing.T) {
	tests := []struct {
		name string
		run  script
		want a2apb.TaskState
		text string
		took time.Duration
	}{
		{"silent", func(ctx context.Context, _ *host.Turn) error { <-ctx.Done(); return nil }, failed, inactiveText, time.Minute},
		{"silent after an update", func(ctx context.Context, turn *host.Turn) error {
			time.Sleep(40 * time.Second)
			turn.Working("")
			<-ctx.Done()
			return ctx.Err()
		}, failed, inactiveText, 100 * time.Second},
		{"deaf", func(_ context.Context, turn *host.Turn) error {
			turn.Working("")
			time.Sleep(time.Hour)
			return turn.Complete()
		}, failed, inactiveText, 65 * time.Second},
		{"busy", func(_ context.Context, turn *host.Turn) error {
			for range 10 {
				time.Sleep(50 * time.Second)
				turn.Working("")
			}
			return nil
		}, completed, "", 500 * time.Second},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f := newFixture(test.run)
				f.config.TaskTimeout = time.Minute
				c := f.start(t)
				begun := time.Now()
				task := c.send(request("hi"))
				if took := time.Since(begun); took != test.took {
					t.Errorf("took %v, want %v", took, test.took)
				}
				wantState(t, task, test.want)
				if got := texts(task.GetStatus().GetMessage()); test.text != "" && !slices.Equal(got, []string{test.text}) {
					t.Errorf("status message %q", got)
				}
				time.Sleep(2 * time.Hour) // the deaf one returns
				wantState(t, c.get(task.GetId()), test.want)
			})
		})
	}
}

func TestInactivityPausesForAuthorization(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFixture(func(ctx context.Context, turn *host.Turn) error {
			if err := turn.RequireAuth(host.Text("approve")); err != nil {
				return err
			}
			time.Sleep(time.Hour)
			return ctx.Err()
		})
		f.config.TaskTimeout = time.Minute
		c := f.start(t)
		task := c.send(request("hi"))
		time.Sleep(2 * time.Hour)
		wantState(t, c.get(task.GetId()), authRequired)
	})
}

// TestDrain lets a host stop while turns run and streams wait.
func TestDrain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFixture(func(ctx context.Context, turn *host.Turn) error {
			turn.Working("")
			switch texts(turn.Message())[0] {
			case "ask":
				return turn.RequireInput()
			case "quick":
				time.Sleep(5 * time.Second)
				return turn.Complete()
			case "slow":
				<-ctx.Done()
				return ctx.Err()
			default:
				time.Sleep(time.Hour)
				return turn.Complete()
			}
		})
		h, err := host.New(f.config, f.agent, f.store)
		if err != nil {
			t.Fatal(err)
		}
		c := &client{t: t, svc: h.Service(), ctx: t.Context()}
		asking := c.send(request("ask"))
		idle := c.subscribe(asking.GetId())
		quick, slow, deaf := c.sendStream(request("quick")), c.sendStream(request("slow")), c.sendStream(request("deaf"))
		synctest.Wait()

		begun := time.Now()
		deadline, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		defer cancel()
		h.Shutdown(deadline)
		if took := time.Since(begun); took != 12*time.Second {
			t.Errorf("the drain took %v, want the timeout and the grace", took)
		}
		synctest.Wait()
		if got := states(idle.rest()); len(got) != 1 || idle.err != nil {
			t.Errorf("stream of an idle task: %v, error %v", got, idle.err)
		}
		for name, want := range map[string]struct {
			r     *reader
			state a2apb.TaskState
			text  string
		}{
			"quick": {quick, completed, ""},
			"slow":  {slow, failed, stoppedText},
			"deaf":  {deaf, failed, stoppedText},
		} {
			all := want.r.rest()
			status := all[len(all)-1].GetStatusUpdate().GetStatus()
			if status.GetState() != want.state || want.text != "" && texts(status.GetMessage())[0] != want.text {
				t.Errorf("%s ended with %v", name, status)
			}
		}
		_, err = c.svc.SendMessage(c.ctx, request("more"))
		wantKind(t, err, wire.Unavailable)
		time.Sleep(2 * time.Hour) // the deaf one returns
	})
}

func TestRecover(t *testing.T) {
	f := newFixture(done)
	stuck := make(chan struct{})
	defer close(stuck)
	f.agent.Executor = script(func(_ context.Context, turn *host.Turn) error {
		if texts(turn.Message())[0] == "ask" {
			return turn.RequireInput()
		}
		turn.Working("")
		<-stuck
		return nil
	})
	before := f.start(t).as("alice")
	lost, asking := before.send(immediately(request("hi"))), before.send(request("ask"))
	r := before.subscribe(lost.GetId())
	for states([]*a2apb.StreamResponse{r.next()})[0] != working { // until it is stored
	}

	f.agent.Executor = script(done)
	h, err := host.New(f.config, f.agent, f.store)
	if err != nil {
		t.Fatal(err)
	}
	if err := h.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	defer h.Shutdown(t.Context())
	after := (&client{t: t, svc: h.Service(), ctx: t.Context()}).as("alice")
	task := after.get(lost.GetId())
	wantState(t, task, failed)
	if got := texts(task.GetStatus().GetMessage()); !slices.Equal(got, []string{stoppedText}) {
		t.Errorf("status message %q", got)
	}
	wantState(t, after.send(follow(asking, "go on")), completed)
}

func TestPurge(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFixture(done)
		f.config.RetentionAge, f.config.RetentionCount = time.Hour, 2
		h, err := host.New(f.config, f.agent, f.store)
		if err != nil {
			t.Fatal(err)
		}
		if err := h.Start(t.Context()); err != nil {
			t.Fatal(err)
		}
		defer h.Shutdown(t.Context())
		c := &client{t: t, svc: h.Service(), ctx: t.Context()}
		for range 4 {
			c.send(request("hi"))
		}
		count := func(want int32) {
			t.Helper()
			synctest.Wait()
			list, err := c.svc.ListTasks(c.ctx, &a2apb.ListTasksRequest{})
			if err != nil || list.GetTotalSize() != want {
				t.Errorf("%d tasks, error %v; want %d", list.GetTotalSize(), err, want)
			}
		}
		time.Sleep(2 * time.Minute)
		count(2)
		time.Sleep(time.Hour)
		count(0)
	})
}

// TestShutdownFlushesWebhooks ends a host while a webhook lags.
func TestShutdownFlushesWebhooks(t *testing.T) {
	hook := newWebhook(t)
	slow := make(chan struct{})
	hook.reply = func(http.ResponseWriter, *http.Request) { <-slow }
	f := newFixture(func(_ context.Context, turn *host.Turn) error { return chunks(turn, 5) })
	h, err := host.New(f.config, f.agent, f.store)
	if err != nil {
		t.Fatal(err)
	}
	c := &client{t: t, svc: h.Service(), ctx: t.Context()}
	c.send(withConfig(request("hi"), hook.URL))
	down := make(chan struct{})
	go func() {
		defer close(down)
		h.Shutdown(t.Context())
	}()
	<-hook.got
	close(slow)
	<-down
	if n := len(hook.got); n != 5 {
		t.Errorf("%d more deliveries, want all 5", n)
	}
}

// TestHammer has two callers use each other's tasks in every way at once. They
// never meet, and each task ends once.
func TestHammer(t *testing.T) {
	everybody := start(t, func(ctx context.Context, turn *host.Turn) error {
		turn.Working("")
		if err := chunks(turn, 5); err != nil {
			return err
		}
		if turn.Caller().Name == "alice" && ctx.Err() == nil {
			return turn.RequireInput()
		}
		return ctx.Err()
	})
	var mu sync.Mutex
	owners := make(map[string]string)
	var wg sync.WaitGroup
	for worker := range 4 {
		name := []string{"alice", "bob"}[worker%2]
		c := everybody.as(name)
		wg.Go(func() {
			for i := range 100 {
				task := c.send(immediately(request("hi")))
				mu.Lock()
				owners[task.GetId()] = name
				var id, owner string
				for id, owner = range owners { // any one
					break
				}
				mu.Unlock()
				var err error
				switch i % 5 {
				case 0:
					_, err = c.cancel(id)
				case 1:
					r := c.subscribe(id)
					r.leave()
					r.rest()
					err = r.err
				case 2:
					_, err = c.svc.SendMessage(c.ctx, immediately(follow(&a2apb.Task{Id: id}, "more")))
				case 3:
					_, err = c.svc.CreateTaskPushNotificationConfig(c.ctx, &a2apb.TaskPushNotificationConfig{TaskId: id, Url: "http://127.0.0.1:1/"})
				default:
					_, err = c.svc.GetTask(c.ctx, &a2apb.GetTaskRequest{Id: id})
				}
				if found := wire.KindOf(err) != a2a.TaskNotFound; found != (owner == name) {
					t.Errorf("%s used a task of %s: %v", name, owner, err)
				}
			}
		})
	}
	wg.Wait()
	for _, name := range []string{"alice", "bob"} {
		c := everybody.as(name)
		list, err := c.svc.ListTasks(c.ctx, new(a2apb.ListTasksRequest))
		if err != nil || list.GetTotalSize() != 200 {
			t.Errorf("%s has %d tasks, error %v", name, list.GetTotalSize(), err)
		}
	}
}
