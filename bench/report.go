package main

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/a2a-gen/a2a-gen/bench/process"
)

// report is what is written: the sections, and the goals before them.
type report struct {
	bytes.Buffer // the sections
	outcomes     []outcome
}

// text returns the whole report.
func (r *report) text(s *settings) []byte {
	pinned := "not pinned: there is no taskset, or one core only"
	if process.CanPin() {
		pinned = "the server on one core, the load on the others"
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "# Performance\n\n"+
		"Written by `make bench-report`; bench/README.md says how it is measured. %s, %s, %d cores; %s; %d clients, medians of %d interleaved rounds (least to most).\n"+
		"Ratios of processor time are what to compare. Rates suffer from whatever else the machine does.\n"+
		"1 µs of CPU per request is 0.001 s per 1,000 requests.\n",
		runtime.Version(), cpuModel(), runtime.NumCPU(), pinned, s.clients, s.rounds)
	if s.noJS != nil {
		fmt.Fprintf(&b, "The official JS SDK is not among the servers: %v.\n", s.noJS)
	}
	if len(r.outcomes) > 0 {
		fmt.Fprintf(&b, "\n## Goals\n\nIn processor time of the server where nothing else is said.\n\n| what | against | goal | measured | |\n|---|---|--:|--:|---|\n")
	}
	for _, o := range r.outcomes {
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", o.what, o.against, o.goal, o.measured, o.verdict)
	}
	b.Write(r.Bytes())
	return b.Bytes()
}

// cpuModel returns the name of the processor.
func cpuModel() string {
	data, _ := os.ReadFile("/proc/cpuinfo")
	for line := range strings.Lines(string(data)) {
		if name, value, _ := strings.Cut(line, ":"); strings.TrimSpace(name) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return runtime.GOARCH
}

// write adds a section for a row.
func (r *report) write(row result) {
	unit := "request"
	if row.events {
		unit = "event"
	}
	fmt.Fprintf(r, "\n## %s\n\n| server | %ss/s | µs of CPU per %s | CPU, generated / it | rate, generated / it | peak RSS, MB |\n|---|--:|--:|--:|--:|--:|\n",
		row.name, unit, unit)
	for i, t := range row.targets {
		cost, speed := row.column(i, sample.cost), row.column(i, sample.speed)
		fmt.Fprintf(r, "| %s | %s | %s | %s | %s | %s |\n", t.name,
			newSpread(speed).format(0), newSpread(cost).format(2),
			newSpread(ratios(row.column(0, sample.cost), cost)).format(3), newSpread(ratios(row.column(0, sample.speed), speed)).format(2),
			newSpread(row.column(i, sample.megabytes)).format(0))
	}
}

func (s sample) cost() float64      { return float64(s.cpu) / float64(time.Millisecond) }
func (s sample) speed() float64     { return s.rate }
func (s sample) megabytes() float64 { return float64(s.peak) / (1 << 20) }

// column returns a value of a target, by round.
func (r *result) column(target int, value func(sample) float64) []float64 {
	return column(r.samples[target], value)
}

func column(samples []sample, value func(sample) float64) []float64 {
	values := make([]float64, len(samples))
	for i, one := range samples {
		values[i] = value(one)
	}
	return values
}

// ratios compares two servers round by round.
func ratios(a, b []float64) []float64 {
	values := make([]float64, min(len(a), len(b)))
	for i := range values {
		values[i] = a[i] / b[i]
	}
	return values
}

// spread is what several rounds gave.
type spread struct{ least, median, most float64 }

func newSpread(values []float64) spread {
	if len(values) == 0 {
		return spread{}
	}
	values = slices.Sorted(slices.Values(values))
	n := len(values)
	return spread{values[0], (values[(n-1)/2] + values[n/2]) / 2, values[n-1]}
}

func (s spread) format(digits int) string {
	if s.least == s.most {
		return number(s.median, digits)
	}
	return fmt.Sprintf("%s (%s to %s)", number(s.median, digits), number(s.least, digits), number(s.most, digits))
}

// times returns the spread in another unit.
func (s spread) times(factor float64) spread {
	return spread{s.least * factor, s.median * factor, s.most * factor}
}

// number writes a number with separators of thousands.
func number(v float64, digits int) string {
	if v >= 100 || v == math.Trunc(v) {
		digits = 0
	}
	text := fmt.Sprintf("%.*f", digits, v)
	whole, fraction, _ := strings.Cut(text, ".")
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	if fraction != "" {
		whole += "." + fraction
	}
	return whole
}
