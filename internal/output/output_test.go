package output

import (
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/a2a-gen/a2a-gen/internal/lock"
	"github.com/a2a-gen/a2a-gen/internal/tree"
)

// texts is a tree in short: path to content.
type texts map[string]string

// planned returns the files of a run: those below gen/ are the tool's.
func planned(t texts) []tree.File {
	var files []tree.File
	for _, name := range slices.Sorted(maps.Keys(t)) {
		owner := tree.User
		if strings.HasPrefix(name, "gen/") {
			owner = tree.Tool
		}
		files = append(files, tree.File{Path: name, Data: []byte(t[name]), Mode: tree.Regular, Owner: owner})
	}
	return files
}

func openDir(t *testing.T, name string) *Dir {
	t.Helper()
	d, err := Open(name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	return d
}

func compare(t *testing.T, d *Dir, want texts) *Report {
	t.Helper()
	r, err := tryCompare(d, want)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func tryCompare(d *Dir, want texts) (*Report, error) {
	prev, err := d.Lock()
	if err != nil {
		return nil, err
	}
	files := planned(want)
	next := lock.New(files)
	next.Tool = "v0.1.0"
	return d.Compare(prev, next, files)
}

// generate runs compare and commit as a whole.
func generate(t *testing.T, d *Dir, want texts) *Report {
	t.Helper()
	r := compare(t, d, want)
	if err := d.Commit(r); err != nil {
		t.Fatal(err)
	}
	return r
}

func write(t *testing.T, root, name, text string) {
	t.Helper()
	file := filepath.Join(root, name)
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// snapshot reads all regular files of a directory.
func snapshot(t *testing.T, root string) texts {
	t.Helper()
	found := texts{}
	err := filepath.WalkDir(root, func(name string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() {
			return err
		}
		data, err := os.ReadFile(name)
		rel, _ := filepath.Rel(root, name)
		found[filepath.ToSlash(rel)] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// states lists "state path" of all changes but the tool's own records.
func states(r *Report) []string {
	var list []string
	for _, c := range r.Changes {
		if c.Path != lock.Path && !strings.HasPrefix(c.Path, StateDir) {
			list = append(list, string(c.State)+" "+c.Path)
		}
	}
	return list
}

func expect(t *testing.T, r *Report, want ...string) {
	t.Helper()
	if got := states(r); !slices.Equal(got, want) {
		t.Errorf("states:\n got %q\nwant %q", got, want)
	}
}

func TestStates(t *testing.T) {
	root := t.TempDir()
	d := openDir(t, root)
	expect(t, generate(t, d, texts{"gen/a.go": "1", "gen/old.go": "1", "agent/s1.go": "stub", "Makefile": "m"}),
		"create Makefile", "create agent/s1.go", "create gen/a.go", "create gen/old.go")

	r := generate(t, d, texts{"gen/a.go": "1", "gen/old.go": "1", "agent/s1.go": "stub", "Makefile": "m"})
	if len(r.Pending()) != 0 {
		t.Errorf("second run is not idle: %v", states(r))
	}

	write(t, root, "agent/s1.go", "my code")
	if err := os.Remove(filepath.Join(root, "Makefile")); err != nil {
		t.Fatal(err)
	}
	expect(t, generate(t, d, texts{"gen/a.go": "2", "gen/new.go": "n", "agent/s2.go": "stub", "Makefile": "better"}),
		"gone Makefile", "orphan agent/s1.go", "create agent/s2.go", "update gen/a.go", "create gen/new.go", "delete gen/old.go")

	got := snapshot(t, root)
	delete(got, lock.Path)
	want := texts{"gen/a.go": "2", "gen/new.go": "n", "agent/s1.go": "my code", "agent/s2.go": "stub",
		".a2a-gen/base/agent/s1.go": "stub", ".a2a-gen/base/agent/s2.go": "stub", ".a2a-gen/base/Makefile": "m"}
	if !maps.Equal(got, want) {
		t.Errorf("tree = %v\nwant %v", got, want)
	}

	// The orphan is remembered as long as it is there, its base not longer.
	if err := os.Remove(filepath.Join(root, "agent/s1.go")); err != nil {
		t.Fatal(err)
	}
	generate(t, d, texts{"gen/a.go": "2", "gen/new.go": "n", "agent/s2.go": "stub", "Makefile": "better"})
	if _, ok := snapshot(t, root)[".a2a-gen/base/agent/s1.go"]; ok {
		t.Error("base of a removed skill's deleted file is still there")
	}
}

func TestConflicts(t *testing.T) {
	root := t.TempDir()
	d := openDir(t, root)
	generate(t, d, texts{"gen/a.go": "1", "gen/b.go": "1", "gen/c.go": "1"})
	write(t, root, "gen/a.go", "edited")
	write(t, root, "gen/b.go", "2") // edited to what is wanted now
	write(t, root, "gen/d.go", "not ours")
	write(t, root, "gen/c.go", "edited, and no longer wanted")
	r := compare(t, d, texts{"gen/a.go": "2", "gen/b.go": "2", "gen/d.go": "1"})
	expect(t, r, "edited gen/a.go", "same gen/b.go", "orphan gen/c.go", "foreign gen/d.go")
	if got := len(r.Conflicts()); got != 2 {
		t.Errorf("%d conflicts, want 2", got)
	}
	if err := d.Commit(r); err != nil { // as with --force
		t.Fatal(err)
	}
	got := snapshot(t, root)
	if got["gen/a.go"] != "2" || got["gen/d.go"] != "1" || !strings.HasPrefix(got["gen/c.go"], "edited") {
		t.Errorf("tree after force: %v", got)
	}
}

func TestUnchangedFilesKeepTimes(t *testing.T) {
	root := t.TempDir()
	d := openDir(t, root)
	generate(t, d, texts{"gen/a.go": "1", "gen/b.go": "1"})
	before, err := os.Stat(filepath.Join(root, "gen/a.go"))
	if err != nil {
		t.Fatal(err)
	}
	generate(t, d, texts{"gen/a.go": "1", "gen/b.go": "2"})
	after, err := os.Stat(filepath.Join(root, "gen/a.go"))
	if err != nil {
		t.Fatal(err)
	}
	if !os.SameFile(before, after) || !before.ModTime().Equal(after.ModTime()) {
		t.Error("an unchanged file was written")
	}
}

func TestLineEndsAndModesStay(t *testing.T) {
	root := t.TempDir()
	d := openDir(t, root)
	generate(t, d, texts{"gen/a.sh": "a\nb\n", "gen/b.go": "a\nb\n"})
	write(t, root, "gen/a.sh", "a\r\nb\r\n")
	write(t, root, "gen/b.go", "a\r\nb\r\n")
	if err := os.Chmod(filepath.Join(root, "gen/a.sh"), 0o751); err != nil {
		t.Fatal(err)
	}
	expect(t, generate(t, d, texts{"gen/a.sh": "a\nc\n", "gen/b.go": "a\nb\n"}), "update gen/a.sh", "same gen/b.go")
	if got := snapshot(t, root)["gen/a.sh"]; got != "a\r\nc\r\n" {
		t.Errorf("line ends: %q", got)
	}
	info, err := os.Stat(filepath.Join(root, "gen/a.sh"))
	if err != nil {
		t.Fatal(err)
	}
	if info.Mode().Perm() != 0o751 {
		t.Errorf("mode = %v, want 0751", info.Mode())
	}
}

func TestReadOnly(t *testing.T) {
	root := t.TempDir()
	d := openDir(t, root)
	generate(t, d, texts{"gen/a.go": "1", "gen/b.go": "1", "gen/sub/c.go": "1"})
	for name, mode := range map[string]fs.FileMode{"gen/a.go": 0o444, "gen/b.go": 0o444, "gen/sub": 0o555} {
		if err := os.Chmod(filepath.Join(root, name), mode); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() { _ = os.Chmod(filepath.Join(root, "gen/sub"), 0o755) })
	before := snapshot(t, root)

	err := d.Commit(compare(t, d, texts{"gen/a.go": "2", "gen/b.go": "1", "gen/sub/c.go": "2"}))
	if err == nil {
		t.Fatal("a read-only file was replaced")
	}
	for _, want := range []string{"gen/a.go: is read-only", "directory gen/sub is read-only"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("error lacks %q: %v", want, err)
		}
	}
	if strings.Contains(err.Error(), "gen/b.go") {
		t.Errorf("an unchanged read-only file is no error: %v", err)
	}
	if !maps.Equal(before, snapshot(t, root)) {
		t.Error("the tree changed")
	}
}

func TestOpenNew(t *testing.T) {
	root := t.TempDir()
	d, err := OpenNew(filepath.Join(root, "a/b"))
	if err != nil {
		t.Fatal(err)
	}
	d.Close()

	write(t, root, "full/README.md", "x")
	write(t, root, "project/a2a.lock", "x")
	write(t, root, "file", "x")
	for dir, want := range map[string]string{
		"full": "is not empty (it holds README.md)", "project": "a2a-gen generate", "file": "is a file",
	} {
		d, err := OpenNew(filepath.Join(root, dir))
		if err == nil {
			d.Close()
			t.Errorf("OpenNew(%s) succeeded", dir)
		} else if !strings.Contains(err.Error(), want) {
			t.Errorf("OpenNew(%s) = %v, want %q", dir, err, want)
		}
	}
}

func TestPatch(t *testing.T) {
	root := t.TempDir()
	d := openDir(t, root)
	generate(t, d, texts{"gen/a.go": "one\n", "gen/b.go": "gone\n"})
	got := string(compare(t, d, texts{"gen/a.go": "two\n", "agent/x.go": "new\n"}).Patch())
	want := `--- /dev/null
+++ b/agent/x.go
@@ -0,0 +1,1 @@
+new
--- a/gen/a.go
+++ b/gen/a.go
@@ -1,1 +1,1 @@
-one
+two
--- a/gen/b.go
+++ /dev/null
@@ -1,1 +0,0 @@
-gone
`
	if got != want {
		t.Errorf("patch:\n%s\nwant:\n%s", got, want)
	}
}
