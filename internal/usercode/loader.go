package usercode

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
)

// loader makes packages of files. It is an importer of those that the project
// consists of, and knows no others.
type loader struct {
	code Code
	fset *token.FileSet
	done map[string]*types.Package // nil while a package is being checked
}

func newLoader(code Code) *loader {
	return &loader{code: code, fset: token.NewFileSet(), done: make(map[string]*types.Package)}
}

// errUnknown is not shown to anybody: the type checker goes on without the
// package.
var errUnknown = errors.New("not a package of the project")

// Import implements [types.Importer].
func (l *loader) Import(importPath string) (*types.Package, error) {
	dir, ok := strings.CutPrefix(importPath, l.code.Module+"/")
	if !ok {
		return nil, errUnknown
	}
	if pkg, ok := l.done[importPath]; ok {
		if pkg == nil {
			return nil, errUnknown // a cycle, which the compiler explains
		}
		return pkg, nil
	}
	l.done[importPath] = nil
	files, err := l.parse(dir)
	files = slices.DeleteFunc(files, func(f *ast.File) bool { return l.isTest(f) })
	if err != nil || len(files) == 0 {
		return nil, errUnknown
	}
	conf := types.Config{Importer: l, IgnoreFuncBodies: true, FakeImportC: true, Error: func(error) {}}
	pkg, _ := conf.Check(importPath, l.fset, files, nil)
	pkg.MarkComplete()
	l.done[importPath] = pkg
	return pkg, nil
}

// check checks the package that is looked at, with the bodies of its functions
// and its tests.
func (l *loader) check(importPath string, files []*ast.File) (*types.Package, []Fault) {
	var faults []Fault
	conf := types.Config{Importer: l, FakeImportC: true, Error: func(err error) {
		if fault, ok := l.certain(err); ok {
			faults = append(faults, fault)
		}
	}}
	name := files[0].Name.Name
	for _, f := range files { // a test may belong to a package of its own
		if !l.isTest(f) {
			name = f.Name.Name
		}
	}
	files = slices.DeleteFunc(slices.Clone(files), func(f *ast.File) bool { return f.Name.Name != name })
	pkg, _ := conf.Check(importPath, l.fset, files, nil)
	return pkg, faults
}

func (l *loader) isTest(f *ast.File) bool {
	return strings.HasSuffix(l.fset.Position(f.FileStart).Filename, "_test.go")
}

// parse reads the Go files of a directory. Syntax errors are the compiler's to
// tell; what was understood is used.
func (l *loader) parse(dir string) ([]*ast.File, error) {
	sources, err := l.sources(dir)
	if err != nil {
		return nil, err
	}
	var files []*ast.File
	for _, name := range slices.Sorted(maps.Keys(sources)) {
		file, _ := parser.ParseFile(l.fset, name, sources[name], parser.SkipObjectResolution)
		if file != nil && file.Name != nil {
			files = append(files, file)
		}
	}
	return files, nil
}

// sources returns the Go files of a directory by their path.
func (l *loader) sources(dir string) (map[string][]byte, error) {
	found := make(map[string][]byte)
	if dir == l.code.GenDir || strings.HasPrefix(dir, l.code.GenDir+"/") {
		for name, data := range l.code.Gen {
			if path.Dir(name) == dir && path.Ext(name) == ".go" {
				found[name] = data
			}
		}
		return found, nil
	}
	entries, err := fs.ReadDir(l.code.User, dir)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		name := path.Join(dir, e.Name())
		if e.IsDir() || path.Ext(name) != ".go" || strings.HasPrefix(e.Name(), ".") || strings.HasPrefix(e.Name(), "_") {
			continue
		}
		if found[name], err = fs.ReadFile(l.code.User, name); err != nil {
			return nil, err
		}
	}
	return found, nil
}
