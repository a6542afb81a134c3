package rate

import (
	"strconv"
	"testing"
	"testing/synctest"
	"time"
)

func TestLimiter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := New(2, 3)
		for i := range 3 {
			if wait := l.Take("a"); wait != 0 {
				t.Fatalf("token %d of the burst: wait %v", i, wait)
			}
		}
		if wait := l.Take("a"); wait != 500*time.Millisecond {
			t.Errorf("after the burst: wait %v", wait)
		}
		if wait := l.Take("b"); wait != 0 {
			t.Errorf("another key: wait %v", wait)
		}
		time.Sleep(500 * time.Millisecond)
		if wait := l.Wait("a"); wait != 0 {
			t.Errorf("half a second later: wait %v", wait)
		}
		if wait := l.Take("a"); wait != 0 {
			t.Errorf("looking took the token: wait %v", wait)
		}
		if wait := l.Wait("a"); wait == 0 {
			t.Error("two tokens came back in the time of one")
		}
		time.Sleep(time.Hour)
		taken := 0
		for l.Take("a") == 0 {
			taken++
		}
		if taken != 3 {
			t.Errorf("a bucket that rested for long holds %d tokens, want 3", taken)
		}
	})
}

// Keys come from outside; they must not fill the memory.
func TestLimiterForgets(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := New(1, 1)
		for i := range 2 * maxKeys {
			l.Take(strconv.Itoa(i))
		}
		if n := len(l.full); n > maxKeys {
			t.Errorf("%d keys are kept, want at most %d", n, maxKeys)
		}
		time.Sleep(2 * time.Second)
		l.Take("next")
		if n := len(l.full); n != 1 {
			t.Errorf("%d keys are kept after all buckets filled up, want 1", n)
		}
	})
}
