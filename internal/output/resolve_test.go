package output

import (
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestLinks(t *testing.T) {
	for _, tc := range []struct {
		name   string
		link   string // path of the link
		target string // $ROOT and $OUT are replaced
		want   string // where the text lands
		err    string
	}{
		{"directory inside", "gen", "elsewhere", "elsewhere/a.go", ""},
		{"directory inside, absolute", "gen", "$ROOT/elsewhere", "elsewhere/a.go", ""},
		{"file inside", "gen/a.go", "../elsewhere/x.go", "elsewhere/x.go", ""},
		{"directory outside", "gen", "$OUT", "", "leaves the project"},
		{"directory outside, relative", "gen", "../../out", "", "leaves the project"},
		{"file outside", "gen/a.go", "$OUT/x.go", "", "leaves the project"},
		{"dangling file", "gen/a.go", "nothing.go", "", "link to nothing"},
		{"dangling directory", "gen", "nothing", "", "link to nothing"},
		{"loop", "gen", "gen", "", "loop"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			base := t.TempDir()
			root, out := filepath.Join(base, "p/root"), filepath.Join(base, "out")
			write(t, root, "elsewhere/x.go", "old")
			write(t, out, "x.go", "old")
			target := strings.NewReplacer("$ROOT", root, "$OUT", out).Replace(tc.target)
			link := filepath.Join(root, tc.link)
			if err := os.MkdirAll(filepath.Dir(link), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.Symlink(target, link); err != nil {
				t.Skip("no symbolic links here:", err)
			}
			d := openDir(t, root)
			r, err := tryCompare(d, texts{"gen/a.go": "new", "z.go": "new"})
			if tc.err != "" {
				if err == nil || !strings.Contains(err.Error(), tc.err) {
					t.Fatalf("Compare = %v, want %q", err, tc.err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if err := d.Commit(r); err != nil {
				t.Fatal(err)
			}
			if got := snapshotFile(t, filepath.Join(root, tc.want)); got != "new" {
				t.Errorf("%s = %q", tc.want, got)
			}
			if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
				t.Errorf("the link was replaced: %v %v", info, err)
			}
		})
	}
}

func snapshotFile(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// Two planned files that a link makes one are refused before any write.
func TestLinkMakesTwoFilesOne(t *testing.T) {
	root := t.TempDir()
	write(t, root, "gen/b/keep.txt", "x")
	if err := os.Symlink("b", filepath.Join(root, "gen/a")); err != nil {
		t.Skip("no symbolic links here:", err)
	}
	d := openDir(t, root)
	before := snapshot(t, root)
	err := d.Commit(compare(t, d, texts{"gen/a/x.go": "1", "gen/b/x.go": "2"}))
	if err == nil || !strings.Contains(err.Error(), "are one file") {
		t.Errorf("Commit = %v", err)
	}
	if !maps.Equal(before, snapshot(t, root)) {
		t.Error("the tree changed")
	}
}

// A user's file behind any link is the user's business.
func TestUserLinkOutsideIsKept(t *testing.T) {
	base := t.TempDir()
	root := filepath.Join(base, "root")
	write(t, base, "agent/agent.go", "mine")
	write(t, root, "x", "x")
	if err := os.Symlink("../agent", filepath.Join(root, "agent")); err != nil {
		t.Skip("no symbolic links here:", err)
	}
	expect(t, generate(t, openDir(t, root), texts{"agent/agent.go": "stub"}), "kept agent/agent.go")
}

func TestStateDirMustNotBeLink(t *testing.T) {
	base := t.TempDir()
	root := filepath.Join(base, "root")
	write(t, root, "x", "x")
	if err := os.Symlink("..", filepath.Join(root, StateDir)); err != nil {
		t.Skip("no symbolic links here:", err)
	}
	d := openDir(t, root)
	if err := d.Commit(compare(t, d, texts{"gen/a.go": "1"})); err == nil || !strings.Contains(err.Error(), "symbolic link") {
		t.Errorf("Commit = %v", err)
	}
}
