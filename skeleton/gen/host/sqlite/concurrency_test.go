package sqlite_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/host"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host/sqlite"
)

// TestPagesWhileInserting walks through the pages while tasks are made and
// moved: each one that stays where it is comes once.
func TestPagesWhileInserting(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "tasks.db"))
	const tasks = 60
	for i := range tasks {
		create(t, s, newTask(fmt.Sprintf("t%02d", i), i))
	}
	ctx, stop := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	for w := range 2 {
		wg.Go(func() {
			for i := 0; ctx.Err() == nil; i++ {
				id := fmt.Sprintf("new-%d-%d", w, i)
				create(t, s, newTask(id, tasks+i))
				add(t, s, id, 1, status(id, working, tasks+i+1))
			}
		})
	}
	for range 5 {
		seen := make(map[string]int)
		q := host.ListQuery{PageSize: 7}
		for more := true; more; more = q.PageToken != "" {
			page, err := s.List(t.Context(), scope, q)
			if err != nil {
				t.Fatal(err)
			}
			for _, task := range page.Tasks {
				seen[task.GetId()]++
			}
			q.PageToken = page.NextPageToken
		}
		for i := range tasks {
			if id := fmt.Sprintf("t%02d", i); seen[id] != 1 {
				t.Errorf("%s was listed %d times", id, seen[id])
			}
		}
		for id, n := range seen {
			if n > 1 {
				t.Errorf("%s was listed %d times", id, n)
			}
		}
	}
	stop()
	wg.Wait()
}

// TestReadersSeeWholeTasks loads and lists a task all the time while it grows
// and ends: no reader may see it without what an earlier one saw.
func TestReadersSeeWholeTasks(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "tasks.db"))
	const events = 100
	create(t, s, newTask("t1", 0))
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			var before uint64
			for before < events+2 {
				task, last, err := s.Load(t.Context(), scope, "t1")
				if err != nil || last < before {
					t.Errorf("sequence %d after %d, error %v", last, before, err)
					return
				}
				before = last
				if parts := min(int(last)-1, events); parts > 0 && len(task.GetArtifacts()[0].GetParts()) != parts {
					t.Errorf("%d parts at sequence %d", len(task.GetArtifacts()[0].GetParts()), last)
				}
				page, err := s.List(t.Context(), scope, host.ListQuery{PageSize: 1, Artifacts: true})
				if err != nil || page.TotalSize != 1 {
					t.Errorf("%d tasks, error %v", page.TotalSize, err)
				}
			}
		})
	}
	for seq := uint64(1); seq <= events; seq++ {
		add(t, s, "t1", seq, chunk("t1", true, "x"))
	}
	add(t, s, "t1", events+1, status("t1", completed, 1))
	wg.Wait()
}

// TestTwoProcesses lets two stores write to one file, as two processes would.
func TestTwoProcesses(t *testing.T) {
	path := filepath.Join(t.TempDir(), "tasks.db")
	stores := []*sqlite.Store{open(t, path), open(t, path)}
	create(t, stores[0], newTask("t1", 0))
	var wg sync.WaitGroup
	for w, s := range stores {
		wg.Go(func() {
			for i := range 20 {
				create(t, s, newTask(fmt.Sprint("t-", w, "-", i), i))
				for won := false; !won; {
					_, last, err := s.Load(t.Context(), scope, "t1")
					if err == nil {
						err = s.Append(t.Context(), "t1", last, chunk("t1", true, "x"))
					}
					won = err == nil
					if err != nil && !errors.Is(err, host.ErrConflict) {
						t.Error(err)
						return
					}
				}
			}
		})
	}
	wg.Wait()
	task, last, err := stores[1].Load(t.Context(), scope, "t1")
	if err != nil || last != 41 || len(task.GetArtifacts()[0].GetParts()) != 40 {
		t.Errorf("sequence %d, error %v", last, err)
	}
	page, err := stores[0].List(t.Context(), scope, host.ListQuery{PageSize: 50})
	if err != nil || page.TotalSize != 41 || len(page.Tasks) != 41 {
		t.Errorf("%d tasks counted, %d listed, error %v", page.TotalSize, len(page.Tasks), err)
	}
}

// TestPurgeInBatches removes more tasks than one change does, while others are
// made.
func TestPurgeInBatches(t *testing.T) {
	s := open(t, sqlite.Memory)
	const old = 450
	var wg sync.WaitGroup
	for i := range old {
		wg.Go(func() {
			id := fmt.Sprint("t", i)
			task := newTask(id, i)
			task.Status.State = completed
			create(t, s, task)
		})
	}
	wg.Wait()
	create(t, s, newTask("running", 0))
	wg.Go(func() { create(t, s, newTask("new", old+1)) })
	n, err := s.Purge(t.Context(), at(old-10), 0)
	if err != nil || n != old-10 {
		t.Errorf("%d tasks removed, error %v; want %d", n, err, old-10)
	}
	wg.Wait()
	page, err := s.List(t.Context(), scope, host.ListQuery{PageSize: 100})
	if err != nil || page.TotalSize != 12 || len(page.Tasks) != 12 {
		t.Errorf("%d tasks counted, %d listed, error %v", page.TotalSize, len(page.Tasks), err)
	}
	if n, err := s.Purge(t.Context(), time.Time{}, 3); err != nil || n != 7 {
		t.Errorf("%d tasks removed, error %v; want 7", n, err)
	}
}
