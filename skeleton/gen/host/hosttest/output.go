package hosttest

import (
	"io"
	"sync"
	"testing"
)

// output writes to the log of a test until that ends. Agents may go on a
// little longer, and the testing package panics over what they say then.
type output struct {
	mu sync.Mutex
	w  io.Writer
}

func newOutput(t testing.TB) *output {
	o := &output{w: t.Output()}
	t.Cleanup(func() {
		o.mu.Lock()
		defer o.mu.Unlock()
		o.w = io.Discard
	})
	return o
}

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.w.Write(p)
}
