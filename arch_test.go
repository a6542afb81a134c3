package a2agen_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const self = "github.com/a2a-gen/a2a-gen"

// pkg is what "go list" says about a package.
type pkg struct {
	ImportPath string
	Imports    []string
	Deps       []string
}

func list(t *testing.T, patterns ...string) []pkg {
	t.Helper()
	cmd := exec.Command("go", append([]string{"list", "-e", "-deps=false", "-json=ImportPath,Imports,Deps"}, patterns...)...)
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var pkgs []pkg
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p pkg
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return pkgs
		} else if err != nil {
			t.Fatal(err)
		}
		pkgs = append(pkgs, p)
	}
}

// local is the path of a package in this module.
func (p pkg) local() string { return strings.TrimPrefix(p.ImportPath, self+"/") }

// The commands are at the end of all arrows, and only they reach the disk.
func TestArrows(t *testing.T) {
	ends := []string{"internal/cli", "internal/output", "internal/merge", "internal/version", "internal/usercode"}
	for _, p := range list(t, "./internal/...", "./cmd/...", "./protoc-gen-a2a/...") {
		name := p.local()
		if slices.Contains(p.Imports, self+"/internal/cli") && name != "cmd/a2a-gen" {
			t.Errorf("%s imports internal/cli; only the command does", name)
		}
		if slices.Contains(p.Imports, self+"/internal/output") && name != "internal/cli" {
			t.Errorf("%s imports internal/output; only internal/cli does", name)
		}
		if slices.Contains(p.Imports, "github.com/Masterminds/sprig/v3") && name != "internal/render" {
			t.Errorf("%s imports sprig; only internal/render does", name)
		}
		if !strings.HasPrefix(name, "internal/") || slices.Contains(ends, name) {
			continue
		}
		// From here on: what turns a definition and a proto into files.
		for _, forbidden := range []string{"os", "os/exec", "net/http", "syscall", "math/rand", "math/rand/v2"} {
			if slices.Contains(p.Imports, forbidden) {
				t.Errorf("%s imports %s; a generator is a pure function", name, forbidden)
			}
		}
	}
}

// Plain data at the bottom imports nothing of ours.
func TestLeaves(t *testing.T) {
	for _, p := range list(t, "./internal/rules", "./internal/naming", "./internal/diag", "./internal/tree") {
		for _, dep := range p.Deps {
			if strings.HasPrefix(dep, self) {
				t.Errorf("%s depends on %s", p.local(), dep)
			}
		}
	}
}

// The skeleton goes into projects that must not need this module.
func TestSkeletonStandsAlone(t *testing.T) {
	for _, p := range list(t, "./skeleton/...") {
		for _, imp := range p.Imports {
			if strings.HasPrefix(imp, self) && !strings.HasPrefix(imp, self+"/skeleton/") {
				t.Errorf("%s imports %s", p.local(), imp)
			}
		}
	}
}

// writers are the functions of package os that change a disk.
var writers = []string{
	"Chmod", "Chtimes", "CopyFS", "Create", "CreateTemp", "Link", "Mkdir", "MkdirAll", "MkdirTemp",
	"OpenFile", "OpenRoot", "Remove", "RemoveAll", "Rename", "Symlink", "Truncate", "WriteFile",
}

func TestOnlyOutputWrites(t *testing.T) {
	for _, root := range []string{"internal", "cmd", "protoc-gen-a2a"} {
		err := filepath.WalkDir(root, func(name string, e fs.DirEntry, err error) error {
			slash := filepath.ToSlash(name)
			if err != nil || e.IsDir() || filepath.Ext(name) != ".go" ||
				strings.HasSuffix(name, "_test.go") || strings.HasPrefix(slash, "internal/output/") ||
				strings.HasPrefix(slash, "internal/merge/") { // hands texts to git, in a directory of its own
				return err
			}
			fset := token.NewFileSet()
			file, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			ast.Inspect(file, func(n ast.Node) bool {
				sel, ok := n.(*ast.SelectorExpr)
				if !ok {
					return true
				}
				if x, ok := sel.X.(*ast.Ident); ok && x.Name == "os" && slices.Contains(writers, sel.Sel.Name) {
					t.Errorf("%s: os.%s; only internal/output writes", fset.Position(n.Pos()), sel.Sel.Name)
				}
				return true
			})
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}
