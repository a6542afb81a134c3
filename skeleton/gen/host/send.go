package host

import (
	"context"
	"fmt"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/wire"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
)

// maxInbox limits the messages that wait for a busy turn.
const maxInbox = 32

// delivery is a message on its way to a turn.
type delivery struct {
	ctx     context.Context // of the request
	request *a2apb.SendMessageRequest
	message *a2apb.Message // with the ids of task and context
	config  *a2apb.TaskPushNotificationConfig
	answer  *answer
}

// send hands a message to a new task or to the one that it names. The request
// is valid. The answer is set when its moment comes; the caller releases the
// task.
func (e *engine) send(ctx context.Context, scope Scope, req *a2apb.SendMessageRequest, config *a2apb.TaskPushNotificationConfig, until moment) (*task, *answer, error) {
	id := req.GetMessage().GetTaskId()
	if id == "" {
		return e.sendNew(scope, delivery{ctx: ctx, request: req, config: config}, until)
	}
	t, err := e.acquire(ctx, Ref{Scope: scope, ID: id})
	if err != nil {
		return nil, nil, err
	}
	answer := newAnswer(until)
	if err := t.deliver(&delivery{ctx: ctx, request: req, config: config, answer: answer}); err != nil {
		e.release(t)
		return nil, nil, err
	}
	return t, answer, nil
}

// opening is what a new task begins with, in one piece of memory.
type opening struct {
	task    task
	turn    Turn
	answer  answer
	waiting [1]*answer
}

// sendNew begins a task.
func (e *engine) sendNew(scope Scope, d delivery, until moment) (*task, *answer, error) {
	if err := e.reserve(); err != nil {
		return nil, nil, err
	}
	o := new(opening)
	t, answer := &o.task, &o.answer
	t.engine, t.ref.Scope = e, scope
	t.refs = 2 // the turn's and the caller's
	if t.contextID = d.request.GetMessage().GetContextId(); t.contextID == "" {
		t.ref.ID, t.contextID = newIDs()
	} else {
		t.ref.ID = newID()
	}
	t.address(&d)
	t.turn, t.busy = &o.turn, true
	t.turn.begin(t, &d)
	*answer = *newAnswer(until)
	o.waiting[0] = answer
	t.waiting = o.waiting[:]
	go e.run(t.turn)
	return t, answer, nil
}

// address gives the message of a delivery the ids of the task, on a copy.
func (t *task) address(d *delivery) {
	d.message = a2a.CopyMessage(d.request.GetMessage())
	d.message.TaskId, d.message.ContextId = t.ref.ID, t.contextID
	if d.config != nil {
		d.config.TaskId, d.config.Tenant = t.ref.ID, t.ref.Scope.Tenant
	}
}

// deliver hands a message to an existing task: it begins a turn if none runs,
// and waits for the running one if that waits for its client. Otherwise it is
// refused (section 3.3.3).
func (t *task) deliver(d *delivery) error {
	t.write.Lock()
	defer t.write.Unlock()
	if id := d.request.GetMessage().GetContextId(); id != "" && id != t.contextID {
		return wire.InvalidField("message.contextId", "is not the context of the task")
	}
	state := t.state()
	if !IsInterrupted(state) {
		return a2a.UnsupportedOperation.New("task %q is %s and takes no message now", t.ref.ID, stateName(state)).
			With("state", state.String())
	}
	if len(t.inbox) >= maxInbox {
		return wire.RateLimited.New("too many messages wait for task %q", t.ref.ID)
	}
	t.address(d)
	if t.turn != nil {
		return t.queue(d)
	}
	if err := t.engine.reserve(); err != nil {
		return err
	}
	if err := t.resume(d); err != nil {
		t.engine.vacate()
		return err
	}
	t.engine.retain(t)
	go t.engine.run(t.turn)
	return nil
}

// resume begins a turn on an idle task.
func (t *task) resume(d *delivery) error {
	if err := t.keepConfig(d); err != nil {
		return err
	}
	err := t.append(d.ctx, messageEvent(d.message), t.statusEvent(a2apb.TaskState_TASK_STATE_WORKING, nil))
	if err != nil {
		t.fail(err)
		return err
	}
	t.turn = t.newTurn(d)
	t.mu.Lock()
	t.busy = true
	t.mu.Unlock()
	t.take(d)
	return nil
}

// queue leaves a message for the running turn, or for the one after it.
func (t *task) queue(d *delivery) error {
	if err := t.keepConfig(d); err != nil {
		return err
	}
	if err := t.append(d.ctx, messageEvent(d.message)); err != nil {
		t.fail(err)
		return err
	}
	t.inbox = append(t.inbox, d)
	if d.answer.until != untilSettled {
		t.take(d)
	}
	if t.turn.arrival != nil {
		close(t.turn.arrival)
		t.turn.arrival = nil
	}
	return nil
}

// keepConfig stores the push configuration of a message to an existing task.
func (t *task) keepConfig(d *delivery) error {
	if d.config == nil {
		return nil
	}
	_, err := t.putConfig(d.ctx, d.config)
	return err
}

// Receive returns the next message that arrived for the task while it was
// AUTH_REQUIRED, and waits for one (section 7.6). Messages that a turn does
// not receive begin turns of their own if the task waits for its client then.
func (t *Turn) Receive(ctx context.Context) (*a2apb.Message, error) {
	for {
		m, arrival, err := t.receive()
		if m != nil || err != nil {
			return m, err
		}
		select {
		case <-arrival:
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		case <-t.ctx.Done():
			return nil, context.Cause(t.ctx)
		}
	}
}

// receive takes a message from the inbox, or returns a channel that is closed
// when one arrives.
func (t *Turn) receive() (*a2apb.Message, <-chan struct{}, error) {
	t.task.write.Lock()
	defer t.task.write.Unlock()
	if t.over {
		return nil, nil, errTurnOver
	}
	if len(t.task.inbox) > 0 {
		d := t.task.inbox[0]
		t.task.inbox = t.task.inbox[1:]
		t.task.take(d)
		return d.message, nil, nil
	}
	if t.arrival == nil {
		t.arrival = make(chan struct{})
	}
	return nil, t.arrival, nil
}

// wait waits for an answer and returns its error.
func (t *task) wait(ctx context.Context, a *answer) error {
	select {
	case <-a.done:
		return a.err
	case <-ctx.Done():
		t.abandon(a)
		return fmt.Errorf("the client is gone: %w", ctx.Err())
	}
}
