package skills_test

import (
	"bytes"
	"flag"
	"go/format"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/a2a-gen/a2a-gen/internal/gen"
	"github.com/a2a-gen/a2a-gen/internal/protoload"
)

var update = flag.Bool("update", false, "write the golden packages below skillstest")

// root is the gen folder that printed code imports.
const root = "github.com/a2a-gen/a2a-gen/skeleton/gen"

// TestGolden holds what is printed for the definitions in testdata. The golden
// files are packages of this module, so they compile and pass vet, too.
func TestGolden(t *testing.T) {
	for _, name := range fixtures(t, "testdata") {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join("skillstest", strings.ReplaceAll(name, "-", ""))
			files := generate(t, filepath.Join("testdata", name+".yaml"))
			if *update {
				write(t, dir, files)
				return
			}
			entries, err := os.ReadDir(dir)
			if err != nil {
				t.Fatal(err)
			}
			var names []string
			for _, e := range entries {
				names = append(names, e.Name())
				golden, err := os.ReadFile(filepath.Join(dir, e.Name()))
				if err != nil {
					t.Fatal(err)
				}
				if !bytes.Equal(golden, files[e.Name()]) {
					t.Errorf("%s differs from what is printed; run: go test ./internal/gen/skills -update", filepath.Join(dir, e.Name()))
				}
			}
			if printed := slices.Sorted(maps.Keys(files)); !slices.Equal(printed, names) {
				t.Errorf("printed %v, want %v", printed, names)
			}
		})
	}
}

// TestFormatted holds that printed code is what gofmt makes of it.
func TestFormatted(t *testing.T) {
	for _, name := range fixtures(t, "testdata") {
		for file, data := range generate(t, filepath.Join("testdata", name+".yaml")) {
			if path.Ext(file) != ".go" {
				continue
			}
			formatted, err := format.Source(data)
			if err != nil {
				t.Errorf("%s of %s: %v", file, name, err)
			} else if !bytes.Equal(formatted, data) {
				t.Errorf("%s of %s is not formatted", file, name)
			}
		}
	}
}

// fixtures lists the definitions in a directory, without .yaml.
func fixtures(t *testing.T, dir string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.yaml"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no definitions in %s: %v", dir, err)
	}
	for i, f := range files {
		files[i] = strings.TrimSuffix(filepath.Base(f), ".yaml")
	}
	return files
}

// generate returns the files of package skills by name, as the plugin prints
// them.
func generate(t *testing.T, definition string) map[string][]byte {
	t.Helper()
	req, err := protoload.Load(t.Context(), protoload.Sources{FS: os.DirFS("../../../proto")}, protoload.Spec)
	if err != nil {
		t.Fatal(err)
	}
	plugin, err := req.ForPlugin("definition=" + definition + ",M" + protoload.Spec + "=" + root + "/a2apb;a2apb")
	if err != nil {
		t.Fatal(err)
	}
	resp, err := gen.Run(plugin, os.ReadFile)
	if err != nil {
		t.Fatal(err)
	}
	if resp.Error != nil {
		t.Fatal(resp.GetError())
	}
	files := make(map[string][]byte)
	for _, f := range resp.File {
		if dir, name := path.Split(f.GetName()); dir == root+"/skills/" {
			files[name] = []byte(f.GetContent())
		}
	}
	return files
}

// write makes dir hold exactly these files.
func write(t *testing.T, dir string, files map[string][]byte) {
	t.Helper()
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, data := range files {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
