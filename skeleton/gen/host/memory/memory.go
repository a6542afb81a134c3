// Package memory is a store that keeps tasks in memory: fast, and empty after
// a restart. It holds the folded tasks only, since nothing asks a store for
// past events.
package memory

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host"
)

// Store is a [host.Store] in memory.
type Store struct {
	mu     sync.Mutex
	tasks  map[string]*entry
	scopes map[host.Scope]*index
}

// entry is one task.
type entry struct {
	index    *index        // of its scope
	context  *contextTasks // of the index
	place    host.PageCursor
	state    a2apb.TaskState
	purged   bool
	sequence uint64
	task     *a2apb.Task                         // before the first change and after the last
	fold     *host.Fold                          // between them, nil otherwise
	short    *a2apb.Task                         // of a task that ended, without artifacts, once listed
	configs  []*a2apb.TaskPushNotificationConfig // by id
}

func (e *entry) matches(q *host.ListQuery) bool {
	return q.State == 0 || e.state == q.State
}

// snapshot returns the task as it is now.
func (e *entry) snapshot() *a2apb.Task {
	if e.fold == nil {
		return e.task
	}
	return e.fold.Snapshot()
}

// summary returns the task without its artifacts. That of a task that ended is
// made once.
func (e *entry) summary() *a2apb.Task {
	if e.fold != nil || !host.IsTerminal(e.state) {
		return host.WithoutArtifacts(e.snapshot())
	}
	if e.short == nil {
		e.short = host.WithoutArtifacts(e.task)
	}
	return e.short
}

// New returns an empty store.
func New() *Store {
	return &Store{tasks: make(map[string]*entry), scopes: make(map[host.Scope]*index)}
}

// Create begins a log.
func (s *Store) Create(_ context.Context, scope host.Scope, task *a2apb.Task) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	id := task.GetId()
	if s.tasks[id] != nil {
		return host.ErrConflict
	}
	e := &entry{
		place:    host.PageCursor{At: host.Nanoseconds(host.StatusTime(task.GetStatus())), ID: id},
		state:    task.GetStatus().GetState(),
		sequence: 1,
		task:     task,
	}
	s.tasks[id] = e
	ix := s.scopes[scope]
	if ix == nil {
		ix = &index{scope: scope, contexts: make(map[string]*contextTasks)}
		s.scopes[scope] = ix
	}
	ix.insert(e, task.GetContextId())
	return nil
}

// Append adds events, all or none.
func (s *Store) Append(_ context.Context, id string, after uint64, events ...*a2apb.StreamResponse) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	e := s.tasks[id]
	switch {
	case e == nil:
		return host.ErrNotFound
	case e.sequence != after:
		return host.ErrConflict
	}
	for _, event := range events {
		if err := host.CheckEvent(event); err != nil {
			return fmt.Errorf("task %s: %w", id, err)
		}
	}
	if e.fold == nil {
		e.fold, e.task, e.short = host.NewFold(e.task), nil, nil
	}
	for _, event := range events {
		if err := e.fold.Apply(event); err != nil {
			return fmt.Errorf("task %s: %w", id, err)
		}
		e.sequence++
		if status := event.GetStatusUpdate().GetStatus(); status != nil {
			e.state = status.GetState()
			e.index.move(e, host.Nanoseconds(host.StatusTime(status)))
		}
	}
	if host.IsTerminal(e.state) {
		e.task, e.fold = e.fold.Snapshot(), nil
	}
	return nil
}

// Load returns a task and its sequence.
func (s *Store) Load(_ context.Context, scope host.Scope, id string) (*a2apb.Task, uint64, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	e, err := s.find(scope, id)
	if err != nil {
		return nil, 0, err
	}
	return e.snapshot(), e.sequence, nil
}

// find returns the entry of a task that the scope may see.
func (s *Store) find(scope host.Scope, id string) (*entry, error) {
	e := s.tasks[id]
	if e == nil || e.index.scope != scope {
		return nil, host.ErrNotFound
	}
	return e, nil
}

// PutPushConfig adds or replaces a configuration.
func (s *Store) PutPushConfig(_ context.Context, scope host.Scope, config *a2apb.TaskPushNotificationConfig) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	e, err := s.find(scope, config.GetTaskId())
	if err != nil {
		return err
	}
	at, found := e.config(config.GetId())
	configs := slices.Clone(e.configs) // PushConfigs gave the old ones away
	if found {
		configs[at] = config
	} else {
		configs = slices.Insert(configs, at, config)
	}
	e.configs = configs
	return nil
}

// config returns where in configs an id is or belongs.
func (e *entry) config(id string) (int, bool) {
	return slices.BinarySearchFunc(e.configs, id, func(c *a2apb.TaskPushNotificationConfig, id string) int {
		return strings.Compare(c.GetId(), id)
	})
}

// PushConfig returns one configuration.
func (s *Store) PushConfig(_ context.Context, scope host.Scope, taskID, id string) (*a2apb.TaskPushNotificationConfig, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	e, err := s.find(scope, taskID)
	if err != nil {
		return nil, err
	}
	at, found := e.config(id)
	if !found {
		return nil, host.ErrNotFound
	}
	return e.configs[at], nil
}

// PushConfigs returns the configurations of a task.
func (s *Store) PushConfigs(_ context.Context, scope host.Scope, taskID string) ([]*a2apb.TaskPushNotificationConfig, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	e, err := s.find(scope, taskID)
	if err != nil {
		return nil, err
	}
	return e.configs, nil
}

// DeletePushConfig removes a configuration, if it is there.
func (s *Store) DeletePushConfig(_ context.Context, scope host.Scope, taskID, id string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	e, err := s.find(scope, taskID)
	if err != nil {
		return err
	}
	if at, found := e.config(id); found {
		e.configs = slices.Delete(slices.Clone(e.configs), at, at+1)
	}
	return nil
}

// Close does nothing.
func (s *Store) Close() error { return nil }
