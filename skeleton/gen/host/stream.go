package host

import (
	"context"
	"io"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/wire"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
)

// follow sends the opening of a stream and then what comes after it, until the
// stream's end, the client's, or the agent's. It closes the cursor.
//
// A stream of a sender ends with the turn that its message began: at a
// terminal state or when the agent asks for input, but not when it asks for an
// authorization. A subscription ends at a terminal state only (sections 3.1.2,
// 3.1.6 and 7.6.1).
func (t *task) follow(ctx context.Context, opening *event, c *cursor, stream wire.Stream[a2apb.StreamResponse], sender bool) error {
	defer t.leave(c)
	for {
		batch, state := t.read(c)
		if opening != nil {
			batch = append([]*event{opening}, batch...)
			opening = nil
		}
		batch, ended := upToEnd(batch, sender)
		if len(batch) > 0 {
			if err := stream.Send(batch...); err != nil {
				return err
			}
		}
		switch {
		case ended && sender:
			return t.outcome()
		case ended || state.err == io.EOF:
			return nil
		case state.err != nil:
			return state.err
		case state.changed == nil:
			continue
		}
		select {
		case <-state.changed:
		case <-state.drain:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// readState is what a reader finds behind the events that it read.
type readState struct {
	err     error           // no more events come; io.EOF after the last one
	changed <-chan struct{} // closed at the next change
	drain   <-chan struct{} // closed when waiting is in vain
}

// read returns the next events for a cursor.
func (t *task) read(c *cursor) ([]*event, readState) {
	t.mu.Lock()
	defer t.mu.Unlock()
	events, ok := t.log.read(c, maxBatch)
	switch {
	case !ok:
		return nil, readState{err: wire.Unavailable.New("the stream fell too far behind; subscribe again")}
	case c.next < t.log.end():
		return events, readState{}
	case IsTerminal(t.state()):
		return events, readState{err: io.EOF}
	case t.broken != nil:
		return events, readState{err: t.broken}
	}
	state := readState{changed: t.log.changed()}
	if !t.busy {
		state.drain = t.engine.drain
	}
	return events, state
}

// leave closes a cursor.
func (t *task) leave(c *cursor) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.log.close(c)
}

// outcome returns the error that a sender gets after the last event.
func (t *task) outcome() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.failure == nil {
		return nil
	}
	return t.failure
}

// upToEnd cuts off what follows the last event of a stream, and says whether
// that is there.
func upToEnd(events []*event, sender bool) ([]*event, bool) {
	for i, e := range events {
		state := e.Message.GetStatusUpdate().GetStatus().GetState()
		if IsTerminal(state) || sender && state == a2apb.TaskState_TASK_STATE_INPUT_REQUIRED {
			return events[:i+1], true
		}
	}
	return events, false
}

// subscribe returns the opening of a stream of the task, and a cursor behind
// it.
func (t *task) subscribe() (*event, *cursor, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	state := t.state()
	switch {
	case t.fold == nil:
		return nil, nil, a2a.TaskNotFound.New("task %q does not exist", t.ref.ID)
	case IsTerminal(state):
		return nil, nil, a2a.UnsupportedOperation.New("task %q is %s, so no updates follow", t.ref.ID, stateName(state)).
			With("state", state.String())
	}
	return t.firstEvent(), t.log.open(), nil
}
