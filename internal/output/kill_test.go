package output

import (
	"errors"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/a2a-gen/a2a-gen/internal/tree"
)

// The two versions between which a commit is killed: it creates, updates and
// deletes, in old and new directories.
var (
	killOld = texts{"gen/a.go": "1", "gen/b.go": "1", "gen/old/c.go": "1", "agent/s1.go": "s"}
	killNew = texts{"gen/a.go": "2", "gen/b.go": "1", "gen/new/deep/d.go": "1", "agent/s1.go": "s", "agent/s2.go": "s"}
)

// killEnv tells a copy of the test binary to commit killNew in a directory and
// to die before the nth write.
const killEnv = "A2A_GEN_TEST_KILL"

func TestMain(m *testing.M) {
	if arg, ok := os.LookupEnv(killEnv); ok {
		n, dir, _ := strings.Cut(arg, ":")
		steps, err := strconv.Atoi(n)
		if err != nil {
			panic(err)
		}
		os.Exit(dieAt(steps, dir))
	}
	os.Exit(m.Run())
}

// dieAt commits killNew and exits with 9 before the given write. It returns 0
// if there are not that many.
func dieAt(n int, dir string) int {
	d, err := Open(dir)
	if err != nil {
		panic(err)
	}
	d.step = func(string) {
		if n--; n < 0 {
			os.Exit(9)
		}
	}
	if _, err := d.Recover(); err != nil {
		panic(err)
	}
	r, err := tryCompare(d, killNew)
	if err != nil {
		panic(err)
	}
	if err := d.CommitWithin(r, killUp(dir), killOuter(dir)); err != nil {
		panic(err)
	}
	return 0
}

// killUp is how far below a module's root the tests put their project: by its
// name, since a killed process knows no more.
func killUp(dir string) int {
	if filepath.Base(dir) == "inner" {
		return 2
	}
	return 0
}

// killOuter are the changes around such a project.
func killOuter(dir string) []Change {
	if killUp(dir) == 0 {
		return nil
	}
	return []Change{
		{Path: "go.mod", State: Update, New: []byte("new"), Mode: tree.Regular},
		{Path: "go.sum", State: Create, New: []byte("new"), Mode: tree.Regular},
	}
}

func killAt(t *testing.T, n int, dir string) (died bool) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self)
	cmd.Env = append(os.Environ(), killEnv+"="+strconv.Itoa(n)+":"+dir)
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() == 9 {
		return true
	}
	if err != nil {
		t.Fatalf("child: %v\n%s", err, out)
	}
	return false
}

// Killed before any of its writes, a commit leaves a directory that the next
// open makes wholly old or wholly new, go.mod of a module around it included.
func TestKillAtEveryWrite(t *testing.T) {
	for _, sub := range []string{".", "services/inner"} {
		t.Run(sub, func(t *testing.T) {
			sawOld, sawNew := false, false
			oldTree, newTree := killTrees(t, sub)
			for n := 0; ; n++ {
				root, d := killStart(t, sub)
				died := killAt(t, n, filepath.Join(root, sub))
				if _, err := d.Recover(); err != nil {
					t.Fatalf("killed before write %d: %v", n, err)
				}
				got := snapshot(t, root)
				switch {
				case maps.Equal(got, oldTree):
					sawOld = true
				case maps.Equal(got, newTree):
					sawNew = true
				default:
					t.Fatalf("killed before write %d: neither old nor new: %v", n, got)
				}
				if d.Interrupted() {
					t.Errorf("killed before write %d: still marked as interrupted", n)
				}
				if !died {
					break
				}
			}
			if !sawOld || !sawNew {
				t.Errorf("saw old %v, saw new %v: the test killed too little", sawOld, sawNew)
			}
		})
	}
}

