package host

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
)

// expiryGrace is how long a turn that showed no activity may take to return
// before the task fails without it.
const expiryGrace = 5 * time.Second

// newTurn returns the turn of a message.
func (t *task) newTurn(d *delivery) *Turn {
	turn := new(Turn)
	turn.begin(t, d)
	return turn
}

// begin makes a zero turn that of a message. Its context keeps the values of
// the request's, and outlives it.
func (t *Turn) begin(task *task, d *delivery) {
	t.task = task
	t.request, t.message, t.config = d.request, d.message, d.config
	t.values = lasting(d.ctx)
	t.ctx, t.cancel = context.WithCancelCause(t.values)
	if timeout := task.engine.timeout; timeout > 0 {
		t.timer = time.AfterFunc(timeout, t.expire)
	}
}

// lasting returns ctx without its end.
func lasting(ctx context.Context) context.Context {
	if ctx.Done() == nil {
		return ctx
	}
	return context.WithoutCancel(ctx)
}

// run runs a turn, and then those of the messages that came too late for it.
// It owns a reserved place and a reference to the task.
func (e *engine) run(turn *Turn) {
	defer e.release(turn.task)
	defer e.vacate()
	growStack(0)
	for turn != nil {
		turn = turn.end(turn.execute())
	}
}

// growStack makes room for the calls of a turn in one step and while there is
// next to nothing on the stack. Growing on the way down, step by step, takes a
// tenth of the time of a short turn.
//
//go:noinline
func growStack(at uint) byte {
	var room [8 << 10]byte
	return room[at%uint(len(room))]
}

// activate keeps the record of running turns.
func (e *engine) activate(turn *Turn, on bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if on {
		e.active[turn] = true
	} else {
		delete(e.active, turn)
	}
}

// execute calls the agent's code.
func (t *Turn) execute() (err error) {
	t.task.engine.activate(t, true)
	defer t.task.engine.activate(t, false)
	returned := false
	defer func() {
		if returned {
			return
		}
		if r := recover(); r != nil {
			t.Logger().Error("the handler panicked", "panic", r, "stack", string(debug.Stack()))
			err = fmt.Errorf("panic: %v", r)
			return
		}
		// It was runtime.Goexit: nothing but deferred calls runs any more.
		t.end(errors.New("the handler ended its goroutine"))
	}()
	err = t.task.engine.executor.Execute(t.ctx, t)
	returned = true
	return err
}

// open creates the task if there is none. The caller holds write.
func (t *Turn) open() error {
	switch {
	case t.lost != nil:
		return t.lost
	case t.task.exists():
		return nil
	}
	first := newTask(t.task.ref.ID, t.task.contextID, t.task.engine.now(), t.message)
	if err := t.task.begin(t.values, first, t.config); err != nil {
		return t.loseLocked(err)
	}
	return nil
}

// emit stores and publishes an event. A status gets its timestamp here, where
// events have an order.
func (t *Turn) emit(event *a2apb.StreamResponse) error {
	t.task.write.Lock()
	defer t.task.write.Unlock()
	if t.over || t.replied {
		return errTurnOver
	}
	if err := t.open(); err != nil {
		return err
	}
	switch state := t.task.state(); {
	case IsTerminal(state):
		return errTerminal
	case state == a2apb.TaskState_TASK_STATE_INPUT_REQUIRED:
		return errParked
	}
	if status := event.GetStatusUpdate().GetStatus(); status != nil {
		setTime(status.GetTimestamp(), t.task.engine.now())
	}
	if err := t.task.appendOne(t.values, event); err != nil {
		return t.loseLocked(err)
	}
	t.touch()
	return nil
}

// lose makes the turn fail with err whatever the handler does from now on.
func (t *Turn) lose(err error) error {
	t.task.write.Lock()
	defer t.task.write.Unlock()
	return t.loseLocked(err)
}

func (t *Turn) loseLocked(err error) error {
	if t.lost == nil && !t.over {
		t.lost = err
		t.cancel(err)
	}
	return err
}

// touch restarts the clock of inactivity. While the agent waits for an
// authorization it stands still.
func (t *Turn) touch() {
	switch {
	case t.timer == nil:
	case t.task.state() == a2apb.TaskState_TASK_STATE_AUTH_REQUIRED:
		t.timer.Stop()
	default:
		t.timer.Reset(t.task.engine.timeout)
	}
}

// expire cancels a turn that showed no activity, and fails the task if that
// does not make the handler return in time.
func (t *Turn) expire() {
	t.cancel(errInactive)
	time.AfterFunc(expiryGrace, func() { t.end(errInactive) })
}
