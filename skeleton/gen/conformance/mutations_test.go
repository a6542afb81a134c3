package conformance

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"
)

var mutate = flag.Bool("mutate", false, "break the code in one place after another, and see that the suite notices")

// skeletonDir is where the files of mutations are.
const skeletonDir = "../.."

// TestMutations holds that each mutation still has its place in the code. With
// -mutate it also makes them, one at a time, and runs the tests of the
// requirement that it breaks: one has to fail. The files themselves stay as they are.
//
//	go test ./skeleton/gen/conformance -run TestMutations -mutate -parallel 2 -timeout 30m
func TestMutations(t *testing.T) {
	for _, m := range mutations {
		t.Run(m.name, func(t *testing.T) {
			t.Parallel()
			overlay := m.overlay(t)
			if *mutate {
				m.mustBeNoticed(t, overlay)
			}
		})
	}
}

// overlay writes the broken file and a file that tells the go command to take
// it instead of the good one.
func (m mutation) overlay(t *testing.T) string {
	t.Helper()
	path, err := filepath.Abs(filepath.Join(skeletonDir, m.file))
	if err != nil {
		t.Fatal(err)
	}
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if n := bytes.Count(good, []byte(m.old)); n != 1 {
		t.Fatalf("%s has the text of this mutation %d times, want it once:\n%s", m.file, n, m.old)
	}
	dir := t.TempDir()
	broken := filepath.Join(dir, filepath.Base(path))
	overlay := filepath.Join(dir, "overlay.json")
	data, err := json.Marshal(map[string]any{"Replace": map[string]string{path: broken}})
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string][]byte{broken: bytes.Replace(good, []byte(m.old), []byte(m.new), 1), overlay: data} {
		if err := os.WriteFile(name, text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return overlay
}

// noticed finds the requirement whose test failed.
var noticed = regexp.MustCompile(`--- FAIL: \w+/(\S+/\S+)`)

// mustBeNoticed runs the tests that ought to fail, for the skeleton's agent.
func (m mutation) mustBeNoticed(t *testing.T, overlay string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", "test", "-overlay", overlay, "-count=1", "-vet=off", "-failfast", "-timeout=2m",
		"-ldflags=-s -w", "-run", "TestConformance/.*/("+m.by+")$", "./agent")
	cmd.Dir = skeletonDir
	out, err := cmd.CombinedOutput()
	found := noticed.FindSubmatch(out)
	switch {
	case found != nil:
		t.Logf("noticed by %s", found[1])
	case err == nil:
		t.Errorf("%s notices nothing when in %s\n%s\nbecomes\n%s", m.by, m.file, m.old, m.new)
	default:
		t.Errorf("no test failed: %v\n%.4000s", err, out)
	}
}
