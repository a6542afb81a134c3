package sqlite

import (
	"context"
	"math"
	"time"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/host"
)

// purgeBatch is how many tasks one change removes.
const purgeBatch = 200

const (
	lastToKeep = `SELECT time, id FROM tasks INDEXED BY tasks_ended WHERE ended = 1
		ORDER BY time DESC, id DESC LIMIT 1 OFFSET ?`
	oldEnded = `SELECT key FROM tasks INDEXED BY tasks_ended WHERE ended = 1 AND (time, id) < (?, ?)
		ORDER BY time, id LIMIT ?`
)

// Purge removes old terminal tasks, a few at a time, so that other changes can
// come in between. The file does not shrink: what is freed is used again.
func (s *Store) Purge(ctx context.Context, before time.Time, keep int) (int, error) {
	var behind host.PageCursor
	err := s.read(ctx, func(c *conn) (err error) {
		behind, err = purgeFrom(c, before, keep)
		return err
	})
	removed := 0
	for more := true; more && err == nil; {
		n := 0
		err = s.writer.write(ctx, func(c *conn) error {
			var err error
			n, err = purgeSome(c, behind)
			return err
		})
		removed += n
		more = n == purgeBatch
	}
	return removed, wrap("purge", err)
}

// purgeFrom returns the place behind which all terminal tasks can go.
func purgeFrom(c *conn, before time.Time, keep int) (host.PageCursor, error) {
	from := host.PageCursor{At: math.MinInt64}
	if !before.IsZero() {
		from.At = host.Nanoseconds(before)
	}
	if keep <= 0 {
		return from, nil
	}
	_, err := c.row(func(r row) {
		if t := r.int(0); t >= from.At {
			from = host.PageCursor{At: t, ID: r.text(1)}
		}
	}, lastToKeep, int64(keep)-1)
	return from, err
}

// purgeSome removes up to purgeBatch terminal tasks behind a place, the oldest
// first.
func purgeSome(c *conn, behind host.PageCursor) (int, error) {
	var keys []int64
	err := c.rows(func(r row) (bool, error) {
		keys = append(keys, r.int(0))
		return true, nil
	}, oldEnded, behind.At, behind.ID, int64(purgeBatch))
	if err != nil {
		return 0, err
	}
	for _, key := range keys {
		for _, sql := range []string{
			`DELETE FROM configs WHERE task = ?`,
			`DELETE FROM events WHERE task = ?`,
			`DELETE FROM snapshots WHERE task = ?`,
			`DELETE FROM tasks WHERE key = ?`,
		} {
			if _, err := c.exec(sql, key); err != nil {
				return 0, err
			}
		}
	}
	return len(keys), nil
}
