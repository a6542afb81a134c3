package host_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/structpb"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/wire"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host"
)

func TestCancelRunning(t *testing.T) {
	for name, result := range map[string]error{"nil": nil, "error": errors.New("stopped")} {
		t.Run(name, func(t *testing.T) {
			var metadata *structpb.Struct
			c := start(t, func(ctx context.Context, turn *host.Turn) error {
				turn.Working("")
				<-ctx.Done()
				if context.Cause(ctx) != host.ErrCanceled {
					t.Errorf("cause %v", context.Cause(ctx))
				}
				metadata = turn.CancelRequest().GetMetadata()
				return result
			})
			r := c.sendStream(request("hi"))
			id := r.next().GetTask().GetId()
			r.next()
			why := &structpb.Struct{Fields: map[string]*structpb.Value{"reason": structpb.NewStringValue("obsolete")}}
			task, err := c.svc.CancelTask(c.ctx, &a2apb.CancelTaskRequest{Id: id, Metadata: why})
			if err != nil {
				t.Fatal(err)
			}
			wantState(t, task, canceled)
			if !proto.Equal(c.get(id), task) {
				t.Error("GetTask disagrees with the answer")
			}
			if !proto.Equal(metadata, why) {
				t.Errorf("metadata %v did not reach the handler", metadata)
			}
			all := r.rest()
			if got := states(all); len(got) != 1 || got[0] != canceled || r.err != nil {
				t.Errorf("stream %v, error %v", got, r.err)
			}
			again, err := c.cancel(id)
			if err != nil || !proto.Equal(again, task) {
				t.Errorf("second cancel: %v, %v", again, err)
			}
		})
	}
}

func TestCancelIdle(t *testing.T) {
	c := start(t, func(_ context.Context, turn *host.Turn) error { return turn.RequireInput() })
	task := c.send(request("hi"))
	r := c.subscribe(task.GetId())
	r.next()
	task, err := c.cancel(task.GetId())
	if err != nil {
		t.Fatal(err)
	}
	wantState(t, task, canceled)
	if got := states(r.rest()); len(got) != 1 || got[0] != canceled {
		t.Errorf("subscription %v", got)
	}
}

func TestCancelTooLate(t *testing.T) {
	for _, run := range []script{
		done,
		func(context.Context, *host.Turn) error { return errors.New("x") },
		func(_ context.Context, turn *host.Turn) error { return turn.Reject() },
	} {
		c := start(t, run)
		task := c.send(request("hi"))
		_, err := c.cancel(task.GetId())
		if e := wantKind(t, err, a2a.TaskNotCancelable); e.Metadata["state"] != task.GetStatus().GetState().String() {
			t.Errorf("metadata %v", e.Metadata)
		}
		if !proto.Equal(c.get(task.GetId()), task) {
			t.Error("the task changed")
		}
	}
	c := start(t, done)
	_, err := c.cancel("nope")
	wantKind(t, err, a2a.TaskNotFound)
}

// TestCancelIgnored cancels a handler that finishes its work all the same.
func TestCancelIgnored(t *testing.T) {
	c := start(t, func(ctx context.Context, turn *host.Turn) error {
		turn.Working("")
		<-ctx.Done()
		return turn.Complete(host.Text("was ready"))
	})
	r := c.sendStream(request("hi"))
	id := r.next().GetTask().GetId()
	r.next()
	_, err := c.cancel(id)
	wantKind(t, err, a2a.TaskNotCancelable)
	wantState(t, c.get(id), completed)
}

func TestCancelSlow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := start(t, func(ctx context.Context, turn *host.Turn) error {
			turn.Working("")
			<-ctx.Done()
			time.Sleep(time.Minute)
			return ctx.Err()
		})
		r := c.sendStream(request("hi"))
		id := r.next().GetTask().GetId()
		begun := time.Now()
		task, err := c.cancel(id)
		if err != nil {
			t.Fatal(err)
		}
		wantState(t, task, working)
		if waited := time.Since(begun); waited != 5*time.Second {
			t.Errorf("waited %v", waited)
		}
		r.rest()
		wantState(t, c.get(id), canceled)
	})
}

// TestCancelRace ends tasks and cancels them at the same time: each has one
// end, and everybody sees the same one.
func TestCancelRace(t *testing.T) {
	c := start(t, func(ctx context.Context, turn *host.Turn) error {
		turn.Working("")
		if err := chunks(turn, 3); err != nil {
			return err
		}
		return ctx.Err()
	})
	for range 200 {
		r := c.sendStream(request("hi"))
		first := r.next().GetTask()
		var wg sync.WaitGroup
		for range 3 {
			wg.Go(func() {
				task, err := c.cancel(first.GetId())
				if err == nil {
					wantState(t, task, canceled)
				} else if wire.KindOf(err) != a2a.TaskNotCancelable {
					t.Errorf("cancel: %v", err)
				}
			})
		}
		sub := c.subscribe(first.GetId())
		all := r.rest()
		wg.Wait()
		task := c.get(first.GetId())
		end := all[len(all)-1].GetStatusUpdate().GetStatus()
		if !proto.Equal(end, task.GetStatus()) || !host.IsTerminal(end.GetState()) {
			t.Errorf("the stream ended with %v, the task is %v", end, task.GetStatus())
		}
		if all := sub.rest(); len(all) > 0 {
			wantState(t, &a2apb.Task{Status: all[len(all)-1].GetStatusUpdate().GetStatus()}, end.GetState())
		}
	}
}
