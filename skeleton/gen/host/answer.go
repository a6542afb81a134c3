package host

import (
	"slices"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
)

// answer is what one send or cancel waits for.
type answer struct {
	until   moment
	done    chan struct{} // closed when the rest is set
	task    *a2apb.Task
	message *a2apb.Message // instead of a task
	opening *event         // of a stream, what it begins with
	cursor  *cursor        // of a stream, what follows
	err     error
}

// moment is when a request is answered.
type moment int

const (
	untilSettled  moment = iota // the task is terminal or waits for its client
	untilExists                 // there is a task
	untilStream                 // there is a task; the stream begins with it
	untilTerminal               // the task is terminal
)

func newAnswer(until moment) *answer {
	return &answer{until: until, done: make(chan struct{})}
}

// reached says whether a task in a state ends the wait.
func (m moment) reached(state a2apb.TaskState) bool {
	switch m {
	case untilExists, untilStream:
		return state != a2apb.TaskState_TASK_STATE_UNSPECIFIED
	case untilSettled:
		return IsTerminal(state) || IsInterrupted(state)
	}
	return IsTerminal(state)
}

// resolve answers those who waited for what the task has become. The caller
// holds mu.
func (t *task) resolve() {
	state := t.state()
	t.waiting = slices.DeleteFunc(t.waiting, func(a *answer) bool {
		if !a.until.reached(state) {
			return false
		}
		t.answer(a)
		return true
	})
}

// answer answers with the task as it is now. The caller holds mu.
func (t *task) answer(a *answer) {
	a.task = t.fold.Snapshot()
	switch a.until {
	case untilStream:
		a.opening, a.cursor = t.firstEvent(), t.log.open()
	case untilSettled:
		a.err = t.failure
	}
	close(a.done)
}

// take begins the wait for the answer to a message that reached a turn. A
// settled state counts from here on only: the one before it is not about this
// message.
func (t *task) take(d *delivery) {
	t.mu.Lock()
	defer t.mu.Unlock()
	a := d.answer
	d.answer = nil
	switch {
	case a == nil: // was answered when the message was queued
	case t.broken != nil:
		a.err = t.broken
		close(a.done)
	case a.until == untilSettled && !IsTerminal(t.state()):
		t.waiting = append(t.waiting, a)
	default:
		t.answer(a)
	}
}

// enlist has a answered by a change that is yet to come.
func (t *task) enlist(a *answer) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.waiting = append(t.waiting, a)
}

// abandon forgets a, which nobody waits for any more.
func (t *task) abandon(a *answer) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.waiting = slices.DeleteFunc(t.waiting, func(b *answer) bool { return a == b })
	if a.cursor != nil {
		t.log.close(a.cursor)
	}
}

// resign answers everybody who waits for a task that does not come, with an
// error or with a message.
func (t *task) resign(err error, message *a2apb.Message) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, a := range t.waiting {
		a.err, a.message = err, message
		close(a.done)
	}
	t.waiting = nil
}
