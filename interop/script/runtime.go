// Package script runs programs in other languages, which call an agent by the
// official SDKs of those languages, and turns what they report into tests.
package script

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// installed is where dependencies stay between runs; git ignores it.
const installed = "../../build/interop"

// Need finds the programs of a runtime. Where one is missing the test is
// skipped; in CI that is a failure.
func Need(t *testing.T, programs ...string) {
	t.Helper()
	for _, program := range programs {
		if _, err := exec.LookPath(program); err == nil {
			continue
		}
		if os.Getenv("CI") == "true" {
			t.Fatalf("%s is not installed", program)
		}
		t.Skipf("NOT TESTED: %s is not installed; install it to run this test", program)
	}
}

// Dependencies returns a folder that install filled from the files that pin
// the dependencies. The same files give the same folder, which is filled once.
func Dependencies(t *testing.T, install func(dir string), pins ...string) string {
	t.Helper()
	hash := sha256.New()
	for _, file := range pins {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		hash.Write(data)
	}
	root, err := filepath.Abs(installed)
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(root, hex.EncodeToString(hash.Sum(nil)[:8]))
	done := filepath.Join(dir, "done")
	if _, err := os.Stat(done); err == nil {
		return dir
	}
	if err := os.RemoveAll(dir); err != nil { // what an interrupted run left
		t.Fatal(err)
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	install(dir)
	if err := os.WriteFile(done, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	return dir
}

// Command runs a program that installs something.
func Command(t *testing.T, dir, name string, args ...string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), name, args...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%s %q: %v\n%s", name, args, err, out)
	}
}

// Copy copies files of the package under test into a folder.
func Copy(t *testing.T, dir string, files ...string) {
	t.Helper()
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, file), data, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}
