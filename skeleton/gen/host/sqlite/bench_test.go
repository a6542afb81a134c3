package sqlite_test

import (
	"fmt"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host/sqlite"
)

// BenchmarkTask runs whole tasks of four events: 1 caller, and 16 that share
// commits.
func BenchmarkTask(b *testing.B) {
	for _, callers := range []int{1, 16} {
		b.Run(fmt.Sprintf("callers=%d", callers), func(b *testing.B) {
			s := open(b, filepath.Join(b.TempDir(), "tasks.db"))
			var n atomic.Int64
			var wg sync.WaitGroup
			b.ReportAllocs()
			b.ResetTimer()
			for range callers {
				wg.Go(func() {
					for i := n.Add(1); i <= int64(b.N); i = n.Add(1) {
						id := fmt.Sprintf("%08x-task", uint32(i)*2654435761)
						create(b, s, newTask(id, int(i)))
						add(b, s, id, 1, status(id, working, int(i)))
						add(b, s, id, 2, chunk(id, false, "some text of an artifact"))
						add(b, s, id, 3, status(id, completed, int(i)))
					}
				})
			}
			wg.Wait()
		})
	}
}

// BenchmarkAppend adds a chunk to an artifact that has many already.
func BenchmarkAppend(b *testing.B) {
	for _, events := range []int{10, 10_000} {
		b.Run(fmt.Sprintf("events=%d", events), func(b *testing.B) {
			s := open(b, filepath.Join(b.TempDir(), "tasks.db"))
			last := fill(b, s, "t1", events)
			event := chunk("t1", true, "some text of an artifact")
			b.ReportAllocs()
			for b.Loop() {
				add(b, s, "t1", last, event)
				last++
			}
		})
	}
}

// BenchmarkEnd ends tasks with many events.
func BenchmarkEnd(b *testing.B) {
	for _, events := range []int{10, 1_000, 10_000} {
		b.Run(fmt.Sprintf("events=%d", events), func(b *testing.B) {
			s := open(b, filepath.Join(b.TempDir(), "tasks.db"))
			for i := range b.N {
				fill(b, s, fmt.Sprint("t", i), events)
			}
			b.ReportAllocs()
			b.ResetTimer()
			for i := range b.N {
				id := fmt.Sprint("t", i)
				add(b, s, id, uint64(events), status(id, completed, 1))
			}
		})
	}
}

func BenchmarkLoad(b *testing.B) {
	for _, events := range []int{10, 10_000} {
		for _, ended := range []bool{false, true} {
			b.Run(fmt.Sprintf("events=%d/ended=%t", events, ended), func(b *testing.B) {
				s := open(b, filepath.Join(b.TempDir(), "tasks.db"))
				last := fill(b, s, "t1", events)
				if ended {
					add(b, s, "t1", last, status("t1", completed, 1))
				}
				b.ReportAllocs()
				for b.Loop() {
					if _, _, err := s.Load(b.Context(), scope, "t1"); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// BenchmarkList reads a page of 50 from the middle of the list.
func BenchmarkList(b *testing.B) {
	for _, tasks := range []int{1_000, 100_000} {
		s := open(b, filepath.Join(b.TempDir(), "tasks.db"))
		fillTasks(b, s, tasks)
		middle := host.PageCursor{At: host.Nanoseconds(at(tasks / 2)), ID: "~"}.Token()
		for _, test := range []struct {
			name string
			q    host.ListQuery
		}{
			{"first", host.ListQuery{PageSize: 50}},
			{"middle", host.ListQuery{PageSize: 50, PageToken: middle}},
			{"state", host.ListQuery{PageSize: 50, State: completed}},
			{"context", host.ListQuery{PageSize: 50, ContextID: "context-1"}},
			{"after", host.ListQuery{PageSize: 50, After: at(tasks / 2)}},
		} {
			b.Run(fmt.Sprintf("tasks=%d/%s", tasks, test.name), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					page, err := s.List(b.Context(), scope, test.q)
					if err != nil || len(page.Tasks) != 50 {
						b.Fatalf("%d tasks, error %v", len(page.Tasks), err)
					}
				}
			})
		}
		b.Run(fmt.Sprintf("tasks=%d/unfinished", tasks), func(b *testing.B) {
			for b.Loop() {
				if _, err := s.Unfinished(b.Context()); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// fill makes a task with a log of so many events, nearly all of one artifact.
func fill(tb testing.TB, s *sqlite.Store, id string, events int) uint64 {
	tb.Helper()
	create(tb, s, newTask(id, 0))
	batch := make([]*a2apb.StreamResponse, events-1)
	for i := range batch {
		batch[i] = chunk(id, true, "some text of an artifact")
	}
	add(tb, s, id, 1, batch...)
	return uint64(events)
}

// fillTasks makes tasks with three events each; one in ten is not ended. There
// are a tenth as many contexts as tasks, up to 1,000.
func fillTasks(tb testing.TB, s *sqlite.Store, tasks int) {
	tb.Helper()
	var n atomic.Int64
	var wg sync.WaitGroup
	for range 64 {
		wg.Go(func() {
			for i := int(n.Add(1)); i <= tasks; i = int(n.Add(1)) {
				task := newTask(fmt.Sprintf("%08x-task", uint32(i)*2654435761), i)
				task.ContextId = fmt.Sprint("context-", i%min(tasks/100, 1000))
				create(tb, s, task)
				add(tb, s, task.Id, 1, chunk(task.Id, false, "some text of an artifact"))
				if i%10 != 0 {
					add(tb, s, task.Id, 2, status(task.Id, completed, i))
				}
			}
		})
	}
	wg.Wait()
}
