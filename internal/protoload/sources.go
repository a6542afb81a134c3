package protoload

import (
	"bytes"
	"errors"
	"io/fs"
	"slices"

	"github.com/bufbuild/protocompile"
	"github.com/bufbuild/protocompile/ast"
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

var errNoSource = errors.New("no such file")

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
	find := protocompile.ResolverFunc(func(path string) (protocompile.SearchResult, error) {
		if path == Spec && spec != nil {
			return protocompile.SearchResult{AST: spec}, nil
		}
		data, err := s.read(path)
		if err != nil {
			return protocompile.SearchResult{}, err
		}
		return protocompile.SearchResult{Source: bytes.NewReader(data)}, nil
	})
	resolver := protocompile.WithStandardImports(find)
	if spec != nil {
		reportMissing(spec, resolver, found)
	}
	return resolver, found.err()
}

// read returns the source of an import. An import path is whatever the source says, so anything that is not a
// path within FS counts as missing.
func (s Sources) read(path string) ([]byte, error) {
	data := s.SpecData
	if path != Spec || data == nil {
		var err error
		data, err = fs.ReadFile(s.FS, path)
		if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrInvalid) {
			return nil, errNoSource
		}
		if err != nil {
			return nil, err
		}
	}
	return bytes.TrimPrefix(data, []byte("\uFEFF")), nil // a byte order mark, which Windows editors write
}

// displayName is how messages call the file of an import path.
func (s Sources) displayName(path string) string {
	if path == Spec && s.SpecName != "" {
		return s.SpecName
	}
	return path
}
