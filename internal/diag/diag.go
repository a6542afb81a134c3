// Package diag holds what the tool says to people about their files: what is
// wrong, where, and what to do about it.
package diag

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Diagnostic is one finding. Line and Col count from 1, columns in characters;
// 0 means that the finding has no such place.
type Diagnostic struct {
	File    string
	Line    int
	Col     int
	Message string // what is wrong, without a full stop
	Hint    string // what to do, without a full stop; may be empty
	Warning bool   // advice: nothing stops because of it
}

// String gives "file:line:col: what; hint". Warnings say that they are.
func (d Diagnostic) String() string {
	var b strings.Builder
	b.WriteString(d.File)
	if d.Line > 0 {
		fmt.Fprintf(&b, ":%d", d.Line)
		if d.Col > 0 {
			fmt.Fprintf(&b, ":%d", d.Col)
		}
	}
	b.WriteString(": ")
	if d.Warning {
		b.WriteString("warning: ")
	}
	b.WriteString(d.Message)
	if d.Hint != "" {
		b.WriteString("; " + d.Hint)
	}
	return b.String()
}

// List is a number of findings. As an error it is all of them, one a line.
type List []Diagnostic

// Error gives the findings in their order, one a line.
func (l List) Error() string {
	lines := make([]string, len(l))
	for i, d := range l {
		lines[i] = d.String()
	}
	return strings.Join(lines, "\n")
}

// Err returns the list as an error if it holds more than warnings, else nil.
func (l List) Err() error {
	if slices.ContainsFunc(l, func(d Diagnostic) bool { return !d.Warning }) {
		return l
	}
	return nil
}

// Sort orders the list by file and place. Findings at one place keep the order
// in which they were made.
func (l List) Sort() {
	slices.SortStableFunc(l, func(a, b Diagnostic) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Col, b.Col))
	})
}
