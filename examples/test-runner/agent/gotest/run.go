package gotest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Options say what to test and who watches.
type Options struct {
	// Packages are package patterns relative to the root of the module. The
	// default is all of it: "./...".
	Packages []string

	// Timeout is the longest that the tests of one package may run. The default
	// is that of go test: 10 minutes.
	Timeout time.Duration

	// Observe, if set, is called with every event, one after the other. go test
	// waits when it is slow. A panic in it ends the run and goes on to the caller.
	Observe func(Event)
}

// Test runs go test in the workspace. Failing tests, and packages that don't
// build, are a result and no error.
//
// The errors are ErrModule, the cause of ctx, or a failure of this machine.
func (w *Workspace) Test(ctx context.Context, opts Options) (Summary, error) {
	patterns := opts.Packages
	if len(patterns) == 0 {
		patterns = []string{"./..."}
	}
	for _, pattern := range patterns {
		if strings.HasPrefix(pattern, "-") {
			return Summary{}, fmt.Errorf("%w: %q is not a package pattern", ErrModule, pattern)
		}
	}
	// Without this look, go would find a go.mod further up.
	if _, err := os.Stat(filepath.Join(w.Dir, "go.mod")); err != nil {
		return Summary{}, fmt.Errorf("%w: there is no go.mod at the root", ErrModule)
	}

	args := []string{"test", "-json", "-count=1"}
	if opts.Timeout > 0 {
		args = append(args, "-timeout="+opts.Timeout.String())
	}
	start := time.Now()
	counts := newTally(w.Dir)
	err := w.run(ctx, w.environment(passesToGo), func(r io.Reader) {
		for event := range events(r) {
			event.Result = counts.add(event)
			if opts.Observe != nil {
				opts.Observe(event)
			}
		}
	}, "go", append(args, patterns...)...)

	refused, isRefusal := errors.AsType[*exitError](err)
	if err != nil && !isRefusal {
		return Summary{}, err
	}
	summary := counts.summary()
	summary.Elapsed = time.Since(start).Round(time.Millisecond).Seconds()
	if isRefusal && summary.Failed == 0 {
		return summary, w.explain(ctx, refused, patterns)
	}
	return summary, nil
}

// explain says why go test refused without a failed package to show for it. It
// returns nil if the reason is that there are no packages.
func (w *Workspace) explain(ctx context.Context, refused *exitError, patterns []string) error {
	found := false
	args := append([]string{"list", "-e"}, patterns...)
	err := w.run(ctx, w.environment(passesToGo), func(r io.Reader) {
		for range lines(r) {
			found = true
		}
	}, "go", args...)
	if err == nil && !found {
		return nil
	}
	if _, ok := errors.AsType[*exitError](err); err != nil && !ok {
		return err
	}
	return fmt.Errorf("%w: %s", ErrModule, relative(w.Dir, refused.words))
}
