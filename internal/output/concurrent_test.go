package output

import (
	"strings"
	"sync"
	"testing"
)

// Runs that commit at the same time, such as an editor's and a terminal's,
// wait for each other.
func TestConcurrentCommits(t *testing.T) {
	root := t.TempDir()
	generate(t, openDir(t, root), killOld)
	var runs sync.WaitGroup
	for range 8 {
		d := openDir(t, root)
		r := compare(t, d, killNew)
		runs.Go(func() {
			if err := d.Commit(r); err != nil {
				t.Error(err)
			}
		})
	}
	runs.Wait()
	got := snapshot(t, root)
	for name, text := range killNew {
		if got[name] != text {
			t.Errorf("%s = %q", name, got[name])
		}
	}
	for name := range got {
		if strings.HasSuffix(name, ".tmp") || name == journalPath {
			t.Errorf("%s is left", name)
		}
	}
}
