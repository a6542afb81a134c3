// Package usercode looks into the user's Go code, to find out what is written
// already. It parses and never edits; code that does not compile at the moment
// is read as far as it goes.
package usercode

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"strings"
)

// Methods returns where the methods of a type are declared in a directory,
// without its tests, by their name. A directory that does not exist has none.
func Methods(fsys fs.FS, dir, typ string) (map[string]token.Position, error) {
	entries, err := fs.ReadDir(fsys, dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("look for methods: %w", err)
	}
	found := make(map[string]token.Position)
	for _, e := range entries {
		name := e.Name()
		if e.IsDir() || path.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
			continue
		}
		src, err := fs.ReadFile(fsys, path.Join(dir, name))
		if err != nil {
			return nil, fmt.Errorf("look for methods: %w", err)
		}
		methods(path.Join(dir, name), src, typ, found)
	}
	return found, nil
}

// methods adds the methods in one file.
func methods(name string, src []byte, typ string, found map[string]token.Position) {
	fset := token.NewFileSet()
	// The error is the compiler's to tell; what was understood is in file.
	file, _ := parser.ParseFile(fset, name, src, parser.SkipObjectResolution)
	if file == nil {
		return
	}
	for _, decl := range file.Decls {
		fn, ok := decl.(*ast.FuncDecl)
		if ok && fn.Recv != nil && len(fn.Recv.List) == 1 && receiver(fn.Recv.List[0].Type) == typ {
			found[fn.Name.Name] = fset.Position(fn.Pos())
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
