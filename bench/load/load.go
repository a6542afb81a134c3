// Package load puts servers under load at little cost of its own: requests are
// written once and sent again with another number in them, answers are counted
// and not decoded.
package load

import (
	"errors"
	"sync"
	"sync/atomic"
	"time"
)

// Client makes requests, one after the other.
type Client interface {
	// Do makes a request and returns how many units of work it was.
	Do() (int, error)
	Close() error
}

// Limit ends a run: by time or by the number of requests, whichever is first.
type Limit struct {
	Time     time.Duration
	Requests int64
}

// Result is what happened in a run.
type Result struct {
	Units   int64 // requests, or events
	Elapsed time.Duration
}

// Run has all clients make requests until the limit is reached. The first
// failure ends it.
func Run(clients []Client, limit Limit) (Result, error) {
	var units, requests atomic.Int64
	var failed atomic.Bool
	errs := make([]error, len(clients))
	start := time.Now()
	end := start.Add(limit.Time)
	var group sync.WaitGroup
	for i, c := range clients {
		group.Go(func() {
			for requests.Add(1) <= limit.Requests && !failed.Load() && time.Now().Before(end) {
				n, err := c.Do()
				if err != nil {
					errs[i] = err
					failed.Store(true)
					return
				}
				units.Add(int64(n))
			}
		})
	}
	group.Wait()
	return Result{Units: units.Load(), Elapsed: time.Since(start)}, errors.Join(errs...)
}
