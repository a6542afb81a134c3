// Package usercode looks into the user's Go code, to find out what is written
// already and whether it fits what is generated. It reads and never edits; code
// that does not compile at the moment is understood as far as it goes.
//
// # Design
//
// The agent's package is type-checked against the generated packages as they
// are going to be, before they are written. Of the user's other packages those
// are read that it imports. Everything else, the standard library included, is
// left out: it need not even be there. What depends on such a package has no
// type and is not judged, so that what is found is certain.
//
// # Layout
//
//	usercode.go  what a caller gets
//	loader.go    packages from files
//	fault.go     errors that are certain
package usercode

import (
	"cmp"
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"io/fs"
	"slices"
	"strings"
)

// Generated is the generated code of a project, against which the user's is
// read. It is not safe for concurrent use.
type Generated struct {
	Module string            // import path of the project
	Dir    string            // of the generated code in the project, such as gen
	Files  map[string][]byte // by their path; they stand for what is in Dir

	fset     *token.FileSet
	packages map[string]*types.Package // those that were needed so far
}

// Agent is the user's type with the code of the skills.
type Agent struct {
	Methods map[string]token.Position // by name, those of embedded types included
	Faults  []Fault                   // in the order of their places
}

// Fault is a place in the user's code that does not fit the generated code.
type Fault struct {
	Pos     token.Position
	Message string
	Method  string // that has another signature than the handler wants; else ""
}

// handler is the interface that the user's type has to implement, in package
// skills below the generated directory.
const handler = "Handler"

// Read reads the package in a directory of the user's project and looks for the
// named type. A directory without Go files has no methods and no faults.
func (g *Generated) Read(project fs.FS, dir, typ string) (*Agent, error) {
	l := newLoader(g, project)
	files, err := l.parse(dir)
	agent := &Agent{Methods: make(map[string]token.Position)}
	if errors.Is(err, fs.ErrNotExist) || err == nil && len(files) == 0 {
		return agent, nil
	}
	if err != nil {
		return nil, fmt.Errorf("look for code: %w", err)
	}
	for _, f := range files {
		l.declared(f, typ, agent.Methods)
	}
	pkg, faults := l.check(g.Module+"/"+dir, files)
	agent.Faults = faults
	if named := namedType(pkg, typ); named != nil {
		l.promoted(named, agent.Methods)
		agent.Faults = explained(faults, l.signatures(named))
	}
	slices.SortFunc(agent.Faults, func(a, b Fault) int {
		return cmp.Or(strings.Compare(a.Pos.Filename, b.Pos.Filename), cmp.Compare(a.Pos.Offset, b.Pos.Offset), strings.Compare(a.Message, b.Message))
	})
	agent.Faults = slices.Compact(agent.Faults)
	return agent, nil
}

// explained returns all faults but those in the declarations of methods whose
// signature is a fault itself.
func explained(faults, signatures []Fault) []Fault {
	return append(slices.DeleteFunc(faults, func(f Fault) bool {
		return slices.ContainsFunc(signatures, func(s Fault) bool {
			return s.Pos.Filename == f.Pos.Filename && s.Pos.Line == f.Pos.Line
		})
	}), signatures...)
}

// declared adds the methods of a type in one file, also where the type itself
// cannot be understood.
func (l *loader) declared(file *ast.File, typ string, found map[string]token.Position) {
	if strings.HasSuffix(l.fset.Position(file.Pos()).Filename, "_test.go") {
		return
	}
	for _, decl := range file.Decls {
		fn, ok := decl.(*ast.FuncDecl)
		if ok && fn.Recv != nil && len(fn.Recv.List) == 1 && receiver(fn.Recv.List[0].Type) == typ {
			found[fn.Name.Name] = l.fset.Position(fn.Pos())
		}
	}
}

// receiver is the name of a receiver's type, of T and *T alike.
func receiver(expr ast.Expr) string {
	if star, ok := expr.(*ast.StarExpr); ok {
		expr = star.X
	}
	if ident, ok := expr.(*ast.Ident); ok {
		return ident.Name
	}
	return ""
}

// promoted adds the methods that a type has from types embedded in it.
func (l *loader) promoted(named *types.Named, found map[string]token.Position) {
	set := types.NewMethodSet(types.NewPointer(named))
	for i := range set.Len() {
		method := set.At(i).Obj()
		pos := l.fset.Position(method.Pos())
		_, ok := found[method.Name()]
		if !ok && !strings.HasPrefix(pos.Filename, l.gen.Dir+"/") && !strings.HasSuffix(pos.Filename, "_test.go") {
			found[method.Name()] = pos
		}
	}
}

// signatures compares the methods of the user's type with those of the handler.
func (l *loader) signatures(named *types.Named) []Fault {
	pkg, err := l.Import(l.gen.Module + "/" + l.gen.Dir + "/skills")
	if err != nil {
		return nil
	}
	wanted := namedType(pkg, handler)
	if wanted == nil {
		return nil
	}
	iface, ok := wanted.Underlying().(*types.Interface)
	if !ok {
		return nil
	}
	var faults []Fault
	for want := range iface.ExplicitMethods() {
		obj, _, _ := types.LookupFieldOrMethod(types.NewPointer(named), true, pkg, want.Name())
		if have, ok := obj.(*types.Func); ok && !fits(have.Signature(), want.Signature()) {
			faults = append(faults, Fault{Pos: l.fset.Position(have.Pos()), Method: have.Name()})
		}
	}
	return faults
}

// fits reports whether two signatures are the same as far as their types are
// known.
func fits(have, want *types.Signature) bool {
	return have.Variadic() == want.Variadic() && sameTypes(have.Params(), want.Params()) && sameTypes(have.Results(), want.Results())
}

func sameTypes(a, b *types.Tuple) bool {
	if a.Len() != b.Len() {
		return false
	}
	for i := range a.Len() {
		x, y := a.At(i).Type(), b.At(i).Type()
		if known(x) && known(y) && !types.Identical(x, y) {
			return false
		}
	}
	return true
}

// known reports whether a parameter's type could be read.
func known(t types.Type) bool {
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	return types.Unalias(t) != types.Typ[types.Invalid]
}

// namedType looks for a type in a package.
func namedType(pkg *types.Package, name string) *types.Named {
	if pkg == nil {
		return nil
	}
	obj := pkg.Scope().Lookup(name)
	if obj == nil {
		return nil
	}
	named, _ := obj.Type().(*types.Named)
	return named
}
