package merge

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func TestProject(t *testing.T) {
	text := func(path, base, ours, theirs string) Text {
		return Text{Path: path, Base: []byte(base), Ours: []byte(ours), Theirs: []byte(theirs)}
	}
	results, err := Project(t.Context(), []Text{
		text("same", "a\n", "b\n", "a\n"),
		text("adopted", "a\n", "b\n", "b\n"),
		text("Makefile", "a\nb\nc\nd\ne\n", "A\nb\nc\nd\ne\n", "a\nb\nc\nd\nE\n"),
		text("README.md", "a\n", "b\n", "c\n"),
		text("go.mod", "module x\n", "module y\n", "module x\n\nrequire example.com/z v1.0.0\n"),
		text("go.sum", "", "a v1.0.0 h1:x=\n", "b v1.0.0 h1:x=\n"),
		{Path: "deleted", Base: []byte("a\n"), Theirs: []byte("b\n")},
		{Path: "no base", Ours: []byte("a\n"), Theirs: []byte("b\n")},
	}, testLabels)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{
		"Makefile": "A\nb\nc\nd\nE\n", "README.md": "<<<<<<< yours\nb\n=======\nc\n>>>>>>> offered now\n",
		"go.mod": "module y\n\nrequire example.com/z v1.0.0\n", "go.sum": "a v1.0.0 h1:x=\nb v1.0.0 h1:x=\n",
	}
	if len(results) != len(want) {
		t.Errorf("%d results, want %d", len(results), len(want))
	}
	for _, r := range results {
		if string(r.Merged) != want[r.Path] || r.Conflict != (r.Path == "README.md") || !r.Changed() {
			t.Errorf("%s = %q, conflict %v", r.Path, r.Merged, r.Conflict)
		}
	}
	if _, err := Project(t.Context(), []Text{text("go.mod", "module x\n", "module (", "module y\n"), text("bin", "\x00", "a\x00", "b\x00")}, testLabels); err == nil ||
		!strings.Contains(err.Error(), "go.mod: ") || !strings.Contains(err.Error(), "bin: ") {
		t.Errorf("errors = %v, want both", err)
	}
}

func runGit(t *testing.T, dir string, args ...string) string {
	t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("git %q: %v\n%s", args, err, out)
	}
	return string(out)
}

func TestMarkUnmerged(t *testing.T) {
	repo := t.TempDir()
	dir := filepath.Join(repo, "services", "planner")
	if err := os.MkdirAll(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"a b.txt", "new.txt"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("ours\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	conflict := func(name string) Result {
		return Result{Text: Text{Path: name, Base: []byte("base\n"), Ours: []byte("ours\n"), Theirs: []byte("theirs\n")}, Conflict: true}
	}
	results := []Result{conflict("a b.txt"), conflict("new.txt"), {Text: Text{Path: "fine.txt"}}}
	if err := MarkUnmerged(t.Context(), dir, results); err != nil {
		t.Fatalf("outside of a repository: %v", err)
	}

	runGit(t, repo, "init", "-q")
	runGit(t, repo, "add", "services/planner/a b.txt")
	if err := MarkUnmerged(t.Context(), dir, results); err != nil {
		t.Fatal(err)
	}
	status := runGit(t, repo, "-c", "core.quotePath=false", "status", "--porcelain")
	if want := "UU \"services/planner/a b.txt\"\n?? services/planner/new.txt\n"; status != want {
		t.Errorf("status = %q, want %q", status, want)
	}
	for stage, want := range map[string]string{":1:": "base\n", ":2:": "ours\n", ":3:": "theirs\n"} {
		if got := runGit(t, repo, "show", stage+"services/planner/a b.txt"); got != want {
			t.Errorf("stage %s = %q, want %q", stage, got, want)
		}
	}
}
