package sqlite

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/host"
)

// testConn opens a database without a schema.
func testConn(t *testing.T, path string) *conn {
	t.Helper()
	c, err := openConn(uri(path), writerPragmas)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.close() })
	return c
}

func number(t *testing.T, c *conn, query string) int64 {
	t.Helper()
	n, err := c.number(query)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return n
}

func TestMigrateForward(t *testing.T) {
	c := testConn(t, Memory)
	first := []string{"CREATE TABLE a (x INTEGER); INSERT INTO a VALUES (7)"}
	then := append(first, "ALTER TABLE a ADD COLUMN y INTEGER", "UPDATE a SET y = x + 1")
	for _, list := range [][]string{first, first, then, then} {
		if err := migrate(c, list); err != nil {
			t.Fatal(err)
		}
		if got := number(t, c, "PRAGMA user_version"); got != int64(len(list)) {
			t.Errorf("version %d after %d migrations", got, len(list))
		}
	}
	if got := number(t, c, "SELECT y FROM a"); got != 8 {
		t.Errorf("y = %d", got)
	}
	if err := migrate(c, first); err == nil || !strings.Contains(err.Error(), "schema 3") {
		t.Errorf("an older program: error %v", err)
	}
}

func TestMigrateAllOrNothing(t *testing.T) {
	c := testConn(t, Memory)
	list := []string{"CREATE TABLE a (x INTEGER)", "CREATE TABLE b (x INTEGER); INSERT INTO nowhere VALUES (1)"}
	err := migrate(c, list)
	if err == nil || !strings.Contains(err.Error(), "migration to schema 2") {
		t.Errorf("error %v", err)
	}
	if n := number(t, c, "SELECT count(*) FROM sqlite_schema"); n != 0 {
		t.Errorf("%d objects stayed", n)
	}
	if err := migrate(c, list[:1]); err != nil {
		t.Errorf("after that: %v", err)
	}
}

func TestOpenRefuses(t *testing.T) {
	tests := map[string]struct{ sql, want string }{
		"later schema":    {fmt.Sprintf("PRAGMA application_id = %d; PRAGMA user_version = 99", applicationID), "schema 99"},
		"another program": {"CREATE TABLE users (name TEXT)", "another program"},
		"another id":      {"PRAGMA application_id = 5", "another program"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "tasks.db")
			c := testConn(t, path)
			if err := c.script(test.sql); err != nil {
				t.Fatal(err)
			}
			_, err := Open(t.Context(), path)
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want one with %q", err, test.want)
			}
			if n := number(t, c, "SELECT count(*) FROM pragma_journal_mode WHERE journal_mode = 'wal'"); n != 0 {
				t.Error("the file was changed")
			}
		})
	}
}

// TestPlans checks that no query looks at more than it has to: at all rows of a
// table, or in an order that has to be made first.
func TestPlans(t *testing.T) {
	c := testConn(t, Memory)
	if err := migrate(c, migrations); err != nil {
		t.Fatal(err)
	}
	queries := []string{taskByScope, taskByID, taskByKey, taskHeader, allEvents, headerEvents, endOfLog, pushConfig, pushConfigs, lastToKeep, oldEnded}
	token := host.PageCursor{ID: "t1"}.Token()
	for _, q := range []host.ListQuery{{}, {ContextID: "c"}, {State: 3}, {ContextID: "c", State: 3}, {After: time.Unix(1, 0)}} {
		for _, q.PageToken = range []string{"", token} {
			f, err := newFilter(host.Scope{}, &q)
			if err != nil {
				t.Fatal(err)
			}
			queries = append(queries, f.count, f.keysQuery())
		}
	}
	for _, query := range queries {
		err := c.rows(func(r row) (bool, error) {
			if step := r.text(3); strings.HasPrefix(step, "SCAN tasks USING COVERING INDEX tasks_ended") {
				return true, nil // has nothing else in it
			} else if !strings.HasPrefix(step, "SEARCH") && !strings.Contains(step, "SUBQUERY") {
				t.Errorf("%s\n%s", query, step)
			}
			return true, nil
		}, "EXPLAIN QUERY PLAN "+query, make([]any, strings.Count(query, "?"))...)
		if err != nil {
			t.Errorf("%s\n%v", query, err)
		}
	}
}
