package protoload

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/bufbuild/protocompile/reporter"
)

// finding is one thing wrong with the sources.
type finding struct {
	file      string
	line, col int
	message   string
}

// findings collects all that is wrong. The compiler never calls its reporter twice at a time.
type findings struct{ list []finding }

func (f *findings) add(file string, line, col int, message string) {
	f.list = append(f.list, finding{file, line, col, message})
}

// reporter returns a reporter that collects errors and lets the compiler go on. Warnings are dropped: they are
// about style, which is the business of whoever owns the definition.
func (f *findings) reporter(displayName func(string) string) reporter.Reporter {
	return reporter.NewReporter(func(err reporter.ErrorWithPos) error {
		pos := err.GetPosition()
		f.add(displayName(pos.Filename), pos.Line, pos.Col, err.Unwrap().Error())
		return nil
	}, nil)
}

// err returns what was collected, sorted and without repetitions, or nil.
func (f *findings) err() error {
	if len(f.list) == 0 {
		return nil
	}
	slices.SortStableFunc(f.list, func(a, b finding) int {
		return cmp.Or(cmp.Compare(a.file, b.file), cmp.Compare(a.line, b.line), cmp.Compare(a.col, b.col))
	})
	f.list = slices.Compact(f.list)
	lines := make([]string, len(f.list))
	for i, d := range f.list {
		lines[i] = fmt.Sprintf("%s:%d:%d: %s", d.file, d.line, d.col, d.message)
	}
	return fmt.Errorf("%s", strings.Join(lines, "\n"))
}

// errOr returns what was collected, or fallback if there is nothing.
func (f *findings) errOr(fallback error) error {
	if err := f.err(); err != nil {
		return err
	}
	return fallback
}
