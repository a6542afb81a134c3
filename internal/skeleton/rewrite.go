package skeleton

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"strconv"
	"strings"
)

// Module is the import path of the skeleton in this module.
const Module = "github.com/a2a-gen/a2a-gen/skeleton"

// A Move says under which import path the packages below another one live now.
// Of several moves the one with the longest From applies.
type Move struct{ From, To string }

// apply returns the new import path.
func apply(moves []Move, path string) string {
	best := -1
	for i, m := range moves {
		if path != m.From && !strings.HasPrefix(path, m.From+"/") {
			continue
		}
		if best < 0 || len(m.From) > len(moves[best].From) {
			best = i
		}
	}
	if best < 0 {
		return path
	}
	return moves[best].To + path[len(moves[best].From):]
}

// Rewrite returns Go source with the moved import paths. Only import
// declarations change: strings and comments stay as they are. An import block
// whose order the new paths break is sorted as gofmt does.
func Rewrite(name string, src []byte, moves []Move) ([]byte, error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, name, src, parser.ImportsOnly)
	if err != nil {
		return nil, fmt.Errorf("rewrite imports: %w", err)
	}
	var buf bytes.Buffer
	last, sorted := 0, true
	before, line := "", 0
	for _, spec := range file.Imports {
		old, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return nil, fmt.Errorf("rewrite imports: %w", err)
		}
		path := apply(moves, old)
		if path != old {
			start := fset.Position(spec.Path.Pos()).Offset
			buf.Write(src[last:start])
			buf.WriteString(strconv.Quote(path))
			last = start + len(spec.Path.Value)
		}
		at := fset.Position(spec.Pos()).Line
		if at == line+1 && path < before { // neighbours are one block
			sorted = false
		}
		before, line = path, endLine(fset, spec)
	}
	if last == 0 {
		return src, nil
	}
	buf.Write(src[last:])
	if sorted {
		return buf.Bytes(), nil
	}
	out, err := format.Source(buf.Bytes())
	if err != nil {
		return nil, fmt.Errorf("sort imports of %s: %w", name, err)
	}
	return out, nil
}

func endLine(fset *token.FileSet, spec *ast.ImportSpec) int {
	return fset.Position(spec.End()).Line
}
