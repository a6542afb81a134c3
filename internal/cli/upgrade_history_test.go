package cli

import (
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// specHistory is a folder beside the repository with versions of a2a.proto as they
// were published (001 and so on), and proposals for the next (F01 and so on).
const specHistory = "../../../shared/spec"

var allHistory = flag.Bool("history", false, "upgrade through all versions of the specification, which takes minutes")

// TestUpgradeHistory moves one agent from 1.0.0 to the last proposal; with
// -history through every version from 1.0.0 on and every proposal. Its owner edits
// nothing on the way, and each time it builds and passes its tests: upgrade
// changes it in no other case.
func TestUpgradeHistory(t *testing.T) {
	files, err := filepath.Glob(specHistory + "/*.proto")
	if err != nil {
		t.Fatal(err)
	}
	files = slices.DeleteFunc(files, func(name string) bool { return filepath.Base(name) < "068" })
	if len(files) == 0 {
		t.Skip("no history beside the repository")
	}
	for _, v := range goCaches(t) {
		name, value, _ := strings.Cut(v, "=")
		t.Setenv(name, value)
	}
	for i := range files {
		if files[i], err = filepath.Abs(files[i]); err != nil {
			t.Fatal(err)
		}
	}
	dir := t.TempDir()
	t.Chdir(dir)
	definition := "version: 1\nagent: {name: planner, description: Plans., version: 0.1.0}\nhost: {store: memory}\n" +
		"skills: [{id: echo, name: Echo, description: Sends text back., tags: [example]}]\n"
	if err := os.WriteFile("planner.yaml", []byte(definition), 0o666); err != nil {
		t.Fatal(err)
	}
	run(t, "new", "planner", "--definition", "planner.yaml", "--proto", files[0])
	t.Chdir("planner")
	handler, err := os.ReadFile("agent/echo.go")
	if err != nil {
		t.Fatal(err)
	}
	next := files[len(files)-1:]
	if *allHistory {
		next = append(files[1:], files[0])
	}
	for _, name := range next {
		out := run(t, "upgrade", "--proto", name)
		if !strings.Contains(out, "ok      go test ./...") {
			t.Errorf("%s: not tested:\n%s", filepath.Base(name), out)
		}
		if after, err := os.ReadFile("agent/echo.go"); err != nil || string(after) != string(handler) {
			t.Errorf("%s: the handler was changed (%v)", filepath.Base(name), err)
		}
	}
}

// run runs a command that has to succeed and returns what it prints.
func run(t *testing.T, args ...string) string {
	t.Helper()
	var out strings.Builder
	if code := Main(args, Streams{Out: &out, Err: &out}); code != 0 {
		t.Fatalf("a2a-gen %s: exit code %d\n%s", strings.Join(args, " "), code, out.String())
	}
	return out.String()
}
