// Package equivalence_test compares what buf and protoc make of a project with
// what a2a-gen made of it in process: the bytes are the same, with managed mode,
// whatever else is in the tree, however often the plugin is called.
//
// buf is the one that go.mod of this module pins; it takes minutes to build, so
// it is built once, by hand:
//
//	cd tools && go build -o ../bin/buf github.com/bufbuild/buf/cmd/buf
//
// protoc is the distribution's (Debian: protobuf-compiler). Where one of them is
// missing its tests are skipped, unless CI=true, where they fail.
//
// # Layout
//
//	project_test.go  a fresh project with its own buf.gen.yaml, and with protoc
//	tree_test.go     a repository with protos and services of its own
//	sdk_test.go      the bindings beside the official SDK
package equivalence_test

import (
	"bytes"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// root is the repository, seen from this package.
const root = "../.."

// bin is where TestMain puts a2a-gen and the plugins.
var bin string

func TestMain(m *testing.M) { os.Exit(withPrograms(m.Run)) }

// withPrograms builds the programs of the repository for a run.
func withPrograms(run func() int) int {
	var err error
	if bin, err = os.MkdirTemp("", "a2a-gen-equivalence-"); err != nil {
		panic(err)
	}
	defer os.RemoveAll(bin)
	cmd := exec.Command("go", "build", "-o", bin+"/", "./cmd/a2a-gen", "./protoc-gen-a2a", "google.golang.org/protobuf/cmd/protoc-gen-go")
	cmd.Dir, cmd.Stdout, cmd.Stderr = root, os.Stdout, os.Stderr
	if err := cmd.Run(); err != nil {
		panic(err)
	}
	return run()
}

// program finds a program in bin/ of the repository or in PATH.
func program(t *testing.T, name string) string {
	t.Helper()
	path, err := filepath.Abs(filepath.Join(root, "bin", name))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(path); err == nil {
		return path
	}
	path, err = exec.LookPath(name)
	if err == nil {
		return path
	}
	if os.Getenv("CI") == "true" {
		t.Fatalf("%s is neither in bin/ nor in PATH", name)
	}
	t.Skipf("%s is neither in bin/ nor in PATH; the package comment says how to get it", name)
	return ""
}

// run runs a program in a directory, with ours in PATH, and returns what it
// prints.
func run(t *testing.T, dir, name string, args ...string) string {
	t.Helper()
	out, err := try(t, dir, name, args...)
	if err != nil {
		t.Fatalf("%s %q: %v\n%s", filepath.Base(name), args, err, out)
	}
	return out
}

func try(t *testing.T, dir, name string, args ...string) (string, error) {
	t.Helper()
	if filepath.Base(name) == name && name != "go" {
		name = filepath.Join(bin, name)
	}
	cmd := exec.CommandContext(t.Context(), name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"), "GOFLAGS=-trimpath", "GOWORK=off")
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// project makes a new project and returns its directory.
func project(t *testing.T) string {
	t.Helper()
	definition, err := filepath.Abs(filepath.Join(root, "examples", "test-runner", "a2a.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "test-runner")
	run(t, ".", "a2a-gen", "new", "test-runner", "--definition", definition, "--dir", dir)
	return dir
}

// compilerVersion finds the one line that has to differ: protoc-gen-go writes
// down which protoc called it, and only protoc says so.
var compilerVersion = regexp.MustCompile(`(?m)^// \tprotoc        v.*$`)

// files returns the contents of all files below dir, by their path from there.
func files(t *testing.T, dir string) map[string][]byte {
	t.Helper()
	found := make(map[string][]byte)
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		data, err := os.ReadFile(path)
		found[name] = compilerVersion.ReplaceAll(data, []byte("// \tprotoc        (unknown)"))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// equal compares two trees.
func equal(t *testing.T, got, want map[string][]byte) {
	t.Helper()
	if len(got) == 0 {
		t.Fatal("nothing was generated")
	}
	for _, name := range slices.Sorted(maps.Keys(got)) {
		switch data, ok := want[name]; {
		case !ok:
			t.Errorf("%s is there now", name)
		case !bytes.Equal(got[name], data):
			t.Errorf("%s differs", name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(want)) {
		if _, ok := got[name]; !ok {
			t.Errorf("%s is missing", name)
		}
	}
}

// write makes a file of a test's repository.
func write(t *testing.T, dir, name, text string) {
	t.Helper()
	file := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(strings.TrimPrefix(text, "\n")), 0o644); err != nil {
		t.Fatal(err)
	}
}
