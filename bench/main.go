// This command measures generated agents side by side with the official SDKs
// and with what net/http and grpc-go cost by themselves, and prints a report.
// README.md says more.
//
//	go run .                              everything, in less than ten minutes
//	go run . -quick                       one short round
//	go run . -only send                   rows whose name contains a text
//	go run . -out ../docs/performance.md  the report as a file
//	go run . -build                       also what it takes to make, build and start an agent
//
// A server has one core to itself and the load the others. Rounds are
// interleaved: all servers once, then all again. The numbers to compare are
// ratios of processor time; rates depend on the machine and on what else runs.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"time"

	"github.com/a2a-gen/a2a-gen/bench/process"
)

// settings are the sizes of a run.
type settings struct {
	clients int
	rounds  int
	time    time.Duration // of one run of one server
	only    string
	dir     string // of binaries and answers
	js      string // program of the JavaScript server, "" as long as it is not installed
	noJS    error  // why it is not

	profiles string // directory for processor profiles of the generated agent; "" makes none
}

func main() {
	quick := flag.Bool("quick", false, "one short round")
	out := flag.String("out", "", "file for the report; without it the report goes to standard output")
	build := flag.Bool("build", false, "measure making, building and starting an agent, too")
	growth := flag.Bool("growth", true, "measure how costs grow")
	s := settings{clients: 16, rounds: 5, time: 1200 * time.Millisecond}
	flag.StringVar(&s.only, "only", "", "rows whose name contains this")
	flag.StringVar(&s.profiles, "profiles", "", "directory for processor profiles of the generated agent; its costs are higher then")
	flag.IntVar(&s.rounds, "rounds", s.rounds, "rounds of each row")
	flag.DurationVar(&s.time, "time", s.time, "time of one run of one server")
	flag.Parse()
	if *quick {
		s.rounds, s.time = 1, 300*time.Millisecond
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	report, err := s.measure(ctx, *growth, *build)
	if err == nil && *out != "" {
		err = os.WriteFile(*out, report, 0o644)
	} else {
		os.Stdout.Write(report)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// measure returns the report, as far as it came.
func (s *settings) measure(ctx context.Context, growth, build bool) ([]byte, error) {
	var err error
	if s.dir, err = os.MkdirTemp("", "bench-"); err != nil {
		return nil, err
	}
	defer os.RemoveAll(s.dir)
	if err := buildServers(s.dir); err != nil {
		return nil, err
	}
	if process.CanPin() {
		if err := process.PinSelf(); err != nil {
			return nil, fmt.Errorf("taskset: %w", err)
		}
	}
	r := new(report)
	parts := []func(context.Context, *report) error{s.measureRows, s.measureIdle, s.measureSlow, s.measureCodec}
	if growth {
		parts = append(parts, s.measureGrowth)
	}
	if build {
		parts = append(parts, measureBuild)
	}
	for _, part := range parts {
		if err = part(ctx, r); err != nil {
			break
		}
	}
	return r.text(s), err
}

// buildServers compiles the servers, each into a binary of its own.
func buildServers(dir string) error {
	cmd := exec.Command("go", "build", "-o", dir+string(filepath.Separator), "./servers/...")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("build the servers: %w\n%s", err, out)
	}
	return nil
}

func (s *settings) wants(name string) bool {
	return strings.Contains(strings.ToLower(name), strings.ToLower(s.only))
}

func progress(format string, args ...any) {
	fmt.Fprintf(os.Stderr, "%s "+format+"\n", append([]any{time.Now().Format(time.TimeOnly)}, args...)...)
}
