package host

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
)

const (
	stopGrace    = 2 * time.Second // for handlers to return after they were told to stop
	flushTimeout = 5 * time.Second // for webhooks to get the last events
	purgeEvery   = time.Minute
)

// Start makes the host ready: tasks that an earlier run left in the middle of
// their work fail, and old tasks are removed from time to time.
func (h *Host) Start(ctx context.Context) error {
	if err := h.engine.recover(ctx); err != nil {
		return fmt.Errorf("tasks of an earlier run: %w", err)
	}
	go h.engine.purge(h.background, h.config.RetentionAge, h.config.RetentionCount)
	h.ready.Store(true)
	return nil
}

// Shutdown takes no new work and waits for the running turns. When ctx is done
// it tells their handlers to stop, and fails the tasks of those that do not.
// Streams end with their tasks, or at once if nobody works on them. Webhooks
// have a few seconds to get the last events.
func (h *Host) Shutdown(ctx context.Context) {
	h.ready.Store(false)
	h.stop()
	h.engine.beginDrain()
	h.engine.finish(ctx)
	flush, cancel := context.WithTimeout(context.WithoutCancel(ctx), flushTimeout)
	defer cancel()
	h.engine.flush(flush)
}

// recover fails the tasks that an earlier process left in the middle of their
// work: nobody works on them any more.
func (e *engine) recover(ctx context.Context) error {
	refs, err := e.store.Unfinished(ctx)
	if err != nil {
		return err
	}
	for _, ref := range refs {
		if err := e.failStopped(ctx, ref); err != nil {
			return err
		}
		e.logger.Warn("a task of an earlier run was given up", "task", ref.ID)
	}
	return nil
}

func (e *engine) failStopped(ctx context.Context, ref Ref) error {
	t, err := e.acquire(ctx, ref)
	if err != nil {
		return err
	}
	defer e.release(t)
	t.write.Lock()
	defer t.write.Unlock()
	message := t.agentMessage(Text(clientText(errStopped)))
	return t.append(ctx, t.statusEvent(a2apb.TaskState_TASK_STATE_FAILED, message))
}

// purge removes old tasks from the store, again and again, until ctx is done.
// Zero limits remove none.
func (e *engine) purge(ctx context.Context, age time.Duration, count int) {
	if age <= 0 && count <= 0 {
		return
	}
	ticker := time.NewTicker(purgeEvery)
	defer ticker.Stop()
	for {
		var before time.Time
		if age > 0 {
			before = time.Now().Add(-age)
		}
		n, err := e.store.Purge(ctx, before, count)
		switch {
		case errors.Is(err, context.Canceled):
		case err != nil:
			e.logger.Error("old tasks could not be removed", "error", err)
		case n > 0:
			e.logger.Info("old tasks removed", "tasks", n)
		}
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return
		}
	}
}

// beginDrain lets no further turn begin. Streams of idle tasks end, those of
// running turns go on.
func (e *engine) beginDrain() {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.draining {
		return
	}
	e.draining = true
	close(e.drain)
	if e.turns == 0 {
		close(e.idle)
	}
}

// stopping says whether beginDrain was called.
func (e *engine) stopping() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.draining
}

// finish waits for the running turns. When ctx is done it tells the handlers
// to stop, and fails the tasks of those that do not return soon after.
func (e *engine) finish(ctx context.Context) {
	select {
	case <-e.idle:
		return
	case <-ctx.Done():
	}
	turns := e.running()
	e.logger.Warn("handlers are told to stop", "turns", len(turns))
	for _, turn := range turns {
		turn.cancel(errStopped)
	}
	late := time.NewTimer(stopGrace)
	defer late.Stop()
	select {
	case <-e.idle:
	case <-late.C:
		for _, turn := range turns {
			turn.end(errStopped)
		}
	}
}

// running returns the turns that run.
func (e *engine) running() []*Turn {
	e.mu.Lock()
	defer e.mu.Unlock()
	return slices.Collect(maps.Keys(e.active))
}

// hookBegins counts a hook at work, which keeps its task open.
func (e *engine) hookBegins(t *task) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.hooks++
	t.refs++
}

// hookEnds ends what hookBegins began.
func (e *engine) hookEnds(t *task) {
	e.release(t)
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.hooks--; e.hooks == 0 && e.quiet != nil {
		close(e.quiet)
		e.quiet = nil
	}
}

// flush waits until all webhooks have what there is for them, or ctx is done.
// Nothing is delivered after that.
func (e *engine) flush(ctx context.Context) {
	defer e.quit()
	e.mu.Lock()
	if e.hooks == 0 {
		e.mu.Unlock()
		return
	}
	quiet := make(chan struct{})
	e.quiet = quiet
	e.mu.Unlock()
	select {
	case <-quiet:
	case <-ctx.Done():
		e.logger.Warn("push notifications were lost at shutdown")
	}
}
