package cli

import (
	"bytes"
	"path/filepath"
	"strconv"
	"testing"
)

// BenchmarkNew is the whole of "a2a-gen new" but for the start of the process:
// compile the proto, run the plugins, write every file. It should stay below
// 0.15 s. Measure with -benchtime 20x rather than -count: what a count made is
// removed at its end, and for minutes after that ext4 looks at each removed file
// before it makes a new one, which can take longer than all the rest.
func BenchmarkNew(b *testing.B) {
	dir := b.TempDir()
	for n := 0; b.Loop(); n++ {
		var out, errs bytes.Buffer
		target := filepath.Join(dir, strconv.Itoa(n))
		if code := Main([]string{"new", "planner", "--dir", target}, Streams{Out: &out, Err: &errs}); code != 0 {
			b.Fatalf("exit code %d: %s", code, errs.String())
		}
	}
}
