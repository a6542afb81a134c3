package main

import (
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/a2a-gen/a2a-gen/bench/process"
)

func writeHead(w io.Writer, s settings) {
	pinned := "not pinned: there is no taskset, or one core only"
	if process.CanPin() {
		pinned = "the server on one core, the load on the others"
	}
	fmt.Fprintf(w, "# Performance\n\n"+
		"Written by `make bench-report`. %s, %s, %d cores; %s; %d clients, medians of %d interleaved rounds (least to most).\n"+
		"Ratios of processor time are what to compare. Rates suffer from whatever else the machine does.\n"+
		"The official JS SDK is not among the servers: its packages are not installed here.\n",
		runtime.Version(), cpuModel(), runtime.NumCPU(), pinned, s.clients, s.rounds)
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

func writeResults(w io.Writer, results []result) {
	for _, r := range results {
		unit := "request"
		if r.events {
			unit = "event"
		}
		fmt.Fprintf(w, "\n## %s\n\n| server | %ss/s | µs of CPU per %s | CPU, generated / it | rate, generated / it | peak RSS, MB |\n|---|--:|--:|--:|--:|--:|\n",
			r.name, unit, unit)
		for i, t := range r.targets {
			cpu, rate := r.column(i, sample.cost), r.column(i, sample.speed)
			fmt.Fprintf(w, "| %s | %s | %s | %s | %s | %s |\n", t.name,
				rate.format(0), cpu.format(2),
				r.ratio(i, sample.cost).format(2), r.ratio(i, sample.speed).format(2),
				r.column(i, sample.megabytes).format(0))
		}
	}
}

func (s sample) cost() float64      { return float64(s.cpu) / float64(time.Millisecond) }
func (s sample) speed() float64     { return s.rate }
func (s sample) megabytes() float64 { return float64(s.peak) / (1 << 20) }

func (r *result) column(target int, value func(sample) float64) spread {
	var values []float64
	for _, one := range r.samples[target] {
		values = append(values, value(one))
	}
	return newSpread(values)
}

// ratio compares the generated agent with a target, round by round.
func (r *result) ratio(target int, value func(sample) float64) spread {
	var values []float64
	for round, one := range r.samples[target] {
		values = append(values, value(r.samples[0][round])/value(one))
	}
	return newSpread(values)
}

// spread is what several rounds gave.
type spread struct{ least, median, most float64 }

func newSpread(values []float64) spread {
	if len(values) == 0 {
		return spread{}
	}
	slices.Sort(values)
	n := len(values)
	return spread{values[0], (values[(n-1)/2] + values[n/2]) / 2, values[n-1]}
}

func (s spread) format(digits int) string {
	if s.least == s.most {
		return number(s.median, digits)
	}
	return fmt.Sprintf("%s (%s to %s)", number(s.median, digits), number(s.least, digits), number(s.most, digits))
}

// number writes a number with separators of thousands.
func number(v float64, digits int) string {
	if v >= 100 {
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
