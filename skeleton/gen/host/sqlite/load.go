package sqlite

import (
	"context"
	"errors"
	"fmt"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host"
)

// Load returns a task and the sequence of its last event.
func (s *Store) Load(ctx context.Context, scope host.Scope, id string) (task *a2apb.Task, last uint64, err error) {
	err = s.read(ctx, func(c *conn) error {
		task, last, err = readTask(c, taskByScope, id, scope.Tenant, scope.Owner)
		return err
	})
	return task, last, wrap("load task "+id, err)
}

// Unfinished returns the tasks that are SUBMITTED or WORKING. It looks at all
// tasks, though in an index only.
func (s *Store) Unfinished(ctx context.Context) ([]host.Ref, error) {
	const query = `SELECT tenant, owner, id FROM tasks INDEXED BY tasks_state WHERE state IN (?, ?)`
	var refs []host.Ref
	err := s.read(ctx, func(c *conn) error {
		return c.rows(func(r row) (bool, error) {
			refs = append(refs, host.Ref{
				Scope: host.Scope{Tenant: r.text(0), Owner: r.text(1)},
				ID:    r.text(2),
			})
			return true, nil
		}, query, int64(a2apb.TaskState_TASK_STATE_SUBMITTED), int64(a2apb.TaskState_TASK_STATE_WORKING))
	})
	return refs, wrap("unfinished tasks", err)
}

// wrap says what was done when an error came up. Those that callers expect
// stay as they are.
func wrap(what string, err error) error {
	if err == nil || err == errClosed || harmless(err) ||
		errors.Is(err, host.ErrPageToken) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return fmt.Errorf("sqlite: %s: %w", what, err)
}
