// Package render turns the templates of text files and handler stubs into
// bytes. Templates are logic-poor: they print, range, and branch on a boolean;
// every other decision is made in Go before. Nothing that depends on time,
// chance, machine or network can be called from one.
package render

import (
	"bytes"
	"fmt"
	"go/format"
	"io/fs"
	"path"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig/v3"
)

// allowed are the functions of sprig that templates may call, besides the
// built-in ones. All of them give the same output for the same input.
var allowed = []string{
	"indent", "join", "lower", "quote", "repeat", "replace", "squote", "trim", "trimPrefix", "trimSuffix", "upper",
}

// Set is a directory of templates. It never changes; any number of goroutines
// may use it.
type Set struct {
	fsys  fs.FS
	funcs template.FuncMap
}

// New returns the templates of a file system.
func New(fsys fs.FS) *Set {
	hermetic := sprig.HermeticTxtFuncMap()
	funcs := make(template.FuncMap, len(allowed))
	for _, name := range allowed {
		funcs[name] = hermetic[name]
	}
	return &Set{fsys: fsys, funcs: funcs}
}

// Execute renders the template of that path. Keys that data lacks are errors.
// Go files (NAME.go.tmpl) come out formatted; if one is no Go, the error shows
// it with line numbers.
func (s *Set) Execute(name string, data any) ([]byte, error) {
	text, err := fs.ReadFile(s.fsys, name)
	if err != nil {
		return nil, fmt.Errorf("read template: %w", err)
	}
	tmpl, err := template.New(name).Funcs(s.funcs).Option("missingkey=error").Parse(string(text))
	if err != nil {
		return nil, fmt.Errorf("parse template: %w", err)
	}
	var buf bytes.Buffer
	if err := tmpl.Execute(&buf, data); err != nil {
		return nil, fmt.Errorf("render template: %w", err)
	}
	if path.Ext(strings.TrimSuffix(name, ".tmpl")) != ".go" {
		return buf.Bytes(), nil
	}
	src, err := format.Source(buf.Bytes())
	if err != nil {
		return nil, fmt.Errorf("format output of template %s: %w\n%s", name, err, numbered(buf.String()))
	}
	return src, nil
}

// numbered puts line numbers in front of lines.
func numbered(text string) string {
	var b strings.Builder
	n := 0
	for line := range strings.Lines(text) {
		n++
		fmt.Fprintf(&b, "%5d  %s", n, line)
	}
	return b.String()
}
