package host

import (
	"context"
	"fmt"
	"sync"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/wire"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
)

// task is an open task: one that a turn works on, or whose updates somebody
// reads. Tasks that nobody needs are in the store only.
//
// A change goes to the store first, under write, and is published after that,
// under mu. Readers take mu only, so they never wait for the store. Lock order
// is write, mu, engine.mu; nothing is sent to a client under any of them.
type task struct {
	engine    *engine
	ref       Ref
	contextID string

	refs    int           // guarded by engine.mu
	loaded  chan struct{} // closed when loadErr is final; nil for a task made here
	loadErr error

	write    sync.Mutex
	sequence uint64                   // of the last event in the store, 0 before the first
	turn     *Turn                    // the one that runs
	inbox    []*delivery              // messages that no turn has taken yet
	one      [1]*a2apb.StreamResponse // memory for appendOne

	configs sync.Mutex // one change of the push configurations at a time; before mu

	mu      sync.Mutex
	fold    *Fold    // nil until the task exists
	folded  Fold     // memory for fold
	log     eventLog // updates that somebody still has to read
	waiting []*answer
	hooks   []*hook // its webhooks
	busy    bool    // a turn runs
	failure error   // what senders get when the task ended with a protocol error
	broken  error   // the store failed
	opening *event  // the task as the first event of a stream, nil when it changed
}

// exists says whether the task is in the store. The caller holds write.
func (t *task) exists() bool { return t.sequence > 0 }

// state returns the current state. The caller holds write or mu.
func (t *task) state() a2apb.TaskState {
	if t.fold == nil {
		return a2apb.TaskState_TASK_STATE_UNSPECIFIED
	}
	return t.fold.State()
}

// current returns the task as it is now, nil before it exists.
func (t *task) current() *a2apb.Task {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.fold == nil {
		return nil
	}
	return t.fold.Snapshot()
}

// begin puts a new task into the store and publishes it. The caller holds
// write.
func (t *task) begin(ctx context.Context, first *a2apb.Task, config *a2apb.TaskPushNotificationConfig) error {
	ctx = lasting(ctx)
	if err := t.engine.store.Create(ctx, t.ref.Scope, first); err != nil {
		return fmt.Errorf("create task %s: %w", t.ref.ID, err)
	}
	t.sequence = 1
	t.engine.opened(t)
	var err error
	if config != nil {
		err = t.engine.store.PutPushConfig(ctx, t.ref.Scope, config)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.fold = &t.folded
	t.fold.begin(first)
	t.resolve()
	switch {
	case err != nil:
		return fmt.Errorf("keep the push configuration of task %s: %w", t.ref.ID, err)
	case config != nil:
		t.addHook(config, t.log.open())
	}
	return nil
}

// appendOne is append for one event, as nearly all come.
func (t *task) appendOne(ctx context.Context, event *a2apb.StreamResponse) error {
	t.one[0] = event
	err := t.append(ctx, t.one[:]...)
	t.one[0] = nil
	return err
}

// append stores events and publishes them. The caller holds write and has
// checked that the state allows them.
func (t *task) append(ctx context.Context, events ...*a2apb.StreamResponse) error {
	err := t.engine.store.Append(lasting(ctx), t.ref.ID, t.sequence, events...)
	if err != nil {
		return fmt.Errorf("append to task %s: %w", t.ref.ID, err)
	}
	t.sequence += uint64(len(events))
	t.mu.Lock()
	defer t.mu.Unlock()
	t.opening = nil
	for _, e := range events {
		if err := t.fold.Apply(e); err != nil {
			return fmt.Errorf("task %s: %w", t.ref.ID, err)
		}
		if e.GetMessage() == nil {
			t.log.add(e)
		}
		if e.GetStatusUpdate() != nil {
			t.resolve()
		}
	}
	t.log.broadcast()
	t.wakeHooks()
	return nil
}

// fail marks the task as out of step with the store: whoever reads or waits
// gets the error, and the next request loads the task again. The caller holds
// write.
func (t *task) fail(err error) {
	t.engine.forget(t)
	t.mu.Lock()
	t.broken = err
	t.log.broadcast()
	t.mu.Unlock()
	t.resign(err, nil)
}

// agentMessage returns a message of the agent, nil if it has nothing to say.
func (t *task) agentMessage(parts ...*a2apb.Part) *a2apb.Message {
	if len(parts) == 0 {
		return nil
	}
	return &a2apb.Message{
		MessageId: newID(),
		ContextId: t.contextID,
		TaskId:    t.ref.ID,
		Role:      a2apb.Role_ROLE_AGENT,
		Parts:     parts,
	}
}

// firstEvent returns the task as the first event of a stream. Streams that
// begin at the same place share it. The caller holds mu.
func (t *task) firstEvent() *event {
	if t.opening == nil {
		t.opening = wire.NewEvent(taskEvent(t.fold.Snapshot()))
	}
	return t.opening
}
