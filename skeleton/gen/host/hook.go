package host

import (
	"context"
	"errors"
	"slices"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/wire"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host/push"
)

// maxConfigs limits the push configurations of one task.
const maxConfigs = 16

// hook delivers the updates of an open task to one webhook, in order. It is a
// reader of the log like a stream, and has a goroutine only while there is
// something to deliver, so a slow or dead webhook holds up nobody
// (section 4.3.3). The task's mu guards it.
type hook struct {
	task   *task
	config *a2apb.TaskPushNotificationConfig
	cursor *cursor
	dead   bool // gets nothing any more

	// Of the goroutine, nil without one.
	done   chan struct{} // closed when it has ended
	cancel context.CancelFunc
}

// addHook adds a hook that reads from a cursor on. The caller holds mu.
func (t *task) addHook(config *a2apb.TaskPushNotificationConfig, c *cursor) {
	h := &hook{task: t, config: config, cursor: c}
	t.hooks = append(t.hooks, h)
	h.wake()
}

// wakeHooks sees to it that new events are delivered. The caller holds mu.
func (t *task) wakeHooks() {
	for _, h := range t.hooks {
		h.wake()
	}
}

func (h *hook) wake() {
	if h.dead || h.done != nil || h.cursor.next >= h.task.log.end() {
		return
	}
	var ctx context.Context
	ctx, h.cancel = context.WithCancel(h.task.engine.delivering)
	h.done = make(chan struct{})
	h.task.engine.hookBegins(h.task)
	go h.run(ctx)
}

// run delivers what there is. The configuration of a webhook that is gone is
// dropped; one that failed gets nothing more as long as the task is open.
func (h *hook) run(ctx context.Context) {
	defer h.task.engine.hookEnds(h.task)
	gone := false
	for {
		e := h.next()
		if e == nil {
			break
		}
		err := h.task.engine.sender.Send(ctx, h.config, e.JSON(a2a.AppendStreamResponse))
		if err != nil {
			h.task.mu.Lock()
			h.kill()
			h.task.mu.Unlock()
			h.task.engine.logger.Warn("push notifications given up",
				"task", h.task.ref.ID, "config", h.config.GetId(), "error", err)
			gone = errors.Is(err, push.ErrGone)
		}
	}
	if gone {
		h.drop()
	}
}

// drop removes the configuration of a hook that has ended, unless another has
// replaced it.
func (h *hook) drop() {
	t := h.task
	t.configs.Lock()
	defer t.configs.Unlock()
	if t.hook(h.config.GetId()) != h {
		return
	}
	if err := t.removeConfig(t.engine.delivering, h.config.GetId()); err != nil {
		t.engine.logger.Warn("a push configuration could not be dropped",
			"task", t.ref.ID, "config", h.config.GetId(), "error", err)
	}
}

// next returns the next event to deliver. With nil the goroutine must end.
func (h *hook) next() *event {
	h.task.mu.Lock()
	defer h.task.mu.Unlock()
	for !h.dead {
		events, ok := h.task.log.read(h.cursor, 1)
		if !ok {
			h.kill()
		}
		if len(events) == 0 {
			break
		}
		if !h.task.engine.statesOnly || isState(events[0].Message) {
			return events[0]
		}
	}
	h.cancel()
	close(h.done)
	h.done, h.cancel = nil, nil
	return nil
}

// isState says whether an event is about the state of a task.
func isState(e *a2apb.StreamResponse) bool {
	return e.GetTask() != nil || e.GetStatusUpdate() != nil
}

// kill makes a hook deliver no more. The caller holds mu.
func (h *hook) kill() {
	h.dead = true
	if h.cancel != nil {
		h.cancel()
	}
	h.task.log.close(h.cursor)
}

// stop kills a hook, if there is one, and waits until its last delivery is
// over.
func (t *task) stop(h *hook) {
	if h == nil {
		return
	}
	t.mu.Lock()
	h.kill()
	done := h.done
	t.mu.Unlock()
	if done != nil {
		<-done
	}
}

// hook returns the hook of a configuration, nil if there is none.
func (t *task) hook(id string) *hook {
	t.mu.Lock()
	defer t.mu.Unlock()
	i := slices.IndexFunc(t.hooks, func(h *hook) bool { return h.config.GetId() == id })
	if i < 0 {
		return nil
	}
	return t.hooks[i]
}

// putConfig stores a configuration under its id, or under a new one, and
// starts delivering to it. One that replaces another goes on where that was.
func (t *task) putConfig(ctx context.Context, config *a2apb.TaskPushNotificationConfig) (*a2apb.TaskPushNotificationConfig, error) {
	t.configs.Lock()
	defer t.configs.Unlock()
	if config.Id == "" {
		config.Id = newID()
	}
	old := t.hook(config.GetId())
	if old == nil && t.countHooks() >= maxConfigs {
		return nil, wire.InvalidField("id", "the task has as many push configurations as it may have")
	}
	keepCredentials(config, old)
	err := t.engine.store.PutPushConfig(context.WithoutCancel(ctx), t.ref.Scope, config)
	if err != nil {
		return nil, storeError(err, t.ref.ID)
	}
	t.stop(old)
	t.mu.Lock()
	defer t.mu.Unlock()
	c := t.log.open()
	if old != nil {
		c.next = max(old.cursor.next, t.log.base)
		t.hooks = slices.DeleteFunc(t.hooks, func(h *hook) bool { return h == old })
	}
	t.addHook(config, c)
	return config, nil
}

// keepCredentials leaves the credentials of a webhook as they are when its
// configuration comes back in the form in which it is shown: without them.
func keepCredentials(config *a2apb.TaskPushNotificationConfig, old *hook) {
	auth := config.GetAuthentication()
	if old == nil || auth == nil || auth.GetCredentials() != "" || config.GetUrl() != old.config.GetUrl() {
		return
	}
	if kept := old.config.GetAuthentication(); kept.GetScheme() == auth.GetScheme() {
		config.Authentication = kept
	}
}

func (t *task) countHooks() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.hooks)
}

// deleteConfig removes a configuration. Nothing is delivered to it after that.
func (t *task) deleteConfig(ctx context.Context, id string) error {
	t.configs.Lock()
	defer t.configs.Unlock()
	return t.removeConfig(ctx, id)
}

// removeConfig is deleteConfig for a caller that holds configs.
func (t *task) removeConfig(ctx context.Context, id string) error {
	err := t.engine.store.DeletePushConfig(context.WithoutCancel(ctx), t.ref.Scope, t.ref.ID, id)
	if err != nil {
		return storeError(err, t.ref.ID)
	}
	old := t.hook(id)
	t.stop(old)
	t.mu.Lock()
	defer t.mu.Unlock()
	t.hooks = slices.DeleteFunc(t.hooks, func(h *hook) bool { return h == old })
	return nil
}
