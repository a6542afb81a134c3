package protoload

import (
	"bytes"
	"fmt"

	"github.com/bufbuild/protocompile"
	"github.com/bufbuild/protocompile/ast"
	"github.com/bufbuild/protocompile/parser"
	"github.com/bufbuild/protocompile/reporter"
)

// specPackage is what makes a file an A2A definition that this tool can read.
const specPackage = "lf.a2a.v1"

// parseSpec parses Spec and refuses a definition of another protocol or of a version that went before.
func (s Sources) parseSpec(found *findings) (*ast.FileNode, error) {
	data, err := s.read(Spec)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.displayName(Spec), err)
	}
	file, err := parser.Parse(Spec, bytes.NewReader(data), reporter.NewHandler(found.reporter()))
	if err != nil {
		return nil, found.or(err)
	}
	name, pos := packageOf(file)
	if name != specPackage {
		found.add(pos, foreign(name, file), "this tool needs 1.0 (package "+specPackage+")")
		return nil, found.err()
	}
	return file, nil
}

// packageOf returns the package that a file declares and where it does so; without one, the first line.
func packageOf(file *ast.FileNode) (string, ast.SourcePos) {
	for _, decl := range file.Decls {
		if pkg, ok := decl.(*ast.PackageNode); ok {
			return string(pkg.Name.AsIdentifier()), file.NodeInfo(pkg).Start()
		}
	}
	return "", ast.SourcePos{Filename: file.Name(), Line: 1, Col: 1}
}

// foreign says what a file of that package is, instead of an A2A 1.0 definition.
func foreign(pkg string, file *ast.FileNode) string {
	switch {
	case pkg == "":
		return "has no package, so it is no A2A definition"
	case pkg != "a2a.v1":
		return "is package " + pkg + ", which is no A2A definition"
	case hasMethod(file, "ListTasks"): // came with the drafts of 1.0, before the package was renamed
		return "is package a2a.v1: a draft of A2A 1.0"
	default:
		return "is package a2a.v1: an A2A 0.3 definition"
	}
}

// hasMethod reports whether any service in file has a method of that name.
func hasMethod(file *ast.FileNode, name string) bool {
	for _, decl := range file.Decls {
		service, ok := decl.(*ast.ServiceNode)
		if !ok {
			continue
		}
		for _, elem := range service.Decls {
			if rpc, ok := elem.(*ast.RPCNode); ok && rpc.Name.Val == name {
				return true
			}
		}
	}
	return false
}

// reportMissing finds imports that are nowhere, all of them: the compiler stops at the first.
func reportMissing(file *ast.FileNode, resolver protocompile.Resolver, found *findings) {
	for _, decl := range file.Decls {
		imp, ok := decl.(*ast.ImportNode)
		if !ok {
			continue
		}
		if _, err := resolver.FindFileByPath(imp.Name.AsString()); err != nil {
			message := fmt.Sprintf("cannot import %q: %v", imp.Name.AsString(), err)
			found.add(file.NodeInfo(imp.Name).Start(), message, "")
		}
	}
}
