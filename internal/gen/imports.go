package gen

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// tidyImports rewrites the import block that protogen printed as people write
// it: no name where the path says the same, the standard library first, each
// group sorted.
func tidyImports(name, content string) (string, error) {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, name, content, parser.ImportsOnly)
	if err != nil {
		return "", fmt.Errorf("%s: printed code that is not Go: %w", name, err)
	}
	if len(file.Imports) == 0 {
		return content, nil
	}
	decl := file.Decls[0].(*ast.GenDecl)
	start, end := files.Position(decl.Pos()).Offset, files.Position(decl.End()).Offset
	var std, other []string
	for _, spec := range file.Imports {
		importPath, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return "", fmt.Errorf("%s: import %s: %w", name, spec.Path.Value, err)
		}
		line := importLine(spec, importPath)
		if isStandard(importPath) {
			std = append(std, line)
		} else {
			other = append(other, line)
		}
	}
	return content[:start] + importBlock(std, other) + content[end:], nil
}

// majorVersion matches a last path element that is no package's name.
var majorVersion = regexp.MustCompile(`^v[0-9]+$`)

func importLine(spec *ast.ImportSpec, importPath string) string {
	base := path.Base(importPath)
	if spec.Name == nil || spec.Name.Name == base && !majorVersion.MatchString(base) {
		return strconv.Quote(importPath)
	}
	return spec.Name.Name + " " + strconv.Quote(importPath)
}

// isStandard tells the standard library by its first path element, which has
// no dot.
func isStandard(importPath string) bool {
	first, _, _ := strings.Cut(importPath, "/")
	return !strings.Contains(first, ".")
}

func importBlock(groups ...[]string) string {
	var blocks []string
	for _, lines := range groups {
		if len(lines) == 0 {
			continue
		}
		slices.SortFunc(lines, func(a, b string) int { return strings.Compare(quoted(a), quoted(b)) })
		blocks = append(blocks, "\t"+strings.Join(lines, "\n\t")+"\n")
	}
	if len(blocks) == 1 && strings.Count(blocks[0], "\n") == 1 {
		return "import " + strings.TrimSpace(blocks[0])
	}
	return "import (\n" + strings.Join(blocks, "\n") + ")"
}

// quoted is the path part of an import line.
func quoted(line string) string { return line[strings.IndexByte(line, '"'):] }
