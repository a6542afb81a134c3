package host

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/wire"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
)

// expiryGrace is how long a turn that showed no activity may take to return
// before the task fails without it.
const expiryGrace = 5 * time.Second

// newTurn returns the turn of a message. Its context keeps the values of the
// request's, and outlives it.
func (t *task) newTurn(d *delivery) *Turn {
	turn := &Turn{
		task:    t,
		request: d.request,
		message: d.message,
		caller:  IdentityFrom(d.ctx),
		config:  d.config,
	}
	turn.ctx, turn.cancel = context.WithCancelCause(context.WithoutCancel(d.ctx))
	if t.engine.timeout > 0 {
		turn.timer = time.AfterFunc(t.engine.timeout, turn.expire)
	}
	return turn
}

// run runs a turn, and then those of the messages that came too late for it.
// It owns a reserved place and a reference to the task.
func (e *engine) run(turn *Turn) {
	defer e.release(turn.task)
	defer e.vacate()
	for turn != nil {
		turn = turn.end(turn.execute())
	}
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
	first := &a2apb.Task{
		Id:        t.task.ref.ID,
		ContextId: t.task.contextID,
		Status:    t.task.status(a2apb.TaskState_TASK_STATE_SUBMITTED, nil),
		History:   []*a2apb.Message{t.message},
	}
	if err := t.task.begin(t.ctx, first, t.config); err != nil {
		return t.loseLocked(err)
	}
	return nil
}

// emit stores and publishes an event that make builds when its turn has come.
func (t *Turn) emit(make func() *a2apb.StreamResponse) error {
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
	if err := t.task.append(t.ctx, make()); err != nil {
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

// end ends a turn with what the handler returned, once. It returns the turn of
// the next message if one is waiting.
func (t *Turn) end(err error) (next *Turn) {
	task := t.task
	task.write.Lock()
	defer task.write.Unlock()
	if t.over {
		return nil
	}
	t.conclude(err)
	t.over = true
	t.cancel(nil)
	if t.timer != nil {
		t.timer.Stop()
	}
	if task.turn = task.next(); task.turn == nil {
		task.rest()
	}
	return task.turn
}

// conclude brings the task into the state in which the turn leaves it. The
// caller holds write.
func (t *Turn) conclude(err error) {
	state := t.task.state()
	switch {
	case t.replied:
		return
	case IsTerminal(state):
		if err != nil {
			t.Logger().Debug("the handler returned an error after the end of the task", "error", err)
		}
		return
	case err == nil && !IsInterrupted(state):
		err = context.Cause(t.ctx) // a handler that was told to stop has not finished
	}
	switch {
	case t.lost != nil:
		t.fail(t.lost)
	case t.refusal != nil:
		t.fail(t.refusal)
	case t.canceled != nil:
		t.close(a2apb.TaskState_TASK_STATE_CANCELED, nil)
	case err != nil:
		t.fail(err)
	case !IsInterrupted(state):
		t.close(a2apb.TaskState_TASK_STATE_COMPLETED, nil)
	}
}

// close puts the task into its last state. If the store does not take it, the
// task fails instead.
func (t *Turn) close(state a2apb.TaskState, message *a2apb.Message) {
	err := t.open()
	if err == nil {
		err = t.task.append(t.ctx, t.task.statusEvent(state, message))
	}
	if err != nil {
		t.fail(err)
	}
}

// fail makes the task FAILED, or refuses the message if there is no task and
// need not be one. If even that cannot be stored, nobody hears of a success.
func (t *Turn) fail(reason error) {
	task := t.task
	t.Logger().Warn("a task failed", "error", reason)
	protocol := t.protocolError(reason)
	if !task.exists() && (protocol != nil || t.lost != nil) {
		task.giveUp(reason)
		return
	}
	t.lost = nil // has been dealt with, and must not keep the task from being opened
	err := t.open()
	if err == nil {
		text := t.reasonText(reason)
		if protocol != nil {
			text = protocol.Text()
			task.mu.Lock()
			task.failure = protocol.With("taskId", task.ref.ID)
			task.mu.Unlock()
		}
		failed := task.statusEvent(a2apb.TaskState_TASK_STATE_FAILED, task.agentMessage(Text(text)))
		err = task.append(t.ctx, failed)
	}
	if err != nil {
		t.Logger().Error("the end of a task could not be stored", "error", err)
		task.fail(err)
	}
}

// protocolError returns the error that the sender of the message gets besides
// the failed task: for a refused message and for an answer that has no valid
// form. A wire.Error from elsewhere, such as another agent, is not for it.
func (t *Turn) protocolError(reason error) *wire.Error {
	e, ok := reason.(*wire.Error)
	if !ok || e != t.refusal && (e != t.lost || e.Kind != a2a.InvalidAgentResponse) {
		return nil
	}
	return &wire.Error{Kind: e.Kind, Message: e.Message, Violations: e.Violations, RetryAfter: e.RetryAfter}
}

// reasonText returns what the client reads about a failure.
func (t *Turn) reasonText(reason error) string {
	if text := clientText(reason); text != failedText {
		return text
	}
	return clientText(context.Cause(t.ctx))
}

// next returns the turn of the first message that no turn has taken, if the
// task waits for messages. The caller holds write.
func (t *task) next() *Turn {
	if len(t.inbox) == 0 || !IsInterrupted(t.state()) || t.engine.stopping() {
		return nil
	}
	d := t.inbox[0]
	t.inbox = t.inbox[1:]
	t.take(d)
	if err := t.append(d.ctx, t.statusEvent(a2apb.TaskState_TASK_STATE_WORKING, nil)); err != nil {
		t.fail(err)
		return nil
	}
	return t.newTurn(d)
}

// rest leaves the task without a turn. The caller holds write.
func (t *task) rest() {
	for _, d := range t.inbox {
		t.take(d)
	}
	t.inbox = nil
	t.mu.Lock()
	defer t.mu.Unlock()
	t.busy = false
	t.resolve()
	t.log.broadcast()
}
