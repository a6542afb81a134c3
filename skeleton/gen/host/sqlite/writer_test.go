package sqlite

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"testing/synctest"

	"modernc.org/sqlite"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/host"
)

// testWriter returns a writer on a table x with the column n, and the pool of
// its only connection: who takes that holds the writer up.
func testWriter(t *testing.T) (*writer, pool) {
	t.Helper()
	c := testConn(t, Memory)
	if err := c.script("CREATE TABLE x (n INTEGER UNIQUE)"); err != nil {
		t.Fatal(err)
	}
	conns := make(pool, 1)
	conns <- c
	w := startWriter(conns)
	t.Cleanup(func() { w.stop() })
	return w, conns
}

// onCommit has f called before each commit, and the commit fail if f returns
// false.
func onCommit(t *testing.T, c *conn, f func() bool) {
	t.Helper()
	hooks, ok := c.db.(sqlite.HookRegisterer)
	if !ok {
		t.Fatalf("%T has no hooks", c.db)
	}
	hooks.RegisterCommitHook(func() int32 {
		if f == nil || f() {
			return 0
		}
		return 1
	})
}

func insert(n int64) func(*conn) error {
	return func(c *conn) error {
		_, err := c.exec("INSERT INTO x VALUES (?)", n)
		return err
	}
}

// TestWriterSharesCommits lets changes pile up behind a busy connection. One of
// them breaks its transaction, one finds nothing to do; the others go through.
func TestWriterSharesCommits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, conns := testWriter(t)
		want := make([]error, 20)
		want[3], want[5] = errors.New("broken"), host.ErrConflict

		c := <-conns
		commits := 0
		onCommit(t, c, func() bool { commits++; return true })
		errs := make([]error, len(want))
		for i := range errs {
			go func() {
				errs[i] = w.write(t.Context(), func(c *conn) error {
					if want[i] == host.ErrConflict {
						return want[i]
					}
					return errors.Join(insert(int64(i))(c), want[i])
				})
			}()
		}
		synctest.Wait()
		conns <- c
		w.stop()
		synctest.Wait()

		for i, err := range errs {
			if !errors.Is(err, want[i]) {
				t.Errorf("change %d: error %v, want %v", i, err, want[i])
			}
		}
		if n := number(t, c, "SELECT count(*) FROM x"); n != 18 {
			t.Errorf("%d rows, want 18", n)
		}
		// The writer may have begun with fewer than all.
		if commits > 2 {
			t.Errorf("%d commits for %d changes", commits, len(errs))
		}
	})
}

func TestWriterCancel(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, conns := testWriter(t)
		ctx, cancel := context.WithCancel(t.Context())
		c := <-conns
		var begun, waiting error
		go func() { begun = w.write(ctx, insert(1)) }()
		synctest.Wait() // the writer has it in hand
		go func() { waiting = w.write(ctx, insert(2)) }()
		synctest.Wait()
		cancel()
		synctest.Wait()
		if !errors.Is(waiting, context.Canceled) {
			t.Errorf("a change that had not begun: error %v", waiting)
		}
		conns <- c
		w.stop()
		synctest.Wait()
		if begun != nil {
			t.Errorf("a change that had begun: error %v", begun)
		}
		if n := number(t, c, "SELECT sum(n) FROM x"); n != 1 {
			t.Errorf("rows add up to %d, want 1", n)
		}
	})
}

func TestWriterStop(t *testing.T) {
	w, conns := testWriter(t)
	var wg sync.WaitGroup
	var mu sync.Mutex
	made := 0
	for i := range 50 {
		wg.Go(func() {
			switch err := w.write(t.Context(), insert(int64(i))); err {
			case nil:
				mu.Lock()
				made++
				mu.Unlock()
			case errClosed:
			default:
				t.Error(err)
			}
		})
	}
	w.stop()
	wg.Wait()
	if n := number(t, <-conns, "SELECT count(*) FROM x"); int(n) != made {
		t.Errorf("%d rows, %d acknowledged", n, made)
	}
	if w.stop() {
		t.Error("stopped twice")
	}
}

// TestWriterFailsTogether checks that nobody is told of a success that the
// commit did not have.
func TestWriterFailsTogether(t *testing.T) {
	w, conns := testWriter(t)
	c := <-conns
	onCommit(t, c, func() bool { return false })
	conns <- c
	for i := range 3 {
		if err := w.write(t.Context(), insert(int64(i))); err == nil {
			t.Error("a commit that failed was acknowledged")
		}
	}
	c = <-conns
	onCommit(t, c, nil)
	conns <- c
	if err := w.write(t.Context(), insert(9)); err != nil {
		t.Error(fmt.Errorf("after that: %w", err))
	}
}
