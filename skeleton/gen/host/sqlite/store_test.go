package sqlite_test

import (
	"path/filepath"
	"testing"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/host"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host/sqlite"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host/storetest"
)

func TestStore(t *testing.T) {
	storetest.Run(t, func(t *testing.T) host.Store {
		return open(t, filepath.Join(t.TempDir(), "tasks.db"))
	})
}

func TestStoreInMemory(t *testing.T) {
	storetest.Run(t, func(t *testing.T) host.Store { return open(t, sqlite.Memory) })
}

// open opens a store, and closes it at the end of the test if that has not
// happened by then.
func open(t testing.TB, path string) *sqlite.Store {
	t.Helper()
	s, err := sqlite.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}
