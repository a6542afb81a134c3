package sqlite

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/host"
)

// maxBatch is how many changes share a transaction at most. More would make
// the first of them wait for long.
const maxBatch = 256

// writer puts changes into the database, as many in one transaction as arrived
// while it was busy with the one before. The more callers there are, the less
// a commit costs each, and a single caller never waits for company.
type writer struct {
	conns pool

	mu      sync.Mutex
	queue   []*change
	stopped bool
	wake    chan struct{} // holds one value if the queue was added to
	done    chan struct{} // closed at the end
}

// change is what one caller wants to do.
type change struct {
	// run does it in a transaction that it shares with others. It must write
	// nothing if it returns ErrConflict or ErrNotFound, and may be called again
	// in another transaction.
	run     func(*conn) error
	err     error         // valid once done is closed
	claimed atomic.Bool   // by the writer, or by a caller that gave up
	done    chan struct{} // closed when it is durable or has failed
}

func startWriter(conns pool) *writer {
	w := &writer{conns: conns, wake: make(chan struct{}, 1), done: make(chan struct{})}
	go w.loop()
	return w
}

// write makes a change. If ctx ends before it was begun, it is not made;
// otherwise write waits for its result.
func (w *writer) write(ctx context.Context, run func(*conn) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	ch := &change{run: run, done: make(chan struct{})}
	if !w.add(ch) {
		return errClosed
	}
	select {
	case <-ch.done:
	case <-ctx.Done():
		if ch.claimed.CompareAndSwap(false, true) {
			return ctx.Err()
		}
		<-ch.done
	}
	return ch.err
}

func (w *writer) add(ch *change) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.stopped {
		return false
	}
	w.queue = append(w.queue, ch)
	select {
	case w.wake <- struct{}{}:
	default:
	}
	return true
}

// stop waits until all changes of the queue are made. It reports false if the
// writer was stopped before.
func (w *writer) stop() bool {
	w.mu.Lock()
	if w.stopped {
		w.mu.Unlock()
		return false
	}
	w.stopped = true
	close(w.wake)
	w.mu.Unlock()
	<-w.done
	return true
}

func (w *writer) loop() {
	defer close(w.done)
	for range w.wake {
		for batch, ok := w.take(); ok; batch, ok = w.take() {
			c := <-w.conns
			commit(c, batch)
			w.conns <- c
		}
	}
}

// take returns the next changes of the queue, less those whose callers gave
// up. It reports false if the queue is empty.
func (w *writer) take() ([]*change, bool) {
	// Callers that are ready to run come first, so that their changes are in
	// the batch. The scheduler alone would let the writer run between them.
	runtime.Gosched()
	w.mu.Lock()
	defer w.mu.Unlock()
	n := min(len(w.queue), maxBatch)
	batch := slices.Clone(w.queue[:n])
	w.queue = slices.Delete(w.queue, 0, n)
	batch = slices.DeleteFunc(batch, func(ch *change) bool {
		return !ch.claimed.CompareAndSwap(false, true)
	})
	return batch, n > 0
}

// commit makes changes and tells their callers. One that fails in a way that
// may have left traces takes the transaction with it, so the others are made
// again without it.
func commit(c *conn, batch []*change) {
	for len(batch) > 0 {
		bad := -1
		err := c.transaction(func() error {
			for i, ch := range batch {
				if ch.err = ch.run(c); ch.err != nil && !harmless(ch.err) {
					bad = i
					return ch.err
				}
			}
			return nil
		})
		if bad >= 0 {
			close(batch[bad].done)
			batch = slices.Delete(batch, bad, bad+1)
			continue
		}
		for _, ch := range batch {
			if err != nil {
				ch.err = err
			}
			close(ch.done)
		}
		return
	}
}

// harmless says whether a change that ended with err has written nothing.
func harmless(err error) bool {
	return errors.Is(err, host.ErrConflict) || errors.Is(err, host.ErrNotFound)
}
