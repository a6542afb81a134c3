package gotest

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
)

// script is a run in short: "action package test", a package event without test.
func feed(t *testing.T, counts *tally, script string) {
	t.Helper()
	for line := range strings.Lines(script) {
		var event Event
		_, err := fmt.Sscan(line, &event.Action, &event.Package, &event.Test)
		if err != nil && event.Package == "" {
			t.Fatalf("%q: %v", line, err)
		}
		counts.add(event)
	}
}

func TestCounting(t *testing.T) {
	tests := []struct {
		name                    string
		script                  string
		passed, failed, skipped int
	}{
		{"each once", "run p A\npass p A\nrun p B\nfail p B\nrun p C\nskip p C\nfail p", 1, 1, 1},
		{"group passes", "run p A\nrun p A/x\npass p A/x\nrun p A/y\nskip p A/y\npass p A\npass p", 1, 0, 1},
		{"group blames subtest", "run p A\nrun p A/x\nfail p A/x\nfail p A\nfail p", 0, 1, 0},
		{"group fails by itself", "run p A\nrun p A/x\npass p A/x\nfail p A\nfail p", 1, 1, 0},
		{"inner group fails by itself", "run p A\nrun p A/x\nrun p A/x/y\npass p A/x/y\nfail p A/x\nfail p A\nfail p", 1, 1, 0},
		{"group skips after subtests", "run p A\nrun p A/x\npass p A/x\nskip p A\npass p", 1, 0, 0},
		{"slash in a name", "run p A\nrun p A/x/y\npass p A/x/y\npass p A\npass p", 1, 0, 0},
		{"prefix is no parent", "run p A\npass p A\nrun p AB\npass p AB\npass p", 2, 0, 0},
		{"never finished", "run p A\npause p A\nrun p B\nfail p B\nfail p", 0, 2, 0},
		{"never finished, package passes", "run p A\npass p", 0, 1, 0},
		{"package fails by itself", "run p A\npass p A\nfail p", 1, 1, 0},
		{"package never finished", "run p A\npass p A\nrun q B", 1, 2, 0},
		{"package is skipped", "skip p", 0, 0, 0},
		{"two packages at once", "run p A\nrun q A\nfail q A\nfail q\npass p A\npass p", 1, 1, 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			counts := newTally("/work")
			feed(t, counts, test.script)
			s := counts.summary()
			if s.Passed != test.passed || s.Failed != test.failed || s.Skipped != test.skipped {
				t.Errorf("got %d passed, %d failed, %d skipped, want %d, %d, %d", s.Passed, s.Failed, s.Skipped, test.passed, test.failed, test.skipped)
			}
		})
	}
}

func TestOutputs(t *testing.T) {
	counts := newTally("/srv/src")
	for _, event := range []Event{
		{Action: "build-output", ImportPath: "b [b.test]", Output: "# b\n"},
		{Action: "build-output", ImportPath: "b [b.test]", Output: "/srv/src/b.go:1: broken\n"},
		{Action: "build-fail", ImportPath: "b [b.test]"},
		{Action: "output", Package: "b", Output: "FAIL\tb [build failed]\n"},
		{Action: "fail", Package: "b", FailedBuild: "b [b.test]"},

		{Action: "run", Package: "a", Test: "A"},
		{Action: "output", Package: "a", Test: "A", Output: "=== RUN   A\n"},
		{Action: "output", Package: "a", Test: "A", Output: "--- want\n"},
		{Action: "output", Package: "a", Test: "A", Output: "in /srv/src\n"},
		{Action: "output", Package: "a", Test: "A", Output: "--- FAIL: A (0.00s)\n"},
		{Action: "fail", Package: "a", Test: "A"},
		{Action: "run", Package: "a", Test: "B"},
		{Action: "output", Package: "a", Test: "B", Output: "fine\n"},
		{Action: "pass", Package: "a", Test: "B"},
		{Action: "output", Package: "a", Output: "FAIL\n"},
		{Action: "fail", Package: "a", Elapsed: 1.5},
	} {
		counts.add(event)
	}
	want := Summary{Passed: 1, Failed: 2, Packages: []Package{
		{Package: "a", Passed: 1, Failed: 1, Elapsed: 1.5, Failures: []Failure{{Test: "A", Output: "--- want\nin ."}}},
		{Package: "b", Failed: 1, Output: "# b\nb.go:1: broken"},
	}}
	if got := counts.summary(); !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

func TestOutputsAreBounded(t *testing.T) {
	counts := newTally("/work")
	line := strings.Repeat("x", 1000) + "\n"
	for p := range 3 {
		for n := range maxOutputs {
			name := fmt.Sprintf("T%03d", n)
			for range 20 {
				counts.add(Event{Action: "output", Package: fmt.Sprint(p), Test: name, Output: line})
			}
			counts.add(Event{Action: "fail", Package: fmt.Sprint(p), Test: name})
		}
		counts.add(Event{Action: "fail", Package: fmt.Sprint(p)})
	}
	s := counts.summary()
	size, kept := 0, 0
	for _, p := range s.Packages {
		size += len(p.Output)
		kept += len(p.Failures)
		for _, f := range p.Failures {
			size += len(f.Output)
		}
	}
	if s.Failed != 3*maxOutputs || kept != maxOutputs || size > maxOutputs*(headSize+tailSize+10) {
		t.Errorf("got %d failed, %d kept in %d bytes", s.Failed, kept, size)
	}
}

func TestExcerpt(t *testing.T) {
	var e excerpt
	if !e.empty() || e.String() != "" {
		t.Errorf("new excerpt holds %q", e.String())
	}
	for n := range 10_000 {
		fmt.Fprintf(&e, "line %d\n", n)
	}
	got := e.String()
	head, tail, cut := strings.Cut(got, "\n[...]\n")
	if !cut || !strings.HasPrefix(head, "line 0\nline 1\n") || !strings.HasSuffix(tail, "line 9998\nline 9999") || len(got) > headSize+tailSize+10 {
		t.Errorf("got %d bytes: %.40q ... %.40q", len(got), head, tail)
	}
	for line := range strings.Lines(head + "\n" + tail) {
		var n int
		if _, err := fmt.Sscanf(line, "line %d", &n); err != nil {
			t.Errorf("line %q is cut", line)
		}
	}

	var wide excerpt
	fmt.Fprint(&wide, strings.Repeat("\u20ac", headSize+tailSize)) // 3 bytes each, no line end
	if got := wide.String(); !strings.Contains(got, "[...]") || strings.ToValidUTF8(got, "") != got {
		t.Errorf("got invalid text of %d bytes", len(got))
	}
}

func TestEventsSkipWhatIsNone(t *testing.T) {
	in := "not JSON\n{}\n" + `{"Action":"start","Package":"a"}` + "\n" + strings.Repeat("y", 2*maxLine) + "\n" + `{"Action":"pass","Package":"a"}`
	var got []string
	for event := range events(strings.NewReader(in)) {
		got = append(got, event.Action)
	}
	if want := []string{"start", "pass"}; !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
