package host

import (
	"context"
	"strings"
	"time"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
)

// cancelBound is how long a cancel waits for the handler to stop.
const cancelBound = 5 * time.Second

// cancelTask cancels a task and returns it as it is then. An idle task is
// CANCELED at once. Of a running one the handler decides: it may stop, finish
// all the same, or take longer than a client can wait, and then the answer is
// the task in the state that it has (section 3.1.5). Canceling a canceled task
// changes nothing (section 3.3.1).
func (e *engine) cancelTask(ctx context.Context, ref Ref, req *a2apb.CancelTaskRequest) (*a2apb.Task, error) {
	t, err := e.acquire(ctx, ref)
	if err != nil {
		return nil, err
	}
	defer e.release(t)
	a, err := t.requestCancel(ctx, req)
	if err != nil {
		return nil, err
	}
	if a != nil {
		bound := time.NewTimer(cancelBound)
		defer bound.Stop()
		select {
		case <-a.done:
		case <-bound.C:
			t.abandon(a)
			return t.current(), nil
		case <-ctx.Done():
			t.abandon(a)
			return nil, ctx.Err()
		}
		if a.err != nil {
			return nil, a.err
		}
	}
	task := t.current()
	if task.GetStatus().GetState() != a2apb.TaskState_TASK_STATE_CANCELED {
		return nil, notCancelable(task)
	}
	return task, nil
}

// requestCancel cancels an idle task, or the turn of a busy one; then it
// returns what to wait for.
func (t *task) requestCancel(ctx context.Context, req *a2apb.CancelTaskRequest) (*answer, error) {
	t.write.Lock()
	defer t.write.Unlock()
	switch {
	case IsTerminal(t.state()):
		return nil, nil
	case t.turn == nil:
		err := t.append(ctx, t.statusEvent(a2apb.TaskState_TASK_STATE_CANCELED, nil))
		if err != nil {
			t.fail(err)
		}
		return nil, err
	}
	if t.turn.canceled == nil {
		t.turn.canceled = req
		t.turn.cancel(ErrCanceled)
	}
	a := newAnswer(untilTerminal)
	t.enlist(a)
	return a, nil
}

func notCancelable(task *a2apb.Task) error {
	state := task.GetStatus().GetState()
	return a2a.TaskNotCancelable.New("task %q is %s already", task.GetId(), stateName(state)).
		With("state", state.String())
}

// stateName returns a state without the prefix of its enum.
func stateName(state a2apb.TaskState) string {
	return strings.TrimPrefix(state.String(), "TASK_STATE_")
}
