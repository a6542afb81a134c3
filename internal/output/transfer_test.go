package output

import (
	"strings"
	"testing"

	"github.com/a2a-gen/a2a-gen/internal/lock"
	"github.com/a2a-gen/a2a-gen/internal/tree"
)

func transfer(t *testing.T, d *Dir, name, text string, to tree.Owner) {
	t.Helper()
	l, err := d.Lock()
	if err != nil {
		t.Fatal(err)
	}
	f := tree.File{Path: name, Data: []byte(text), Mode: tree.Regular}
	r, err := d.Transfer(l, f, to)
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Commit(r); err != nil {
		t.Fatal(err)
	}
}

// A file that changes hands is what its new owner makes of it, whatever the
// generator calls it.
func TestTransfer(t *testing.T) {
	root := t.TempDir()
	d := openDir(t, root)
	generate(t, d, texts{"gen/a.go": "1", "gen/b.go": "1", "Makefile": "1"})

	write(t, root, "gen/a.go", "mine")
	transfer(t, d, "gen/a.go", "1", tree.User)
	transfer(t, d, "Makefile", "1", tree.Tool)
	generate(t, d, texts{"gen/a.go": "2", "gen/b.go": "2", "Makefile": "2"})
	got := snapshot(t, root)
	for name, want := range (texts{"gen/a.go": "mine", ".a2a-gen/base/gen/a.go": "1", "gen/b.go": "2", "Makefile": "2", ".a2a-gen/base/Makefile": ""}) {
		if got[name] != want {
			t.Errorf("%s = %q, want %q", name, got[name], want)
		}
	}

	transfer(t, d, "gen/a.go", "2", tree.Tool)
	transfer(t, d, "Makefile", "2", tree.User)
	r := generate(t, d, texts{"gen/a.go": "3", "gen/b.go": "2", "Makefile": "3"})
	if len(r.Conflicts()) > 0 {
		t.Errorf("conflicts: %v", r.Conflicts())
	}
	got = snapshot(t, root)
	for name, want := range (texts{"gen/a.go": "3", ".a2a-gen/base/gen/a.go": "", "Makefile": "2", ".a2a-gen/base/Makefile": "2"}) {
		if got[name] != want {
			t.Errorf("the way back: %s = %q, want %q", name, got[name], want)
		}
	}
}

func TestCompareMerges(t *testing.T) {
	root := t.TempDir()
	d := openDir(t, root)
	generate(t, d, texts{"Makefile": "old\n", "README.md": "old\n"})
	write(t, root, "Makefile", "mine\n")
	write(t, root, "README.md", "new\n")

	prev, err := d.Lock()
	if err != nil {
		t.Fatal(err)
	}
	files := planned(texts{"Makefile": "new\n", "README.md": "new\n", "gone": "new\n"})
	for i := range files {
		files[i].Merged = []byte(strings.Replace(files[i].Path, "README.md", "new", 1) + "\n")
	}
	prev.Files.User["gone"] = "x" // the user deleted it
	r, err := d.Compare(prev, lock.New(files), files)
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Commit(r); err != nil {
		t.Fatal(err)
	}
	got := snapshot(t, root)
	for name, want := range (texts{"Makefile": "Makefile\n", "README.md": "new\n", "gone": "", ".a2a-gen/base/Makefile": "new\n", ".a2a-gen/base/README.md": "new\n"}) {
		if got[name] != want {
			t.Errorf("%s = %q, want %q", name, got[name], want)
		}
	}
	if l, err := d.Lock(); err != nil || l.Files.User["Makefile"] != tree.Sum([]byte("new\n")) || l.Files.User["gone"] != "x" {
		t.Errorf("the lock: %v, %v", l, err)
	}
	if len(r.In(Merge)) != 1 || len(r.In(Kept)) != 1 || len(r.In(Gone)) != 1 {
		t.Errorf("report: %v", r.Changes)
	}
}
