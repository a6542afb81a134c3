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
	if err := d.Commit(r); err != nil {
		panic(err)
	}
	return 0
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
// open makes wholly old or wholly new.
func TestKillAtEveryWrite(t *testing.T) {
	var oldTree, newTree texts
	{
		root := t.TempDir()
		d := openDir(t, root)
		generate(t, d, killOld)
		oldTree = snapshot(t, root)
		generate(t, d, killNew)
		newTree = snapshot(t, root)
	}
	sawOld, sawNew := false, false
	for n := 0; ; n++ {
		root := t.TempDir()
		d := openDir(t, root)
		generate(t, d, killOld)
		died := killAt(t, n, root)
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

func TestJournalRefusesTraversal(t *testing.T) {
	root := t.TempDir()
	write(t, root, journalPath, `{"temp":"../x","to":"y"}`+"\n"+`{"commit":true}`+"\n")
	if _, err := openDir(t, root).Recover(); err == nil {
		t.Error("a journal led out of the project")
	}
}
