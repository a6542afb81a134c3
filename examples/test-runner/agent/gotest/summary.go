package gotest

import (
	"fmt"
	"strings"
)

// Summary is the result of a run: what passed, failed, and was skipped, in all
// and per package. The package comment says what counts. Counts are complete;
// outputs are shortened, and kept of the first 100 failures.
type Summary struct {
	Passed   int       `json:"passed"`
	Failed   int       `json:"failed"`
	Skipped  int       `json:"skipped"`
	Elapsed  float64   `json:"elapsed"`  // seconds on the clock, builds included
	Packages []Package `json:"packages"` // by import path; never nil
}

// Package is the result of one package.
type Package struct {
	Package string  `json:"package"` // import path
	Passed  int     `json:"passed"`
	Failed  int     `json:"failed"`
	Skipped int     `json:"skipped"`
	Elapsed float64 `json:"elapsed"` // seconds, without the build

	// Output is what the compiler or the test binary printed, if the package failed
	// without a failed test.
	Output string `json:"output,omitempty"`

	// Failures has the failed tests by name. It also has a failed group that
	// printed something, though it doesn't count: there go the traces of panics.
	Failures []Failure `json:"failures,omitempty"`
}

// Failure is a failed test and what it printed.
type Failure struct {
	Test   string `json:"test"`
	Output string `json:"output,omitempty"`
}

// Empty reports whether the package has no tests.
func (p Package) Empty() bool { return p.Passed == 0 && p.Failed == 0 && p.Skipped == 0 }

// String returns the result in one line for people to read.
func (p Package) String() string {
	var counts []string
	for _, count := range []struct {
		n    int
		what string
	}{{p.Passed, "passed"}, {p.Failed, "failed"}, {p.Skipped, "skipped"}} {
		if count.n > 0 {
			counts = append(counts, fmt.Sprintf("%d %s", count.n, count.what))
		}
	}
	if len(counts) == 0 {
		counts = []string{"no tests"}
	}
	return p.Package + ": " + strings.Join(counts, ", ")
}
