package gotest

import (
	"bufio"
	"encoding/json"
	"io"
	"iter"
	"time"
)

// maxLine is the longest line of go test -json that is understood, in bytes.
// test2json cuts the output of tests far below it.
const maxLine = 1 << 20

// Event is one line of go test -json; see go doc test2json. A build speaks by
// ImportPath, "build-output" and "build-fail", a test by Package and Test, a
// package by Package alone.
type Event struct {
	Time        time.Time
	Action      string
	Package     string
	Test        string
	Elapsed     float64 // seconds
	Output      string
	ImportPath  string
	FailedBuild string // ImportPath of the build that made the package fail

	// Result is set in the event that ends a package, and only there.
	Result *Package `json:"-"`
}

// events reads the output of go test -json. Lines that aren't events are left
// out: wrappers that GOFLAGS may name print what they like.
func events(r io.Reader) iter.Seq[Event] {
	return func(yield func(Event) bool) {
		for line := range lines(r) {
			var event Event
			if json.Unmarshal(line, &event) != nil || event.Action == "" {
				continue
			}
			if !yield(event) {
				return
			}
		}
	}
}

// lines yields the lines of r, without those longer than maxLine. A line is valid
// until the next one.
func lines(r io.Reader) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		in := bufio.NewReaderSize(r, maxLine)
		for tooLong := false; ; {
			line, more, err := in.ReadLine()
			if err != nil {
				return
			}
			if !more && !tooLong && !yield(line) {
				return
			}
			tooLong = more
		}
	}
}
