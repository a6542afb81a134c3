package gotest

import (
	"maps"
	"slices"
	"strings"
)

// counter counts the tests of one package while it runs.
type counter struct {
	tests  map[string]*test
	output excerpt // of the package itself
}

// test is a test or subtest.
type test struct {
	parent      *test // nil for a top-level test
	group       bool  // has subtests
	blamesChild bool  // a subtest of it failed
	outcome     string
	output      excerpt
}

// test returns the test with that name, and makes it on first sight.
func (c *counter) test(name string) *test {
	if t := c.tests[name]; t != nil {
		return t
	}
	t := &test{parent: c.parent(name)}
	if t.parent != nil {
		t.parent.group = true
	}
	c.tests[name] = t
	return t
}

// parent finds the test that runs the subtest: the one with the longest name
// that is a prefix, since a subtest may have slashes in its own name.
func (c *counter) parent(name string) *test {
	for end := strings.LastIndexByte(name, '/'); end > 0; end = strings.LastIndexByte(name[:end], '/') {
		if t := c.tests[name[:end]]; t != nil {
			return t
		}
	}
	return nil
}

func (t *test) add(event Event) {
	switch event.Action {
	case "output":
		if !isFraming(event.Output) {
			_, _ = t.output.Write([]byte(event.Output))
		}
	case "pass", "skip":
		t.outcome, t.output = event.Action, excerpt{}
	case "fail":
		t.outcome = event.Action
	}
}

// isFraming reports whether a line is one by which the testing package reports
// what the events say anyway.
func isFraming(line string) bool {
	marker, rest, _ := strings.Cut(line, " ")
	word, _, _ := strings.Cut(rest, " ")
	switch marker {
	case "===":
		return word == "RUN" || word == "PAUSE" || word == "CONT" || word == "NAME"
	case "---":
		return word == "PASS:" || word == "FAIL:" || word == "SKIP:"
	}
	return false
}

// result counts the tests when no more events come.
func (c *counter) result() Package {
	for _, t := range c.tests {
		if t.failed() && t.parent != nil {
			t.parent.blamesChild = true
		}
	}
	var result Package
	for _, name := range slices.Sorted(maps.Keys(c.tests)) {
		t := c.tests[name]
		switch {
		case t.failed():
			if !t.blamesChild {
				result.Failed++
			}
			if !t.blamesChild || !t.output.empty() {
				result.Failures = append(result.Failures, Failure{Test: name, Output: t.output.String()})
			}
		case t.group:
		case t.outcome == "pass":
			result.Passed++
		case t.outcome == "skip":
			result.Skipped++
		}
	}
	return result
}

// failed reports whether the test failed or never finished.
func (t *test) failed() bool { return t.outcome != "pass" && t.outcome != "skip" }
