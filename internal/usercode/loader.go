package usercode

import (
	"errors"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
)

// loader makes packages of files. It is an importer of those that the project
// consists of, and knows no others.
type loader struct {
	gen  *Generated
	user fs.FS
	fset *token.FileSet
	done map[string]*types.Package // of the user; nil while a package is being checked
}

func newLoader(g *Generated, user fs.FS) *loader {
	if g.packages == nil {
		g.fset, g.packages = token.NewFileSet(), make(map[string]*types.Package)
	}
	return &loader{gen: g, user: user, fset: g.fset, done: make(map[string]*types.Package)}
}

// errUnknown is not shown to anybody: the type checker goes on without the
// package.
var errUnknown = errors.New("not a package of the project")

// Import implements [types.Importer].
func (l *loader) Import(importPath string) (*types.Package, error) {
	dir, ok := strings.CutPrefix(importPath, l.gen.Module+"/")
	if !ok {
		return nil, errUnknown
	}
	done := l.done
	if l.generated(dir) {
		done = l.gen.packages
	}
	if pkg, ok := done[importPath]; ok {
		if pkg == nil {
			return nil, errUnknown // a cycle, which the compiler explains
		}
		return pkg, nil
	}
	done[importPath] = nil
	files, err := l.parse(dir)
	files = slices.DeleteFunc(files, func(f *ast.File) bool { return l.isTest(f) })
	if err != nil || len(files) == 0 {
		return nil, errUnknown
	}
	conf := types.Config{Importer: l, IgnoreFuncBodies: true, FakeImportC: true, Error: func(error) {}}
	pkg, _ := conf.Check(importPath, l.fset, files, nil)
	pkg.MarkComplete()
	done[importPath] = pkg
	return pkg, nil
}

// generated reports whether a directory is one of the generated code.
func (l *loader) generated(dir string) bool {
	return dir == l.gen.Dir || strings.HasPrefix(dir, l.gen.Dir+"/")
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
	files = slices.DeleteFunc(slices.Clone(files), func(f *ast.File) bool { return !l.built(f) })
	if len(files) == 0 {
		return nil, nil
	}
	name := files[0].Name.Name
	for _, f := range files { // a test may belong to a package of its own
		if !l.isTest(f) {
			name = f.Name.Name
		}
	}
	files = slices.DeleteFunc(files, func(f *ast.File) bool { return f.Name.Name != name })
	pkg, _ := conf.Check(importPath, l.fset, files, nil)
	return pkg, faults
}

// built reports whether a file is for this system and without build tags.
func (l *loader) built(f *ast.File) bool {
	ctx := build.Default
	ctx.JoinPath = path.Join
	ctx.OpenFile = func(name string) (io.ReadCloser, error) { return l.user.Open(name) }
	dir, name := path.Split(l.fset.Position(f.FileStart).Filename)
	match, err := ctx.MatchFile(path.Clean(dir), name)
	return match || err != nil
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
	if l.generated(dir) {
		for name, data := range l.gen.Files {
			if path.Dir(name) == dir && path.Ext(name) == ".go" {
				found[name] = data
			}
		}
		return found, nil
	}
	entries, err := fs.ReadDir(l.user, dir)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		name := path.Join(dir, e.Name())
		if e.IsDir() || path.Ext(name) != ".go" || strings.HasPrefix(e.Name(), ".") || strings.HasPrefix(e.Name(), "_") {
			continue
		}
		if found[name], err = fs.ReadFile(l.user, name); err != nil {
			return nil, err
		}
	}
	return found, nil
}
