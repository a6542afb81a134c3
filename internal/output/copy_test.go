package output

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

func TestCopy(t *testing.T) {
	parent := t.TempDir()
	dir := filepath.Join(parent, "agent")
	for name, mode := range map[string]fs.FileMode{"go.mod": 0o644, "a/run.sh": 0o755, "a/kept.txt": 0o444, ".git/HEAD": 0o644, "sub/.git": 0o644} {
		at := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(at), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at, []byte(name), mode); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("../outside", filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	c, err := Copy(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	if filepath.Dir(c.Path) != parent {
		t.Errorf("the copy is %s, not beside %s", c.Path, dir)
	}
	var got []string
	if err := filepath.WalkDir(c.Path, func(name string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			info, err := e.Info()
			if err != nil {
				return err
			}
			rel, _ := filepath.Rel(c.Path, name)
			got = append(got, filepath.ToSlash(rel)+" "+info.Mode().String())
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	want := []string{"a/kept.txt -r--r--r--", "a/run.sh -rwxr-xr-x", "go.mod -rw-r--r--", "link Lrwxrwxrwx"}
	if !slices.Equal(got, want) {
		t.Errorf("copied %q, want %q", got, want)
	}
	if target, err := os.Readlink(filepath.Join(c.Path, "link")); target != "../outside" || err != nil {
		t.Errorf("link to %q, %v", target, err)
	}
	if err := c.Remove(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(c.Path); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("after Remove: %v", err)
	}
}

// Nothing is left of a copy that was cancelled.
func TestCopyCancelled(t *testing.T) {
	parent := t.TempDir()
	dir := filepath.Join(parent, "agent")
	if err := os.MkdirAll(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Copy(ctx, dir); !errors.Is(err, context.Canceled) {
		t.Errorf("error = %v", err)
	}
	entries, err := os.ReadDir(parent)
	if err != nil || len(entries) != 1 {
		t.Errorf("left behind: %v, %v", entries, err)
	}
}
