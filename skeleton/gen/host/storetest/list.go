package storetest

import (
	"fmt"
	"testing"
	"time"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host"
)

func testListOrder(t *testing.T, s host.Store) {
	create(t, s, scope, newTask("a", 1), newTask("c", 2), newTask("b", 2), newTask("d", 0))
	want := func(want string) {
		t.Helper()
		if got := ids(list(t, s, scope, host.ListQuery{PageSize: 10})); got != want {
			t.Errorf("order %s, want %s", got, want)
		}
	}
	want("[c b a d]") // equal timestamps by descending id
	add(t, s, "d", 1, status("d", working, 3))
	want("[d c b a]") // a status moves its task
	add(t, s, "a", 1, artifact("a", false, &a2apb.Artifact{ArtifactId: "x", Parts: text("x")}))
	want("[d c b a]") // an artifact does not
	add(t, s, "b", 1, status("b", working, 0))
	want("[d c a b]") // timestamps rule, not the time of writing
}

func testListPages(t *testing.T, s host.Store) {
	for i := range 25 {
		create(t, s, scope, newTask(fmt.Sprintf("t%02d", i), i/2))
	}
	all := list(t, s, scope, host.ListQuery{PageSize: 100})
	if len(all.Tasks) != 25 || all.NextPageToken != "" || all.TotalSize != 25 {
		t.Fatalf("one page: %d tasks, token %q, total %d", len(all.Tasks), all.NextPageToken, all.TotalSize)
	}
	for _, size := range []int{1, 7, 24, 25} {
		var walked host.ListPage
		pages := 0
		for token := ""; pages == 0 || token != ""; pages++ {
			page := list(t, s, scope, host.ListQuery{PageSize: size, PageToken: token})
			if len(page.Tasks) > size || page.TotalSize != 25 {
				t.Fatalf("page size %d: %d tasks, total %d", size, len(page.Tasks), page.TotalSize)
			}
			walked.Tasks = append(walked.Tasks, page.Tasks...)
			token = page.NextPageToken
		}
		if want := (25 + size - 1) / size; pages != want {
			t.Errorf("page size %d: %d pages, want %d", size, pages, want)
		}
		if ids(walked) != ids(all) {
			t.Errorf("page size %d: %s, want %s", size, ids(walked), ids(all))
		}
	}
}

// testListMoving pages on while the last task of the page before moves to the
// front, and after it was removed.
func testListMoving(t *testing.T, s host.Store) {
	for i := range 6 {
		create(t, s, scope, newTask(fmt.Sprint("t", i), i))
	}
	first := list(t, s, scope, host.ListQuery{PageSize: 2})
	add(t, s, "t4", 1, status("t4", completed, 9))
	second := list(t, s, scope, host.ListQuery{PageSize: 2, PageToken: first.NextPageToken})
	if got := ids(first) + ids(second); got != "[t5 t4][t3 t2]" {
		t.Errorf("pages %s", got)
	}
	add(t, s, "t2", 1, status("t2", completed, -5))
	if _, err := s.Purge(t.Context(), at(-1), 0); err != nil {
		t.Fatal(err)
	}
	third := list(t, s, scope, host.ListQuery{PageSize: 2, PageToken: second.NextPageToken})
	if ids(third) != "[t1 t0]" || third.NextPageToken != "" {
		t.Errorf("third page %s, token %q", ids(third), third.NextPageToken)
	}
}

func testListFilters(t *testing.T, s host.Store) {
	for i := range 6 {
		task := newTask(fmt.Sprint("t", i), i)
		task.ContextId = fmt.Sprint("even-", i%2)
		create(t, s, scope, task)
	}
	add(t, s, "t0", 1, status("t0", completed, 6))
	add(t, s, "t1", 1, status("t1", completed, 7))

	tests := []struct {
		name string
		q    host.ListQuery
		want string
	}{
		{"context", host.ListQuery{ContextID: "even-0"}, "[t0 t4 t2]"},
		{"unknown context", host.ListQuery{ContextID: "nope"}, "[]"},
		{"state", host.ListQuery{State: submitted}, "[t5 t4 t3 t2]"},
		{"state of none", host.ListQuery{State: failed}, "[]"},
		{"at or after", host.ListQuery{After: at(4)}, "[t1 t0 t5 t4]"},
		{"just after", host.ListQuery{After: at(4).Add(time.Nanosecond)}, "[t1 t0 t5]"},
		{"long before all", host.ListQuery{After: time.Date(1500, 1, 1, 0, 0, 0, 0, time.UTC)}, "[t1 t0 t5 t4 t3 t2]"},
		{"long after all", host.ListQuery{After: time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)}, "[]"},
		{"all of them", host.ListQuery{ContextID: "even-1", State: submitted, After: at(4)}, "[t5]"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			test.q.PageSize = 10
			page := list(t, s, scope, test.q)
			if ids(page) != test.want || page.TotalSize != len(page.Tasks) || page.NextPageToken != "" {
				t.Errorf("got %s of %d, token %q; want %s", ids(page), page.TotalSize, page.NextPageToken, test.want)
			}
		})
	}

	q := host.ListQuery{State: submitted, PageSize: 3}
	page := list(t, s, scope, q)
	q.PageToken = page.NextPageToken
	next := list(t, s, scope, q)
	if got := ids(page) + ids(next); got != "[t5 t4 t3][t2]" || page.TotalSize != 4 || next.TotalSize != 4 {
		t.Errorf("filtered pages %s, totals %d and %d", got, page.TotalSize, next.TotalSize)
	}
}

func testListArtifacts(t *testing.T, s host.Store) {
	create(t, s, scope, newTask("t1", 0))
	add(t, s, "t1", 1, artifact("t1", false, &a2apb.Artifact{ArtifactId: "x", Parts: text("x")}))
	if page := list(t, s, scope, host.ListQuery{PageSize: 1}); page.Tasks[0].Artifacts != nil {
		t.Error("artifacts came unasked")
	}
	if page := list(t, s, scope, host.ListQuery{PageSize: 1, Artifacts: true}); len(page.Tasks[0].GetArtifacts()) != 1 {
		t.Error("artifacts did not come")
	}
	if task, _, err := s.Load(t.Context(), scope, "t1"); err != nil || len(task.GetArtifacts()) != 1 {
		t.Errorf("the stored task lost its artifacts: %v, %v", task, err)
	}
}

func testListToken(t *testing.T, s host.Store) {
	create(t, s, scope, newTask("t1", 0))
	for _, token := range []string{"x", "!!!!", "AAAA", "AAAAAAAAAAA", "AAAAAAAAAAD_", " "} {
		_, err := s.List(t.Context(), scope, host.ListQuery{PageSize: 1, PageToken: token})
		wantErr(t, fmt.Sprintf("token %q", token), err, host.ErrPageToken)
	}
}
