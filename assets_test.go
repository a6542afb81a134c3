package a2agen

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/mod/module"
	"golang.org/x/mod/zip"
)

var roots = []string{"skeleton", "templates", "proto"}

// What is on disk, what is embedded and what a module zip carries must be the
// same files: a difference works in a checkout and fails after go install.
func TestEmbeddedFilesAreTheFilesOfTheModule(t *testing.T) {
	var disk, embedded []string
	for _, root := range roots {
		err := filepath.WalkDir(root, func(name string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() {
				return err
			}
			if !e.Type().IsRegular() {
				t.Errorf("%s: is no regular file; neither go:embed nor a module zip carries it", name)
			}
			disk = append(disk, filepath.ToSlash(name))
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		err = fs.WalkDir(assets, root, func(name string, e fs.DirEntry, err error) error {
			if err == nil && !e.IsDir() {
				embedded = append(embedded, name)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	slices.Sort(disk)
	slices.Sort(embedded)
	if !slices.Equal(disk, embedded) {
		t.Errorf("on disk and embedded differ:\n%q\n%q", disk, embedded)
	}

	checked, err := zip.CheckDir(".")
	if err != nil && checked.Err() != nil {
		t.Fatal(err)
	}
	inZip := make(map[string]bool)
	for _, name := range checked.Valid {
		inZip[filepath.ToSlash(name)] = true
	}
	for _, name := range embedded {
		if !inZip[name] {
			t.Errorf("%s: is embedded here but not in a module zip", name)
		}
	}
}

func TestEmbeddedNames(t *testing.T) {
	for _, root := range roots {
		err := fs.WalkDir(assets, root, func(name string, e fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if reason := wrongName(name, e); reason != "" {
				t.Errorf("%s: %s", name, reason)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// wrongName says why a file must not be embedded.
func wrongName(name string, e fs.DirEntry) string {
	if err := module.CheckFilePath(name); err != nil {
		return err.Error()
	}
	base := path.Base(name)
	switch {
	case e.IsDir() && base == "vendor":
		return "a module zip drops vendor directories"
	case e.IsDir():
		return ""
	case base == "go.mod" || base == "go.sum" || base == "go.work":
		return "would make a module of its own; name it " + base + ".embed"
	case base == ".gitignore" || base == ".gitattributes":
		return "acts on this repository; name it " + base + ".embed"
	case base == ".DS_Store", strings.HasSuffix(base, "~"):
		return "was left by an editor or a desktop"
	}
	switch path.Ext(base) {
	case ".test", ".out", ".prof", ".db", ".exe", ".orig", ".rej", ".swp":
		return "was left by a tool"
	}
	return ""
}

func TestDirectories(t *testing.T) {
	for name, fsys := range map[string]fs.FS{
		"gen":                 Skeleton(),
		"project":             Templates(),
		"lf/a2a/v1/a2a.proto": Proto(),
	} {
		if _, err := fs.Stat(fsys, name); err != nil {
			t.Error(err)
		}
	}
}

// A replace directive makes go install MODULE@VERSION fail.
func TestGoModHasNoReplace(t *testing.T) {
	data, err := os.ReadFile("go.mod")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		if f := strings.Fields(line); len(f) > 0 && slices.Contains([]string{"replace", "exclude", "tool"}, f[0]) {
			t.Errorf("go.mod has %q", strings.TrimSpace(line))
		}
	}
}
