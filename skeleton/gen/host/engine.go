package host

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/wire"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host/push"
)

// engine runs turns and keeps the open tasks.
type engine struct {
	store    Store
	executor Executor
	sender   *push.Sender // nil without push notifications
	logger   *slog.Logger
	timeout  time.Duration // of a turn without activity; 0 means none
	maxTurns int           // turns at a time; 0 means no limit

	statesOnly bool         // webhooks get no artifacts and messages
	files      *http.Client // for what parts link to

	clock      atomic.Int64    // the latest timestamp given out, in milliseconds
	drain      chan struct{}   // closed when draining starts
	idle       chan struct{}   // closed when draining and the last turn has ended
	delivering context.Context // of hooks
	quit       context.CancelFunc

	mu       sync.Mutex
	open     map[Ref]*task
	active   map[*Turn]bool // running
	turns    int            // running or about to
	draining bool           // no turn may start
	hooks    int            // at work
	quiet    chan struct{}  // closed when no hook is at work any more, nil while nobody waits
}

func newEngine(store Store, executor Executor, sender *push.Sender, logger *slog.Logger) *engine {
	e := &engine{
		store:    store,
		executor: executor,
		sender:   sender,
		logger:   logger,
		open:     make(map[Ref]*task),
		active:   make(map[*Turn]bool),
		drain:    make(chan struct{}),
		idle:     make(chan struct{}),
	}
	e.delivering, e.quit = context.WithCancel(context.Background())
	return e
}

// now returns the time for a status: UTC, in the milliseconds that JSON shows,
// and never earlier than one given out before.
func (e *engine) now() time.Time {
	now := time.Now().UnixMilli()
	for {
		last := e.clock.Load()
		if now <= last {
			return time.UnixMilli(last).UTC()
		}
		if e.clock.CompareAndSwap(last, now) {
			return time.UnixMilli(now).UTC()
		}
	}
}

// opened adds a new task to the open ones.
func (e *engine) opened(t *task) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.open[t.ref] = t
}

// acquire opens a task, from the store if need be. The caller releases it.
func (e *engine) acquire(ctx context.Context, ref Ref) (*task, error) {
	e.mu.Lock()
	t := e.open[ref]
	if t != nil {
		t.refs++
		e.mu.Unlock()
		if t.loaded != nil {
			<-t.loaded
		}
	} else {
		t = &task{engine: e, ref: ref, refs: 1, loaded: make(chan struct{})}
		e.open[ref] = t
		e.mu.Unlock()
		t.loadErr = t.load(context.WithoutCancel(ctx))
		close(t.loaded)
	}
	if t.loadErr != nil {
		e.release(t)
		return nil, t.loadErr
	}
	return t, nil
}

// load reads a task from the store. Nobody else uses the task meanwhile.
func (t *task) load(ctx context.Context) error {
	stored, sequence, err := t.engine.store.Load(ctx, t.ref.Scope, t.ref.ID)
	if err != nil {
		return storeError(err, t.ref.ID)
	}
	var configs []*a2apb.TaskPushNotificationConfig
	if t.engine.sender != nil {
		configs, err = t.engine.store.PushConfigs(ctx, t.ref.Scope, t.ref.ID)
		if err != nil {
			return storeError(err, t.ref.ID)
		}
	}
	t.sequence, t.contextID = sequence, stored.GetContextId()
	t.mu.Lock()
	defer t.mu.Unlock()
	t.fold = &t.folded
	t.fold.begin(stored)
	for _, config := range configs {
		t.addHook(config, t.log.open())
	}
	return nil
}

// storeError turns a failure of the store into what a client gets.
func storeError(err error, id string) error {
	if errors.Is(err, ErrNotFound) {
		return a2a.TaskNotFound.New("task %q does not exist", id)
	}
	return fmt.Errorf("task %s: %w", id, err)
}

// retain adds a reference.
func (e *engine) retain(t *task) {
	e.mu.Lock()
	defer e.mu.Unlock()
	t.refs++
}

// release gives up a reference. The last one closes the task.
func (e *engine) release(t *task) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if t.refs--; t.refs == 0 && e.open[t.ref] == t {
		delete(e.open, t.ref)
	}
}

// forget closes a task that others may still hold.
func (e *engine) forget(t *task) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.open[t.ref] == t {
		delete(e.open, t.ref)
	}
}

// get returns a task as it is now.
func (e *engine) get(ctx context.Context, ref Ref) (*a2apb.Task, error) {
	e.mu.Lock()
	t := e.open[ref]
	e.mu.Unlock()
	if t != nil {
		if task := t.current(); task != nil {
			return task, nil
		}
	}
	task, _, err := e.store.Load(ctx, ref.Scope, ref.ID)
	if err != nil {
		return nil, storeError(err, ref.ID)
	}
	return task, nil
}

// reserve makes room for one more turn.
func (e *engine) reserve() error {
	e.mu.Lock()
	defer e.mu.Unlock()
	switch {
	case e.draining:
		return wire.Unavailable.New("the agent is shutting down")
	case e.maxTurns > 0 && e.turns >= e.maxTurns:
		busy := wire.Unavailable.New("the agent works on as many tasks as it can")
		busy.RetryAfter = time.Second
		return busy
	}
	e.turns++
	return nil
}

// vacate ends what reserve began.
func (e *engine) vacate() {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.turns--; e.turns == 0 && e.draining {
		close(e.idle)
	}
}
