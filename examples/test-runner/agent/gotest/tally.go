package gotest

import (
	"cmp"
	"maps"
	"path/filepath"
	"slices"
	"strings"
)

// maxOutputs is how many outputs of packages and failed tests a summary holds at
// most, so that its size is bounded.
const maxOutputs = 100

// tally counts the events of one run.
type tally struct {
	dir     string              // the work tree, taken out of outputs
	builds  map[string]*excerpt // by ImportPath
	running map[string]*counter
	done    []Package
	room    int // outputs that may still be kept
}

func newTally(dir string) *tally {
	return &tally{dir: dir, builds: map[string]*excerpt{}, running: map[string]*counter{}, room: maxOutputs}
}

// add counts an event. It returns the result of a package if the event ends one.
func (t *tally) add(event Event) *Package {
	if event.Action == "build-output" {
		if t.builds[event.ImportPath] == nil {
			t.builds[event.ImportPath] = &excerpt{}
		}
		_, _ = t.builds[event.ImportPath].Write([]byte(event.Output))
		return nil
	}
	if event.Package == "" {
		return nil
	}
	c := t.running[event.Package]
	if c == nil {
		c = &counter{tests: map[string]*test{}}
		t.running[event.Package] = c
	}
	if event.Test != "" {
		c.test(event.Test).add(event)
		return nil
	}
	switch event.Action {
	case "output":
		_, _ = c.output.Write([]byte(event.Output))
	case "pass", "skip", "fail":
		return t.end(event)
	}
	return nil
}

// end turns the counter of a package into its result.
func (t *tally) end(event Event) *Package {
	c := t.running[event.Package]
	delete(t.running, event.Package)
	result := c.result()
	result.Package, result.Elapsed = event.Package, event.Elapsed
	if event.Action == "fail" && result.Failed == 0 {
		result.Failed = 1
		result.Output = c.output.String()
		if build := t.builds[event.FailedBuild]; build != nil {
			result.Output = build.String()
		}
	}
	t.fit(&result)
	t.done = append(t.done, result)
	return &result
}

// fit makes the outputs of a result fit what a summary may hold.
func (t *tally) fit(result *Package) {
	switch {
	case t.room == 0:
		result.Output = ""
	case result.Output != "":
		result.Output = relative(t.dir, result.Output)
		t.room--
	}
	result.Failures = result.Failures[:min(len(result.Failures), t.room)]
	t.room -= len(result.Failures)
	for i := range result.Failures {
		result.Failures[i].Output = relative(t.dir, result.Failures[i].Output)
	}
}

// relative makes the paths in a text relative to dir, whose place is of no use to
// the caller.
func relative(dir, text string) string {
	text = strings.ReplaceAll(text, dir+string(filepath.Separator), "")
	return strings.ReplaceAll(text, dir, ".")
}

// summary ends the count. A package that go test did not report to the end has
// failed.
func (t *tally) summary() Summary {
	for _, name := range slices.Sorted(maps.Keys(t.running)) {
		t.end(Event{Action: "fail", Package: name})
	}
	s := Summary{Packages: slices.SortedFunc(slices.Values(t.done), func(a, b Package) int {
		return cmp.Compare(a.Package, b.Package)
	})}
	if s.Packages == nil {
		s.Packages = []Package{}
	}
	for _, p := range s.Packages {
		s.Passed += p.Passed
		s.Failed += p.Failed
		s.Skipped += p.Skipped
	}
	return s
}
