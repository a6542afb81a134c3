package sqlite

import (
	"context"
	"fmt"
	"math"
	"strings"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host"
)

// List returns one page of tasks. What it costs depends on the size of the page
// and not on how many tasks there are, except for the total of a query by
// context or time: that one counts entries of an index.
func (s *Store) List(ctx context.Context, scope host.Scope, q host.ListQuery) (host.ListPage, error) {
	var page host.ListPage
	f, err := newFilter(scope, &q)
	if err == nil {
		err = s.read(ctx, func(c *conn) error {
			return c.view(func() error {
				page, err = f.page(c, &q)
				return err
			})
		})
	}
	return page, wrap("list tasks", err)
}

// filter is the FROM and WHERE of a list.
type filter struct {
	where strings.Builder
	args  []any
	count string // query for the number of tasks
	nargs int    // how many of args are for count
}

func newFilter(scope host.Scope, q *host.ListQuery) (*filter, error) {
	f := &filter{args: make([]any, 0, 8)}
	f.where.WriteString(" FROM tasks INDEXED BY " + index(q))
	f.add(" WHERE tenant = ?", scope.Tenant)
	f.add(" AND owner = ?", scope.Owner)
	if q.ContextID != "" {
		f.add(" AND context = ?", q.ContextID)
	}
	if q.State != 0 {
		f.add(" AND state = ?", int64(q.State))
	}
	if !q.After.IsZero() {
		f.add(" AND time >= ?", host.Nanoseconds(q.After))
	}
	f.count = countQuery(q, f.where.String())
	f.nargs = len(f.args)
	if q.PageToken != "" {
		place, err := host.ParsePageToken(q.PageToken)
		if err != nil {
			return nil, err
		}
		f.add(" AND (time, id) < (?", place.At)
		f.add(", ?)", place.ID)
	}
	return f, nil
}

func (f *filter) add(sql string, arg any) {
	f.where.WriteString(sql)
	f.args = append(f.args, arg)
}

// index returns the index that has all tasks of a query in list order, or all
// of its context.
func index(q *host.ListQuery) string {
	switch {
	case q.ContextID != "":
		return "tasks_context"
	case q.State != 0:
		return "tasks_state"
	}
	return "tasks_list"
}

// countQuery returns the query for the total. Its arguments are those of where.
func countQuery(q *host.ListQuery, where string) string {
	switch {
	case q.ContextID != "" || !q.After.IsZero():
		return "SELECT count(*)" + where
	case q.State != 0:
		return "SELECT sum(n) FROM counts WHERE tenant = ? AND owner = ? AND state = ?"
	}
	return "SELECT sum(n) FROM counts WHERE tenant = ? AND owner = ?"
}

// page reads a page.
func (f *filter) page(c *conn, q *host.ListQuery) (host.ListPage, error) {
	total, err := c.number(f.count, f.args[:f.nargs]...)
	if err != nil {
		return host.ListPage{}, err
	}
	keys, next, err := f.keys(c, q.PageSize)
	if err != nil {
		return host.ListPage{}, err
	}
	page := host.ListPage{NextPageToken: next, TotalSize: int(total), Tasks: make([]*a2apb.Task, len(keys))}
	for i, key := range keys {
		if q.Artifacts {
			page.Tasks[i], _, err = readTask(c, taskByKey, key)
		} else {
			page.Tasks[i], err = readHeader(c, key)
		}
		if err != nil {
			return host.ListPage{}, fmt.Errorf("task %d: %w", key, err)
		}
	}
	return page, nil
}

// keys returns the keys of a page's tasks and the token of the page after it.
func (f *filter) keys(c *conn, size int) (keys []int64, next string, err error) {
	limit := min(int64(size), math.MaxInt64-1) + 1
	var last host.PageCursor
	err = c.rows(func(r row) (bool, error) {
		if len(keys) == size {
			next = last.Token()
			return false, nil
		}
		keys = append(keys, r.int(0))
		if len(keys) == size {
			last = host.PageCursor{At: r.int(1), ID: r.text(2)}
		}
		return true, nil
	}, f.keysQuery(), append(f.args, limit)...)
	return keys, next, err
}

func (f *filter) keysQuery() string {
	return "SELECT key, time, id" + f.where.String() + " ORDER BY time DESC, id DESC LIMIT ?"
}
