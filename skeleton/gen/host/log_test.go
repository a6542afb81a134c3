package host

import (
	"testing"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
)

// readAll reads to the end and returns how many events came.
func readAll(t *testing.T, l *eventLog, c *cursor) int {
	t.Helper()
	n := 0
	for {
		events, ok := l.read(c, maxBatch)
		if !ok {
			t.Fatal("the reader was cut off")
		}
		if len(events) == 0 {
			return n
		}
		n += len(events)
	}
}

func TestEventLogKeepsOnlyWhatIsNeeded(t *testing.T) {
	var l eventLog
	for range 10 {
		l.add(new(a2apb.StreamResponse))
	}
	if len(l.events) != 0 || l.end() != 10 {
		t.Errorf("%d events kept for nobody, end %d", len(l.events), l.end())
	}
	fast, slow := l.open(), l.open()
	for i := range 10_000 {
		l.add(new(a2apb.StreamResponse))
		if n := readAll(t, &l, fast); n != 1 {
			t.Fatalf("event %d: read %d", i, n)
		}
	}
	if n := readAll(t, &l, slow); n != 10_000 {
		t.Errorf("the slow reader got %d events", n)
	}
	l.close(slow)
	l.close(slow) // changes nothing
	for range 10_000 {
		l.add(new(a2apb.StreamResponse))
		readAll(t, &l, fast)
	}
	// One more growth is what it takes to drop the old ones.
	if len(l.events) > 20_000 {
		t.Errorf("%d events kept for a reader at the end", len(l.events))
	}
	for range 100_000 {
		l.add(new(a2apb.StreamResponse))
		readAll(t, &l, fast)
	}
	if cap(l.events) > 1<<15 {
		t.Errorf("an array of %d for a reader at the end", cap(l.events))
	}
	l.close(fast)
	l.add(new(a2apb.StreamResponse))
	if len(l.events) != 0 || len(l.cursors) != 0 {
		t.Errorf("%d events, %d cursors left", len(l.events), len(l.cursors))
	}
}

func TestEventLogCutsOff(t *testing.T) {
	var l eventLog
	fast, slow := l.open(), l.open()
	for range 4 * maxLag {
		l.add(new(a2apb.StreamResponse))
		readAll(t, &l, fast)
	}
	if _, ok := l.read(slow, maxBatch); ok {
		t.Error("a reader that lags without end was not cut off")
	}
	if len(l.events) > 2*maxLag+1 {
		t.Errorf("%d events kept", len(l.events))
	}
}

func TestEventLogBatchesStay(t *testing.T) {
	var l eventLog
	c := l.open()
	first := new(a2apb.StreamResponse)
	l.add(first)
	batch, _ := l.read(c, maxBatch)
	for range 1000 {
		l.add(new(a2apb.StreamResponse))
		readAll(t, &l, c)
	}
	if len(batch) != 1 || batch[0].Message != first {
		t.Error("a batch changed after it was read")
	}
}
