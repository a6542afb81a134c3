package diag_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/a2a-gen/a2a-gen/internal/diag"
)

func list() diag.List {
	return diag.List{
		{File: "a2a.yaml", Line: 12, Col: 3, Message: "second", Hint: "do this"},
		{File: "a2a.yaml", Line: 2, Col: 9, Message: "first: 100%,\nreally", Warning: true},
		{File: "a,b:c.yaml", Line: 7, Message: "elsewhere"},
		{File: "a2a.yaml", Message: "whole file"},
	}
}

func TestSort(t *testing.T) {
	l := list()
	l.Sort()
	want := `a,b:c.yaml:7: elsewhere
a2a.yaml: whole file
a2a.yaml:2:9: warning: first: 100%,
really
a2a.yaml:12:3: second; do this`
	if got := l.Error(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestErr(t *testing.T) {
	if err := (diag.List{}).Err(); err != nil {
		t.Errorf("an empty list is an error: %v", err)
	}
	if err := (diag.List{{Warning: true}}).Err(); err != nil {
		t.Errorf("a warning is an error: %v", err)
	}
	err := fmt.Errorf("reading: %w", list().Err())
	if l, ok := errors.AsType[diag.List](err); !ok || len(l) != 4 {
		t.Errorf("the list is not in the error: %v", err)
	}
}

func TestPrinters(t *testing.T) {
	tests := []struct {
		name  string
		print func(*strings.Builder) error
		want  string
	}{
		{"text", func(b *strings.Builder) error { return diag.Text(b, list()[:1]) }, "a2a.yaml:12:3: second; do this\n"},
		{"no findings", func(b *strings.Builder) error { return diag.JSON(b, nil) }, "[]\n"},
		{"json", func(b *strings.Builder) error { return diag.JSON(b, list()[:1]) }, `[
  {
    "file": "a2a.yaml",
    "line": 12,
    "column": 3,
    "severity": "error",
    "message": "second",
    "hint": "do this"
  }
]
`},
		{"github", func(b *strings.Builder) error { return diag.GitHub(b, list()) }, `::error file=a2a.yaml,line=12,col=3::second; do this
::warning file=a2a.yaml,line=2,col=9::first: 100%25,%0Areally
::error file=a%2Cb%3Ac.yaml,line=7::elsewhere
::error file=a2a.yaml::whole file
`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var b strings.Builder
			if err := test.print(&b); err != nil {
				t.Fatal(err)
			}
			if b.String() != test.want {
				t.Errorf("got\n%s\nwant\n%s", b.String(), test.want)
			}
		})
	}
}

func TestClosest(t *testing.T) {
	known := []string{"name", "description", "version", "inputModes", "tags", "url"}
	tests := []struct{ word, want string }{
		{"descripton", "description"},
		{"desciption", "description"},
		{"dsecription", "description"},
		{"Name", "name"},
		{"nmae", "name"},
		{"input_modes", "inputModes"},
		{"inputmodes", "inputModes"},
		{"tag", "tags"},
		{"uri", "url"},
		{"x", ""},
		{"", ""},
		{"colour", ""},
	}
	for _, test := range tests {
		if got := diag.Closest(test.word, known); got != test.want {
			t.Errorf("Closest(%q) = %q, want %q", test.word, got, test.want)
		}
	}
}
