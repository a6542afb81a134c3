// Package reload keeps values that are made of files up to date, so that keys
// and certificates can be replaced while an agent runs.
package reload

import (
	"fmt"
	"log/slog"
	"os"
	"strings"
	"sync"
	"time"
)

// interval is how long a value is used before anybody looks at its files.
const interval = time.Second

// Value is a value that was made of files. It is safe for concurrent use.
type Value[T any] struct {
	load   func() (T, error)
	paths  []string
	logger *slog.Logger

	mu      sync.Mutex
	value   T
	stamp   string    // of the files when value was made, or failed to be
	checked time.Time // when the files were looked at
}

// New returns the value that load makes of the files at paths. It is made
// again when one of them has changed. If that fails, the value stays as it was
// and the logger is told.
func New[T any](logger *slog.Logger, load func() (T, error), paths ...string) (*Value[T], error) {
	v := &Value[T]{load: load, paths: paths, logger: logger, checked: time.Now()}
	v.stamp = v.look()
	var err error
	v.value, err = load()
	if err != nil {
		return nil, err
	}
	return v, nil
}

// Get returns the value as the files were a second ago or later.
func (v *Value[T]) Get() T {
	v.mu.Lock()
	defer v.mu.Unlock()
	now := time.Now()
	if now.Sub(v.checked) < interval {
		return v.value
	}
	v.checked = now
	stamp := v.look()
	if stamp == v.stamp {
		return v.value
	}
	v.stamp = stamp
	value, err := v.load()
	if err != nil {
		v.logger.Error("files changed and could not be read again; what they said before stays in force",
			"files", v.paths, "error", err)
		return v.value
	}
	v.logger.Info("files were read again", "files", v.paths)
	v.value = value
	return value
}

// look returns what changes when a file does.
func (v *Value[T]) look() string {
	var b strings.Builder
	for _, path := range v.paths {
		info, err := os.Stat(path)
		if err != nil {
			fmt.Fprintln(&b, err)
			continue
		}
		fmt.Fprintln(&b, info.ModTime().UnixNano(), info.Size())
	}
	return b.String()
}
