package memory

import (
	"slices"
	"sort"
	"time"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/host"
)

// index keeps the tasks of one scope in order, and those of each of its
// contexts.
type index struct {
	scope    host.Scope
	all      list
	contexts map[string]*contextTasks
}

// contextTasks are the tasks of one context.
type contextTasks struct {
	id string
	list
	first [1]*entry // memory for list, often enough
}

// list holds tasks by the time of their status, the latest last, and by id
// where times are equal: the order of pages from behind. A status is nearly
// always later than all others, so that a task that changes is found near the
// end and moves to the end, which takes a few steps however many there are.
type list []*entry

// insert adds an entry of a context.
func (ix *index) insert(e *entry, contextID string) {
	c := ix.contexts[contextID]
	if c == nil {
		c = &contextTasks{id: contextID}
		c.list = c.first[:0]
		ix.contexts[contextID] = c
	}
	e.index, e.context = ix, c
	ix.all.insert(e)
	c.insert(e)
}

// move gives an entry the place of a time.
func (ix *index) move(e *entry, at int64) {
	e.context.remove(e)
	ix.all.remove(e)
	e.place.At = at
	e.context.insert(e)
	ix.all.insert(e)
}

// prune removes the entries that are marked as purged.
func (ix *index) prune() {
	purged := func(e *entry) bool { return e.purged }
	ix.all = slices.DeleteFunc(ix.all, purged)
	for id, c := range ix.contexts {
		if c.list = slices.DeleteFunc(c.list, purged); len(c.list) == 0 {
			delete(ix.contexts, id)
		}
	}
}

func (l *list) insert(e *entry) { *l = slices.Insert(*l, l.search(e.place), e) }

func (l *list) remove(e *entry) {
	i := l.search(e.place)
	*l = slices.Delete(*l, i, i+1)
}

// search returns how many tasks come behind a place in pages. It looks from the end,
// in steps that double.
func (l list) search(place host.PageCursor) int {
	step := 1
	for step < len(l) && !l[len(l)-step].place.Behind(place) {
		step *= 2
	}
	from := max(0, len(l)-step)
	return from + sort.Search(len(l)-from, func(i int) bool { return !l[from+i].place.Behind(place) })
}

// since returns the part of the list that is not older than a time, all of it
// if that is zero.
func (l list) since(after time.Time) list {
	if after.IsZero() {
		return l
	}
	return l[l.search(host.PageCursor{At: host.Nanoseconds(after)}):]
}

// count returns how many of the list match. Without a state it does not look
// at them.
func (l list) count(q *host.ListQuery) int {
	if q.State == 0 {
		return len(l)
	}
	n := 0
	for _, e := range l {
		if e.matches(q) {
			n++
		}
	}
	return n
}
