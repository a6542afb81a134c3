package memory

import (
	"time"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/host"
)

// index keeps the tasks of one scope in list order, and those of each of its
// contexts. A status is nearly always newer than all others, so that a task
// that moves goes to the front: both insert and move take a step or two
// however many tasks there are.
type index struct {
	all      list
	contexts map[string]*list
}

// list is a doubly linked list in list order.
type list struct {
	first, last *link
	size        int
}

// link is an entry's place in one list.
type link struct {
	entry      *entry
	prev, next *link
}

func (ix *index) insert(e *entry) {
	l := ix.contexts[e.contextID]
	if l == nil {
		l = new(list)
		ix.contexts[e.contextID] = l
	}
	ix.all.insert(&e.all)
	l.insert(&e.context)
}

func (ix *index) remove(e *entry) {
	l := ix.contexts[e.contextID]
	l.remove(&e.context)
	if l.size == 0 {
		delete(ix.contexts, e.contextID)
	}
	ix.all.remove(&e.all)
}

// move gives an entry a new place.
func (ix *index) move(e *entry, place host.PageCursor) {
	l := ix.contexts[e.contextID]
	l.remove(&e.context)
	ix.all.remove(&e.all)
	e.place = place
	l.insert(&e.context)
	ix.all.insert(&e.all)
}

// insert puts an element where it belongs, looking from the front.
func (l *list) insert(n *link) {
	next := l.first
	for next != nil && next.entry.place.Before(n.entry.place) {
		next = next.next
	}
	n.next = next
	if next == nil {
		n.prev, l.last = l.last, n
	} else {
		n.prev, next.prev = next.prev, n
	}
	if n.prev == nil {
		l.first = n
	} else {
		n.prev.next = n
	}
	l.size++
}

func (l *list) remove(n *link) {
	if n.prev == nil {
		l.first = n.next
	} else {
		n.prev.next = n.next
	}
	if n.next == nil {
		l.last = n.prev
	} else {
		n.next.prev = n.prev
	}
	n.prev, n.next = nil, nil
	l.size--
}

// behind returns the first element that comes after a place. near is the
// element of the task that the place names, or nil; most often it is still
// there.
func (l *list) behind(place host.PageCursor, near *link) *link {
	if near != nil && near.entry.place.Time.Equal(place.Time) {
		return near.next
	}
	n := l.first
	for n != nil && !place.Before(n.entry.place) {
		n = n.next
	}
	return n
}

// count returns how many of the list match. Without a filter it does not look
// at them.
func (l *list) count(q *host.ListQuery) int {
	if q.State == 0 && q.After.IsZero() {
		return l.size
	}
	n := 0
	for e := l.first; e != nil && !tooOld(e.entry, q.After); e = e.next {
		if matches(e.entry, q) {
			n++
		}
	}
	return n
}

// tooOld says whether the entry and all behind it are older than a filter
// allows.
func tooOld(e *entry, after time.Time) bool {
	return !after.IsZero() && e.place.Time.Before(after)
}

func matches(e *entry, q *host.ListQuery) bool {
	return q.State == 0 || e.state == q.State
}
