package hosttest

import (
	"context"
	"sync"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host"
)

// recorder is a store that also keeps the events of each task that nobody has
// taken yet, as clients see them: without the messages in between.
type recorder struct {
	host.Store

	mu     sync.Mutex
	events map[string][]*a2apb.StreamResponse // by task
}

func (r *recorder) Create(ctx context.Context, scope host.Scope, task *a2apb.Task) error {
	err := r.Store.Create(ctx, scope, task)
	if err == nil {
		r.record(task.GetId(), &a2apb.StreamResponse{Payload: &a2apb.StreamResponse_Task{Task: task}})
	}
	return err
}

func (r *recorder) Append(ctx context.Context, id string, after uint64, events ...*a2apb.StreamResponse) error {
	err := r.Store.Append(ctx, id, after, events...)
	if err == nil {
		r.record(id, events...)
	}
	return err
}

func (r *recorder) record(id string, events ...*a2apb.StreamResponse) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.events == nil {
		r.events = make(map[string][]*a2apb.StreamResponse)
	}
	for _, e := range events {
		if e.GetMessage() == nil {
			r.events[id] = append(r.events[id], e)
		}
	}
}

// take returns the events of a task since the last take.
func (r *recorder) take(id string) []*a2apb.StreamResponse {
	r.mu.Lock()
	defer r.mu.Unlock()
	events := r.events[id]
	delete(r.events, id)
	return events
}
