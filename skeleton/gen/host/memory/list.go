package memory

import (
	"context"
	"slices"
	"time"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host"
)

// List returns one page of tasks.
func (s *Store) List(_ context.Context, scope host.Scope, q host.ListQuery) (host.ListPage, error) {
	var place host.PageCursor
	if q.PageToken != "" {
		var err error
		if place, err = host.ParsePageToken(q.PageToken); err != nil {
			return host.ListPage{}, err
		}
	}
	return s.page(scope, &q, place), nil
}

// page collects the tasks of a page behind a place.
func (s *Store) page(scope host.Scope, q *host.ListQuery, place host.PageCursor) host.ListPage {
	s.mu.Lock()
	defer s.mu.Unlock()
	l, near := s.list(scope, q, place.ID)
	if l == nil {
		return host.ListPage{}
	}
	page := host.ListPage{TotalSize: l.count(q), Tasks: make([]*a2apb.Task, 0, min(q.PageSize, l.size))}
	next := l.first
	if q.PageToken != "" {
		next = l.behind(place, near)
	}
	for ; next != nil && !tooOld(next.entry, q.After); next = next.next {
		if !matches(next.entry, q) {
			continue
		}
		if len(page.Tasks) == q.PageSize {
			page.NextPageToken = host.CursorOf(page.Tasks[q.PageSize-1]).Token()
			break
		}
		if q.Artifacts {
			page.Tasks = append(page.Tasks, next.entry.snapshot())
		} else {
			page.Tasks = append(page.Tasks, next.entry.summary())
		}
	}
	return page
}

// list returns the list that a query walks, nil if it has no tasks, and the
// element of the task with an id there.
func (s *Store) list(scope host.Scope, q *host.ListQuery, id string) (l *list, near *link) {
	ix := s.scopes[scope]
	if ix == nil {
		return nil, nil
	}
	e, err := s.find(scope, id)
	if q.ContextID == "" {
		if err == nil {
			near = &e.all
		}
		return &ix.all, near
	}
	if err == nil && e.contextID == q.ContextID {
		near = &e.context
	}
	return ix.contexts[q.ContextID], near
}

// Unfinished returns the tasks that are SUBMITTED or WORKING.
func (s *Store) Unfinished(context.Context) ([]host.Ref, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var refs []host.Ref
	for id, e := range s.tasks {
		switch e.state {
		case a2apb.TaskState_TASK_STATE_SUBMITTED, a2apb.TaskState_TASK_STATE_WORKING:
			refs = append(refs, host.Ref{Scope: e.scope, ID: id})
		}
	}
	return refs, nil
}

// Purge removes old terminal tasks.
func (s *Store) Purge(_ context.Context, before time.Time, keep int) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if before.IsZero() && len(s.tasks) <= keep {
		return 0, nil
	}
	var ended []*entry
	for _, e := range s.tasks {
		if host.IsTerminal(e.state) {
			ended = append(ended, e)
		}
	}
	slices.SortFunc(ended, func(a, b *entry) int {
		if a.place.Before(b.place) {
			return -1
		}
		return 1
	})
	if keep <= 0 || keep > len(ended) {
		keep = len(ended)
	}
	for keep > 0 && ended[keep-1].place.Time.Before(before) {
		keep--
	}
	for _, e := range ended[keep:] {
		s.remove(e)
	}
	return len(ended) - keep, nil
}

func (s *Store) remove(e *entry) {
	delete(s.tasks, e.place.ID)
	ix := s.scopes[e.scope]
	ix.remove(e)
	if ix.all.size == 0 {
		delete(s.scopes, e.scope)
	}
}
