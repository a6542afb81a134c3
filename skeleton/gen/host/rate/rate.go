// Package rate limits how often something may happen for each of many keys,
// such as the calls of a caller or the failed attempts from an address.
package rate

import (
	"sync"
	"time"
)

// maxKeys bounds the memory of a limiter. Beyond it, keys are forgotten that
// were not used for long; an attacker with more addresses than that is beyond
// what a limit in one process can do.
const maxKeys = 1 << 16

// Limiter holds a bucket of tokens for each key. A bucket starts full, and
// fills again at a steady rate. It is safe for concurrent use.
type Limiter struct {
	every time.Duration // time that a token takes to come back
	burst int           // tokens of a full bucket

	mu sync.Mutex
	// full is when the bucket of a key will be full again: all that there is to
	// know about it. Keys with full buckets are not in the map for ever.
	full  map[string]time.Time
	swept time.Time
}

// New returns a limiter that lets burst tokens be taken at once and perSecond
// over time. Both are greater than zero.
func New(perSecond float64, burst int) *Limiter {
	return &Limiter{
		every: max(time.Duration(float64(time.Second)/perSecond), 1),
		burst: burst,
		full:  make(map[string]time.Time),
	}
}

// Take takes a token of a key. Without one it takes none, and returns how long
// it takes until there is one.
func (l *Limiter) Take(key string) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	wait, full := l.look(key, now)
	if wait > 0 {
		return wait
	}
	if _, known := l.full[key]; !known {
		l.makeRoom(now)
	}
	l.full[key] = full.Add(l.every)
	return 0
}

// Wait returns how long it takes until a key has a token, and takes none.
func (l *Limiter) Wait(key string) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	wait, _ := l.look(key, time.Now())
	return wait
}

// look returns how long until a key has a token, and when its bucket is full.
func (l *Limiter) look(key string, now time.Time) (wait time.Duration, full time.Time) {
	full = l.full[key]
	if full.Before(now) {
		full = now
	}
	missing := full.Sub(now)
	return max(0, missing-time.Duration(l.burst-1)*l.every), full
}

// makeRoom removes keys whose buckets are full, at most once a second, and any
// key at all if that is not enough.
func (l *Limiter) makeRoom(now time.Time) {
	if now.Sub(l.swept) >= time.Second {
		l.swept = now
		for key, full := range l.full {
			if !full.After(now) {
				delete(l.full, key)
			}
		}
	}
	for key := range l.full {
		if len(l.full) < maxKeys {
			return
		}
		delete(l.full, key)
	}
}
