package host

import (
	"context"
	"time"
)

// OpenTasks returns how many tasks are open.
func (h *Host) OpenTasks() int {
	h.engine.mu.Lock()
	defer h.engine.mu.Unlock()
	return len(h.engine.open)
}

// Drain does what a server does with the engine when it shuts down.
func (h *Host) Drain(timeout time.Duration) {
	h.engine.beginDrain()
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	h.engine.finish(ctx)
	h.engine.flush(ctx)
}

func (h *Host) Recover(ctx context.Context) error { return h.engine.recover(ctx) }

func (h *Host) Purge(ctx context.Context, age time.Duration, count int) {
	h.engine.purge(ctx, age, count)
}
