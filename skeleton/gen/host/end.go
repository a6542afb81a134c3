package host

import (
	"context"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/wire"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
)

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
		err = t.task.appendOne(t.values, t.task.statusEvent(state, message))
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
		task.resign(reason, nil)
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
		err = task.append(t.values, failed)
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
