package sqlite

import (
	"fmt"

	"google.golang.org/protobuf/proto"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host"
)

// maxSnapshot is the most bytes of a task that is folded when it ends. The log
// of a larger one stays: it is no quicker to read in one piece.
const maxSnapshot = 8 << 20

// snapshot is a task as its row has it.
type snapshot struct {
	data      []byte // all but the artifacts
	artifacts []byte // nil if there are none
}

func newSnapshot(task *a2apb.Task) (snapshot, error) {
	rest := host.WithoutArtifacts(task)
	keepUnknown(rest, task)
	data, err := proto.Marshal(rest)
	if err != nil || len(task.GetArtifacts()) == 0 {
		return snapshot{data: data}, err
	}
	artifacts, err := proto.Marshal(&a2apb.Task{Artifacts: task.GetArtifacts()})
	return snapshot{data: data, artifacts: artifacts}, err
}

func (s snapshot) size() int { return len(s.data) + len(s.artifacts) }

// Queries for the row and snapshot of one task. The last column says whether
// there are later events. They differ in how the task is named, and taskHeader
// leaves artifacts out.
const (
	fromTask = ` FROM tasks t JOIN snapshots s ON s.task = t.key WHERE `

	wholeTask = `SELECT t.key, t.base, s.data, s.artifacts,
		EXISTS (SELECT 1 FROM events e WHERE e.task = t.key AND e.seq > t.base)` + fromTask

	taskByScope = wholeTask + `t.id = ? AND t.tenant = ? AND t.owner = ?`
	taskByID    = wholeTask + `t.id = ?`
	taskByKey   = wholeTask + `t.key = ?`

	taskHeader = `SELECT t.key, t.base, s.data, NULL,
		EXISTS (SELECT 1 FROM events e WHERE e.task = t.key AND e.kind = 0 AND e.seq > t.base)` + fromTask + `t.key = ?`
)

// Queries for the events after a snapshot. Their order is not that of the log,
// but artifact updates and others change different members of a task.
const (
	allEvents    = `SELECT seq, data FROM events WHERE task = ? AND seq > ? ORDER BY kind, seq`
	headerEvents = `SELECT seq, data FROM events WHERE task = ? AND kind = 0 AND seq > ? ORDER BY seq`
)

// readTask returns the task that a query for a whole task names, and the
// sequence of its last event; ErrNotFound if there is none.
func readTask(c *conn, query string, args ...any) (*a2apb.Task, uint64, error) {
	return fold(c, allEvents, query, args...)
}

// readHeader returns a task without its artifacts.
func readHeader(c *conn, key int64) (*a2apb.Task, error) {
	task, _, err := fold(c, headerEvents, taskHeader, key)
	return task, err
}

// fold reads a snapshot and applies events to it. It reads the events while
// the query for the snapshot is open, so that both are of one state.
func fold(c *conn, events, query string, args ...any) (task *a2apb.Task, last uint64, err error) {
	err = c.rows(func(r row) (bool, error) {
		base := r.int(1)
		task, last = new(a2apb.Task), uint64(base)
		if err := decodeTask(task, r.blob(2), r.blob(3)); err != nil {
			return false, fmt.Errorf("snapshot: %w", err)
		}
		if r.int(4) == 0 {
			return false, nil
		}
		task, last, err = apply(c, task, events, r.int(0), base)
		return false, err
	}, query, args...)
	if err == nil && task == nil {
		err = host.ErrNotFound
	}
	return task, last, err
}

// apply returns what the events after base make of a task.
func apply(c *conn, task *a2apb.Task, events string, key, base int64) (*a2apb.Task, uint64, error) {
	last := base
	fold := host.NewFold(task)
	err := c.rows(func(r row) (bool, error) {
		event := new(a2apb.StreamResponse)
		if err := proto.Unmarshal(r.blob(1), event); err != nil {
			return false, fmt.Errorf("event %d: %w", r.int(0), err)
		}
		if err := fold.Apply(event); err != nil {
			return false, fmt.Errorf("event %d: %w", r.int(0), err)
		}
		last = max(last, r.int(0))
		return true, nil
	}, events, key, base)
	if err != nil {
		return nil, 0, err
	}
	folded := fold.Snapshot()
	keepUnknown(folded, task)
	return folded, uint64(last), nil
}

func decodeTask(task *a2apb.Task, data, artifacts []byte) error {
	merge := proto.UnmarshalOptions{Merge: true}
	if err := merge.Unmarshal(data, task); err != nil {
		return err
	}
	return merge.Unmarshal(artifacts, task)
}

// keepUnknown gives a task that was made from another the members of that one
// that this program does not know: a later one wrote them.
func keepUnknown(to, from *a2apb.Task) {
	if unknown := from.ProtoReflect().GetUnknown(); to != from && len(unknown) > 0 {
		to.ProtoReflect().SetUnknown(unknown)
	}
}
