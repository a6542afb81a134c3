package protoload

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"github.com/bufbuild/protocompile"
	"github.com/bufbuild/protocompile/ast"
	"github.com/bufbuild/protocompile/parser"
	"github.com/bufbuild/protocompile/reporter"
)

// Sources says where imports are found.
type Sources struct {
	// FS holds files under their import paths: google/api and, unless SpecData is set, Spec. The files that
	// every protobuf compiler carries, google/protobuf, need not be there.
	FS fs.FS
	// SpecName is how messages call Spec: the path that the user knows it by. Default: Spec itself.
	SpecName string
	// SpecData, if not nil, takes the place of Spec in FS.
	SpecData []byte
}

// specPackage is what makes a file an A2A definition that this tool can read.
const specPackage = "lf.a2a.v1"

// resolver returns what the compiler asks for files. Spec, if it is to be compiled, is parsed and looked at
// here: what it is matters more than what may be wrong inside it.
func (s Sources) resolver(files []string, found *findings) (protocompile.Resolver, error) {
	var spec *ast.FileNode
	if slices.Contains(files, Spec) {
		var err error
		if spec, err = s.parseSpec(found); err != nil {
			return nil, err
		}
	}
	return protocompile.ResolverFunc(func(path string) (protocompile.SearchResult, error) {
		if path == Spec && spec != nil {
			return protocompile.SearchResult{AST: spec}, nil
		}
		data, err := s.read(path)
		if err != nil {
			return protocompile.SearchResult{}, err
		}
		return protocompile.SearchResult{Source: bytes.NewReader(data)}, nil
	}), nil
}

// read returns the source of an import. An import path is whatever the source says, so anything that is not a
// path within FS counts as missing.
func (s Sources) read(path string) ([]byte, error) {
	if path == Spec && s.SpecData != nil {
		return s.SpecData, nil
	}
	data, err := fs.ReadFile(s.FS, path)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrInvalid) {
		return nil, errNoSource
	}
	return data, err
}

// displayName is how messages call the file of an import path.
func (s Sources) displayName(path string) string {
	if path == Spec && s.SpecName != "" {
		return s.SpecName
	}
	return path
}

// parseSpec parses Spec and refuses a definition of another protocol or of a version that went before.
func (s Sources) parseSpec(found *findings) (*ast.FileNode, error) {
	data, err := s.read(Spec)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.displayName(Spec), err)
	}
	file, err := parser.Parse(Spec, bytes.NewReader(data), reporter.NewHandler(found.reporter(s.displayName)))
	if err != nil {
		return nil, found.errOr(err)
	}
	name, pos := specPackageOf(file)
	if name != specPackage {
		found.add(s.displayName(pos.Filename), pos.Line, pos.Col, refusal(name, file))
	}
	return file, nil
}

// specPackageOf returns the package that a file declares and where it does so; without one, the first line.
func specPackageOf(file *ast.FileNode) (string, ast.SourcePos) {
	for _, decl := range file.Decls {
		if pkg, ok := decl.(*ast.PackageNode); ok {
			return string(pkg.Name.AsIdentifier()), file.NodeInfo(pkg).Start()
		}
	}
	return "", ast.SourcePos{Filename: file.Name(), Line: 1, Col: 1}
}

// refusal says what a file is instead of an A2A 1.0 definition.
func refusal(pkg string, file *ast.FileNode) string {
	const needs = "; this tool needs 1.0 (package " + specPackage + ")"
	switch {
	case pkg == "":
		return "has no package, so it is no A2A definition" + needs
	case pkg != "a2a.v1":
		return fmt.Sprintf("is package %s, which is no A2A definition%s", pkg, needs)
	case hasMethod(file, "ListTasks"): // came with the drafts of 1.0, before the package was renamed
		return "is package a2a.v1: a draft of A2A 1.0" + needs
	default:
		return "is package a2a.v1: an A2A 0.3 definition" + needs
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