// killStart makes the old project.
func killStart(t *testing.T, sub string) (string, *Dir) {
	t.Helper()
	root := t.TempDir()
	dir := filepath.Join(root, sub)
	if err := os.MkdirAll(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	write(t, root, "go.mod", "old")
	d := openDir(t, dir)
	generate(t, d, killOld)
	return root, d
}

// killTrees returns the trees before and after the commit.
func killTrees(t *testing.T, sub string) (oldTree, newTree texts) {
	t.Helper()
	root, d := killStart(t, sub)
	oldTree = snapshot(t, root)
	dir := filepath.Join(root, sub)
	if err := d.CommitWithin(compare(t, d, killNew), killUp(dir), killOuter(dir)); err != nil {
		t.Fatal(err)
	}
	newTree = snapshot(t, root)
	if sub != "." && (newTree["go.mod"] != "new" || newTree["go.sum"] != "new") {
		t.Fatalf("go.mod around the project: %v", newTree)
	}
	return oldTree, newTree
}

// Killed while it makes a project, a commit leaves a directory that either is as
// good as new or holds the project.
func TestKillNewAtEveryWrite(t *testing.T) {
	whole := t.TempDir()
	generate(t, openDir(t, whole), killNew)
	want := snapshot(t, whole)
	sawNew := false
	for n := 0; ; n++ {
		root := t.TempDir()
		died := killAt(t, n, root)
		d, err := OpenNew(root)
		got := snapshot(t, root)
		switch {
		case err == nil && len(got) == 0:
			if err := d.Close(); err != nil {
				t.Error(err)
			}
		case err != nil && maps.Equal(got, want):
			sawNew = true
		default:
			t.Fatalf("killed before write %d: OpenNew = %v, files %v", n, err, got)
		}
		if !died {
			break
		}
	}
	if !sawNew {
		t.Error("the test killed too little")
	}
}

// A recovery may be killed as well.
func TestKillRecoveryAtEveryWrite(t *testing.T) {
	for n := 0; ; n++ {
		root := t.TempDir()
		d := openDir(t, root)
		generate(t, d, killOld)
		killAt(t, 14, root) // somewhere in the renames
		died := killAt(t, n, root)
		if _, err := d.Recover(); err != nil {
			t.Fatal(err)
		}
		generate(t, d, killNew)
		got := snapshot(t, root)
		for name, text := range killNew {
			if got[name] != text {
				t.Errorf("killed twice, before write %d: %s = %q", n, name, got[name])
			}
		}
		for name := range got {
			if strings.HasSuffix(name, ".tmp") {
				t.Errorf("killed twice, before write %d: %s is left", n, name)
			}
		}
		if !died {
			return
		}
	}
}

func TestStageFailureChangesNothing(t *testing.T) {
	root := t.TempDir()
	d := openDir(t, root)
	generate(t, d, killOld)
	before := snapshot(t, root)
	r := compare(t, d, killNew)
	// A directory where a staged file wants to be stands for a full disk.
	blocked := false
	d.step = func(what string) {
		if name, ok := strings.CutPrefix(what, "write agent/"); ok && !blocked {
			blocked = true
			if err := os.MkdirAll(filepath.Join(root, "agent", name, "x"), 0o777); err != nil {
				t.Error(err)
			}
		}
	}
	err := d.Commit(r)
	if !blocked || err == nil || !strings.Contains(err.Error(), "nothing was changed") {
		t.Fatalf("Commit = %v, blocked %v", err, blocked)
	}
	if got := snapshot(t, root); !maps.Equal(before, got) {
		t.Errorf("the tree changed: %v", got)
	}
}

// A journal may come with a checkout of somebody else's repository.
func TestJournalRefusesTraversal(t *testing.T) {
	for _, text := range []string{
		`{"temp":"../x","to":"y"}`,
		`{"up":1}` + "\n" + `{"remove":"go.mod"}`,
		`{"up":1}` + "\n" + `{"mkdir":"x"}`,
		`{"up":1}` + "\n" + `{"temp":"x","to":"go.mod"}`,
		`{"up":1}` + "\n" + `{"temp":".a2a-gen-0.tmp","to":"main.go"}`,
		`{"up":1}` + "\n" + `{"temp":"../.a2a-gen-0.tmp","to":"../go.mod"}`,
	} {
		root := filepath.Join(t.TempDir(), "inner")
		write(t, root, journalPath, text+"\n"+`{"commit":true}`+"\n")
		if _, err := openDir(t, root).Recover(); err == nil {
			t.Errorf("a journal led out of the project: %s", text)
		}
	}
}
