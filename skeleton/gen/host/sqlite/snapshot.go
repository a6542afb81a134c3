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

// Queries for the snapshot and the later events of one task: a row for each
// event, or one without event. They differ in how the task is named.
const (
	selectTask = `SELECT t.base, s.data, s.artifacts, e.seq, e.data FROM tasks t
		JOIN snapshots s ON s.task = t.key
		LEFT JOIN events e ON e.task = t.key AND e.seq > t.base `
	orderEvents = ` ORDER BY e.kind, e.seq`

	taskByScope = selectTask + `WHERE t.id = ? AND t.tenant = ? AND t.owner = ?` + orderEvents
	taskByID    = selectTask + `WHERE t.id = ?` + orderEvents
	taskByKey   = selectTask + `WHERE t.key = ?` + orderEvents

	// taskHeader leaves artifacts out, in the snapshot and in the events.
	taskHeader = `SELECT t.base, s.data, NULL, e.seq, e.data FROM tasks t
		JOIN snapshots s ON s.task = t.key
		LEFT JOIN events e ON e.task = t.key AND e.kind = 0 AND e.seq > t.base
		WHERE t.key = ?` + orderEvents
)

// readTask returns the task that one of the queries above names and the
// sequence of the last event that it read, or ErrNotFound. All comes from one
// statement, so that no other change can come in between. The order of the
// events is not that of the log, but artifact updates and others change
// different members of a task.
func readTask(c *conn, query string, args ...any) (*a2apb.Task, uint64, error) {
	var (
		task *a2apb.Task
		fold *host.Fold
		last int64
	)
	err := c.rows(func(r row) (bool, error) {
		if task == nil {
			last = r.int(0)
			task = new(a2apb.Task)
			if err := decodeTask(task, r.blob(1), r.blob(2)); err != nil {
				return false, fmt.Errorf("snapshot: %w", err)
			}
		}
		if r.null(3) {
			return false, nil
		}
		if fold == nil {
			fold = host.NewFold(task)
		}
		seq, event := r.int(3), new(a2apb.StreamResponse)
		last = max(last, seq)
		if err := proto.Unmarshal(r.blob(4), event); err != nil {
			return false, fmt.Errorf("event %d: %w", seq, err)
		}
		if err := fold.Apply(event); err != nil {
			return false, fmt.Errorf("event %d: %w", seq, err)
		}
		return true, nil
	}, query, args...)
	switch {
	case err != nil:
		return nil, 0, err
	case task == nil:
		return nil, 0, host.ErrNotFound
	case fold == nil:
		return task, uint64(last), nil
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
