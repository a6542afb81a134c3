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
	s.mu.Lock()
	defer s.mu.Unlock()
	l := s.list(scope, &q).since(q.After)
	page := host.ListPage{TotalSize: l.count(&q), Tasks: make([]*a2apb.Task, 0, min(q.PageSize, len(l)))}
	if q.PageToken != "" {
		l = l[:l.search(place)]
	}
	var last *entry
	for _, e := range slices.Backward(l) {
		if !e.matches(&q) {
			continue
		}
		if len(page.Tasks) == q.PageSize {
			page.NextPageToken = last.place.Token()
			break
		}
		last = e
		if q.Artifacts {
			page.Tasks = append(page.Tasks, e.snapshot())
		} else {
			page.Tasks = append(page.Tasks, e.summary())
		}
	}
	return page, nil
}

// list returns the list that a query walks.
func (s *Store) list(scope host.Scope, q *host.ListQuery) list {
	ix := s.scopes[scope]
	switch {
	case ix == nil:
		return nil
	case q.ContextID == "":
		return ix.all
	}
	if c := ix.contexts[q.ContextID]; c != nil {
		return c.list
	}
	return nil
}

// Unfinished returns the tasks that are SUBMITTED or WORKING.
func (s *Store) Unfinished(context.Context) ([]host.Ref, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var refs []host.Ref
	for id, e := range s.tasks {
		switch e.state {
		case a2apb.TaskState_TASK_STATE_SUBMITTED, a2apb.TaskState_TASK_STATE_WORKING:
			refs = append(refs, host.Ref{Scope: e.index.scope, ID: id})
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
		if b.place.Behind(a.place) {
			return -1
		}
		return 1
	})
	if keep <= 0 || keep > len(ended) {
		keep = len(ended)
	}
	oldest := host.Nanoseconds(before)
	for keep > 0 && ended[keep-1].place.At < oldest {
		keep--
	}
	s.remove(ended[keep:])
	return len(ended) - keep, nil
}

func (s *Store) remove(entries []*entry) {
	touched := make(map[*index]bool)
	for _, e := range entries {
		delete(s.tasks, e.place.ID)
		e.purged = true
		touched[e.index] = true
	}
	for ix := range touched {
		if ix.prune(); len(ix.all) == 0 {
			delete(s.scopes, ix.scope)
		}
	}
}
