package main

import (
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

// Benchmarks of the JSON codec against protojson, with a typical task.
const (
	codecPackage = "./internal/gen/bindings/codectest"
	codecTime    = "500ms" // of one benchmark in one round
)

// measureCodec compares the JSON codec with protojson.
func (s *settings) measureCodec(ctx context.Context, r *report) error {
	if !s.wants("codec") {
		return nil
	}
	progress("codec")
	binary := filepath.Join(s.dir, "codec.test")
	cmd := exec.CommandContext(ctx, "go", "test", "-c", "-o", binary, codecPackage)
	cmd.Dir = ".."
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", cmd, err, out)
	}
	rounds := make(benchmarks)
	for range s.rounds {
		out, err := exec.CommandContext(ctx, binary, "-test.run=^$", "-test.bench=^Benchmark(Encode|Decode)$", "-test.benchtime="+codecTime).Output()
		if err != nil {
			return fmt.Errorf("codec: %w", err)
		}
		rounds.add(string(out))
	}
	fmt.Fprintf(r, "\n## Codec\n\nA typical task of 1.5 KB; benchmarks of `%s`, time on the clock. `make bench-codec` compares by benchstat.\n\n"+
		"| | codec, µs | protojson, µs | times less | allocations | of protojson |\n|---|--:|--:|--:|--:|--:|\n", codecPackage)
	for _, row := range []struct {
		name, benchmark string
		times           float64
	}{{"encode", "BenchmarkEncode", 7}, {"decode", "BenchmarkDecode", 4.5}} {
		ours, theirs := rounds[row.benchmark+"/codec"], rounds[row.benchmark+"/protojson"]
		if ours == nil || theirs == nil {
			return fmt.Errorf("codec: %s has no %s of both", codecPackage, row.benchmark)
		}
		times := newSpread(ratios(theirs["ns/op"], ours["ns/op"]))
		fmt.Fprintf(r, "| %s | %s | %s | %s | %s | %s |\n", row.name, newSpread(ours["ns/op"]).times(1e-3).format(2), newSpread(theirs["ns/op"]).times(1e-3).format(2),
			times.format(1), newSpread(ours["allocs/op"]).format(0), newSpread(theirs["allocs/op"]).format(0))
		r.timesLess("time to "+row.name+" a task, codec", "protojson", row.times, times)
	}
	r.atMost("allocations to encode a task into a buffer", "", 0, "", newSpread(rounds["BenchmarkEncode/codec"]["allocs/op"]))
	return nil
}

// benchmarks are the values of benchmarks by name and unit.
type benchmarks map[string]map[string][]float64

// add reads what a test binary writes: lines of a name, the number of runs,
// and pairs of value and unit.
func (b benchmarks) add(out string) {
	for line := range strings.Lines(out) {
		fields := strings.Fields(line)
		if len(fields) < 4 || !strings.HasPrefix(fields[0], "Benchmark") {
			continue
		}
		name, _, _ := strings.Cut(fields[0], "-") // and the number of processors
		if b[name] == nil {
			b[name] = make(map[string][]float64)
		}
		for i := 2; i+1 < len(fields); i += 2 {
			if v, err := strconv.ParseFloat(fields[i], 64); err == nil {
				b[name][fields[i+1]] = append(b[name][fields[i+1]], v)
			}
		}
	}
}
