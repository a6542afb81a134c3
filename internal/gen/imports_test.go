package gen

import "testing"

// The last element of a path that is a major version says nothing about the
// name of the package.
func TestTidyImportsKeepsNames(t *testing.T) {
	const in = "package x\n\nimport (\n\tv1 \"example.com/a2apb/v1\"\n\tfmt \"fmt\"\n)\n"
	const want = "package x\n\nimport (\n\t\"fmt\"\n\n\tv1 \"example.com/a2apb/v1\"\n)\n"
	if got, err := tidyImports("x.go", in); err != nil || got != want {
		t.Errorf("%v, got:\n%s\nwant:\n%s", err, got, want)
	}
}
