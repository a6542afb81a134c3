package sqlite

import (
	"cmp"
	"context"

	"google.golang.org/protobuf/proto"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host"
)

// Create begins a log.
func (s *Store) Create(ctx context.Context, scope host.Scope, task *a2apb.Task) error {
	snap, err := newSnapshot(task)
	if err == nil {
		state := task.GetStatus().GetState()
		err = s.writer.write(ctx, func(c *conn) error {
			result, err := c.exec(`INSERT INTO tasks (id, tenant, owner, context, state, ended, time, base)
				VALUES (?, ?, ?, ?, ?, ?, ?, 1) ON CONFLICT DO NOTHING`,
				task.GetId(), scope.Tenant, scope.Owner, task.GetContextId(),
				int64(state), ended(state), host.Nanoseconds(host.StatusTime(task.GetStatus())))
			if err != nil {
				return err
			}
			if n, err := result.RowsAffected(); err != nil || n == 0 {
				return cmp.Or(err, host.ErrConflict)
			}
			key, err := result.LastInsertId()
			if err != nil {
				return err
			}
			_, err = c.exec(`INSERT INTO snapshots (task, data, artifacts) VALUES (?, ?, ?)`, key, snap.data, snap.artifacts)
			return err
		})
	}
	return wrap("create task "+task.GetId(), err)
}

// ended returns a state's value in the column of that name.
func ended(state a2apb.TaskState) int64 {
	if host.IsTerminal(state) {
		return 1
	}
	return 0
}

// Append adds events, all or none.
func (s *Store) Append(ctx context.Context, id string, after uint64, events ...*a2apb.StreamResponse) error {
	a := addition{id: id, after: int64(after)}
	err := a.encode(events)
	if err == nil && a.status != nil && host.IsTerminal(a.status.GetState()) {
		err = s.finish(ctx, &a, events)
	}
	if err == nil {
		err = s.writer.write(ctx, a.run)
	}
	return wrap("append to task "+id, err)
}

// addition is what Append writes.
type addition struct {
	id     string
	after  int64
	rows   []eventRow
	status *a2apb.TaskStatus // the last new one, or nil
	folded *snapshot         // the task after all events, nil to write the events instead
}

type eventRow struct {
	kind int64
	data []byte
}

func (a *addition) encode(events []*a2apb.StreamResponse) error {
	a.rows = make([]eventRow, len(events))
	for i, event := range events {
		if err := host.CheckEvent(event); err != nil {
			return err
		}
		data, err := proto.Marshal(event)
		if err != nil {
			return err
		}
		a.rows[i].data = data
		if event.GetArtifactUpdate() != nil {
			a.rows[i].kind = 1
		}
		if update := event.GetStatusUpdate(); update != nil {
			a.status = update.GetStatus()
		}
	}
	return nil
}

// finish makes the snapshot of a task that ends with these events, if it is not
// too large. Nobody else is held up by it: that the log is still the same is
// checked when the snapshot is written.
func (s *Store) finish(ctx context.Context, a *addition, events []*a2apb.StreamResponse) error {
	return s.read(ctx, func(c *conn) error {
		task, last, err := readTask(c, taskByID, a.id)
		if err != nil {
			return err
		}
		if int64(last) != a.after {
			return host.ErrConflict
		}
		fold := host.NewFold(task)
		for _, event := range events {
			if err := fold.Apply(event); err != nil {
				return err
			}
		}
		folded := fold.Snapshot()
		keepUnknown(folded, task)
		snap, err := newSnapshot(folded)
		if err == nil && snap.size() <= maxSnapshot {
			a.folded = &snap
		}
		return err
	})
}

// run writes the addition in a transaction of the writer.
func (a *addition) run(c *conn) error {
	key, last, err := logEnd(c, a.id)
	if err != nil {
		return err
	}
	if last != a.after {
		return host.ErrConflict
	}
	if a.folded != nil {
		return a.end(c, key)
	}
	for i, row := range a.rows {
		if _, err := c.exec(`INSERT INTO events (task, kind, seq, data) VALUES (?, ?, ?, ?)`,
			key, row.kind, last+int64(i)+1, row.data); err != nil {
			return err
		}
	}
	if a.status == nil {
		return nil
	}
	_, err = c.exec(`UPDATE tasks SET state = ?, ended = ?, time = ? WHERE key = ?`,
		int64(a.status.GetState()), ended(a.status.GetState()), host.Nanoseconds(host.StatusTime(a.status)), key)
	return err
}

// end replaces the log by the folded task.
func (a *addition) end(c *conn, key int64) error {
	if _, err := c.exec(`UPDATE tasks SET state = ?, ended = 1, time = ?, base = ? WHERE key = ?`,
		int64(a.status.GetState()), host.Nanoseconds(host.StatusTime(a.status)), a.after+int64(len(a.rows)), key); err != nil {
		return err
	}
	if _, err := c.exec(`UPDATE snapshots SET data = ?, artifacts = ? WHERE task = ?`,
		a.folded.data, a.folded.artifacts, key); err != nil {
		return err
	}
	_, err := c.exec(`DELETE FROM events WHERE task = ?`, key)
	return err
}

const endOfLog = `SELECT key, base,
	(SELECT max(seq) FROM events WHERE task = key AND kind = 0),
	(SELECT max(seq) FROM events WHERE task = key AND kind = 1) FROM tasks WHERE id = ?`

// logEnd returns the key of a task and the sequence of its last event.
func logEnd(c *conn, id string) (key, last int64, err error) {
	found, err := c.row(func(r row) {
		key = r.int(0)
		last = max(r.int(1), r.int(2), r.int(3))
	}, endOfLog, id)
	if err == nil && !found {
		err = host.ErrNotFound
	}
	return key, last, err
}
