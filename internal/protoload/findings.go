package protoload

import (
	"bytes"
	"errors"
	"slices"
	"unicode/utf8"

	"github.com/bufbuild/protocompile/ast"
	"github.com/bufbuild/protocompile/reporter"

	"github.com/a2a-gen/a2a-gen/internal/diag"
)

// findings collects all that is wrong with sources. The compiler never calls its reporter twice at a time.
type findings struct {
	sources Sources
	list    diag.List
}

// reporter returns a reporter that collects errors and lets the compiler go on. Warnings are dropped: they are
// about style, which is the business of whoever owns the definition.
func (f *findings) reporter() reporter.Reporter {
	return reporter.NewReporter(func(err reporter.ErrorWithPos) error {
		f.add(err.GetPosition(), err.Unwrap().Error(), "")
		return nil
	}, nil)
}

func (f *findings) add(pos ast.SourcePos, message, hint string) {
	f.list = append(f.list, diag.Diagnostic{
		File:    f.sources.displayName(pos.Filename),
		Line:    pos.Line,
		Col:     f.column(pos),
		Message: message,
		Hint:    hint,
	})
}

// column counts characters from the start of the line. The compiler's own columns are cells of a terminal, where
// a tab reaches up to the next multiple of eight.
func (f *findings) column(pos ast.SourcePos) int {
	data, err := f.sources.read(pos.Filename)
	if err != nil || pos.Offset > len(data) {
		return pos.Col
	}
	before := data[:pos.Offset]
	return utf8.RuneCount(before[bytes.LastIndexByte(before, '\n')+1:]) + 1
}

// err returns what was collected, sorted and without repetitions, or nil.
func (f *findings) err() error {
	f.list.Sort()
	f.list = slices.Compact(f.list)
	return f.list.Err()
}

// or returns what was collected, or else other, which becomes a finding too if the compiler knows a place for it.
func (f *findings) or(other error) error {
	if positioned, ok := errors.AsType[reporter.ErrorWithPos](other); ok && len(f.list) == 0 {
		f.add(positioned.GetPosition(), positioned.Unwrap().Error(), "")
	}
	if err := f.err(); err != nil {
		return err
	}
	return other
}
