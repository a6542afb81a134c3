package host

import (
	"slices"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/wire"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
)

// event is one update of a task as all its readers see it.
type event = wire.Event[a2apb.StreamResponse]

const (
	// maxLag is how many events a reader may be behind at least. One that is
	// further behind may be cut off.
	maxLag = 1 << 15
	// maxBatch is how many events a reader gets at once.
	maxBatch = 256
)

// eventLog holds the published updates of one task that somebody still has to
// read. A reader is a cursor, so it can lag without a buffer of its own and
// without holding up anybody; an event that all cursors have passed is
// dropped. The owner's lock guards it.
type eventLog struct {
	events  []*event // events[i] has the number base+i
	base    uint64
	cursors []*cursor
	wake    chan struct{} // closed by the next change, nil while nobody waits
}

// cursor is one reader's place in a log.
type cursor struct {
	next uint64 // number of the event to read next
	slot int    // place in eventLog.cursors
}

// end returns the number that the next event will get.
func (l *eventLog) end() uint64 { return l.base + uint64(len(l.events)) }

// open returns a cursor that reads what comes from now on.
func (l *eventLog) open() *cursor {
	c := &cursor{next: l.end(), slot: len(l.cursors)}
	l.cursors = append(l.cursors, c)
	return c
}

// close forgets a cursor. Closing it again does nothing.
func (l *eventLog) close(c *cursor) {
	if c.slot >= len(l.cursors) || l.cursors[c.slot] != c {
		return
	}
	last := len(l.cursors) - 1
	l.cursors[c.slot] = l.cursors[last]
	l.cursors[c.slot].slot = c.slot
	l.cursors[last] = nil
	l.cursors = l.cursors[:last]
}

// add publishes an update.
func (l *eventLog) add(message *a2apb.StreamResponse) {
	if len(l.cursors) == 0 {
		l.base, l.events = l.end()+1, nil
		return
	}
	if len(l.events) == cap(l.events) {
		l.trim()
	}
	l.events = append(l.events, wire.NewEvent(message))
}

// trim makes room by dropping what nobody needs. Readers may hold pieces of
// the old array, so what stays moves to a new one. It runs when the array is
// full; each event pays a constant share of it.
func (l *eventLog) trim() {
	oldest := l.end()
	for _, c := range l.cursors {
		oldest = min(oldest, c.next)
	}
	drop := max(int(oldest-min(oldest, l.base)), len(l.events)-maxLag)
	if drop < (len(l.events)+1)/2 {
		l.events = slices.Grow(l.events, max(8, len(l.events)))
		return
	}
	kept := make([]*event, len(l.events)-drop, max(8, len(l.events)))
	copy(kept, l.events[drop:])
	l.events, l.base = kept, l.base+uint64(drop)
}

// read returns up to limit events and moves the cursor behind them. The slice
// must not be changed. It reports false if the cursor has lagged so far that
// events were lost to it.
func (l *eventLog) read(c *cursor, limit int) ([]*event, bool) {
	if c.next < l.base {
		return nil, false
	}
	from := int(c.next - l.base)
	to := min(len(l.events), from+limit)
	c.next = l.base + uint64(to)
	return l.events[from:to:to], true
}

// changed returns a channel that the next call of broadcast closes.
func (l *eventLog) changed() <-chan struct{} {
	if l.wake == nil {
		l.wake = make(chan struct{})
	}
	return l.wake
}

// broadcast wakes those who wait for a change.
func (l *eventLog) broadcast() {
	if l.wake != nil {
		close(l.wake)
		l.wake = nil
	}
}
