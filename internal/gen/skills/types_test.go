package skills_test

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"testing"
)

// definitions are those that every part of the tool is tested with.
const definitions = "../../../testdata/definitions/valid"

// TestDefinitions holds that the package of every valid definition is correct
// Go.
func TestDefinitions(t *testing.T) {
	files := token.NewFileSet()
	conf := types.Config{Importer: importer.ForCompiler(files, "gc", exported(t))}
	for _, name := range fixtures(t, definitions) {
		var parsed []*ast.File
		for file, data := range generate(t, filepath.Join(definitions, name+".yaml")) {
			if path.Ext(file) != ".go" || strings.HasSuffix(file, "_test.go") {
				continue
			}
			f, err := parser.ParseFile(files, name+"/"+file, data, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			parsed = append(parsed, f)
		}
		if _, err := conf.Check(root+"/skills", files, parsed, nil); err != nil {
			t.Error(err)
		}
	}
}

// exported opens the export data of the packages that printed code imports.
func exported(t *testing.T) importer.Lookup {
	t.Helper()
	list := exec.CommandContext(t.Context(), "go", "list", "-export", "-deps", "-f", "{{.ImportPath}} {{.Export}}", root+"/host/skill", root+"/host/schema", root+"/host/auth/oidc")
	var problems strings.Builder
	list.Stderr = &problems
	out, err := list.Output()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, problems.String())
	}
	exports := make(map[string]string)
	for line := range strings.Lines(string(out)) {
		importPath, file, _ := strings.Cut(strings.TrimSpace(line), " ")
		exports[importPath] = file
	}
	return func(importPath string) (io.ReadCloser, error) { return os.Open(exports[importPath]) }
}
