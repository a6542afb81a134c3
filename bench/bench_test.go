package main

import (
	"bytes"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/a2a-gen/a2a-gen/bench/load"
	"github.com/a2a-gen/a2a-gen/bench/process"
)

// TestServers wants the same events from all servers: they are compared.
func TestServers(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT TESTED: builds servers; leave out -short")
	}
	s := &settings{dir: t.TempDir()}
	if err := buildServers(s.dir); err != nil {
		t.Fatal(err)
	}
	for _, target := range []target{generated, durable, sdk, js} {
		t.Run(target.name, func(t *testing.T) {
			if isJS(target) {
				needJS(t, s)
			}
			server, err := s.start(scenario{}, target, "")
			if err != nil {
				t.Fatal(err)
			}
			defer server.Stop()
			for _, row := range scenarios() {
				switch row.name {
				case "SendMessage, JSON-RPC", "SendMessage, HTTP+JSON":
					if answer := ask(t, server, row); bytes.Count(answer, []byte(`"TASK_STATE_COMPLETED"`)) != 1 || !bytes.Contains(answer, []byte("xxx")) {
						t.Errorf("%s: %s", row.name, answer)
					}
				case "stream of 100 appends, JSON-RPC":
					answer := ask(t, server, row)
					events := bytes.Split(bytes.TrimSpace(answer), []byte("\n\n"))
					if len(events) != 1+1+100+1 || !bytes.Contains(events[len(events)-1], []byte("TASK_STATE_COMPLETED")) {
						t.Errorf("%s: %d events, the last one %s", row.name, len(events), events[len(events)-1])
					}
				}
			}
			used, err := server.CPU()
			if err != nil || used <= 0 {
				t.Errorf("used %v, %v", used, err)
			}
			if now, peak, err := server.Memory(); err != nil || now <= 0 || peak < now {
				t.Errorf("memory %d, at most %d, %v", now, peak, err)
			}
		})
	}
}

// needJS skips what needs packages from the network outside of CI. There it
// fails without them.
func needJS(t *testing.T, s *settings) {
	t.Helper()
	if os.Getenv("CI") != "true" {
		t.Skip("NOT TESTED: the official JS SDK is installed in CI and by make bench only")
	}
	if !s.hasJS(t.Context()) {
		t.Fatal("the official JS SDK, which CI needs: ", s.noJS)
	}
}

// ask sends the request of a row once.
func ask(t *testing.T, server *process.Server, row scenario) []byte {
	t.Helper()
	c, err := load.DialHTTP(server.HTTP, load.NewTemplate(row.request, row.modulo), row.events)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	answer, err := c.Answer()
	if err != nil {
		t.Fatalf("%s: %v", row.name, err)
	}
	return answer
}

// TestGoals wants a row and a server for each goal; one without is left out of
// the report.
func TestGoals(t *testing.T) {
	for _, g := range goals {
		found := slices.ContainsFunc(scenarios(), func(sc scenario) bool {
			return sc.name == g.row && slices.ContainsFunc(sc.targets, func(t target) bool { return t.name == g.server })
		})
		if !found {
			t.Errorf("no row %q has a server %q", g.row, g.server)
		}
	}
}

func TestVerdict(t *testing.T) {
	for _, test := range []struct {
		rounds      []float64
		most, least string
	}{
		{[]float64{1, 2, 3}, "holds", "in the best round"},
		{[]float64{2, 3, 4}, "in the best round", "holds"},
		{[]float64{3, 3, 3}, "missed", "holds"},
		{[]float64{1, 1, 1}, "holds", "missed"},
	} {
		var r report
		r.atMost("a", "b", 2, "", newSpread(test.rounds))
		r.timesLess("a", "b", 3, newSpread(test.rounds))
		if most, least := r.outcomes[0].verdict, r.outcomes[1].verdict; most != test.most || least != test.least {
			t.Errorf("%v: at most 2 %s, 3 times less %s; want %s, %s", test.rounds, most, least, test.most, test.least)
		}
	}
}

// TestCosts wants rounds to count by the work that they did.
func TestCosts(t *testing.T) {
	s := costs([]sample{{units: 1_000, cpu: 100_000_000}, {units: 3_000, cpu: 20_000_000}})
	if want := (spread{20, 40, 100}); s != want {
		t.Errorf("%v, want %v", s, want)
	}
}

func TestReadBenchmarks(t *testing.T) {
	b := make(benchmarks)
	for _, time := range []string{"1700", "1800"} {
		b.add("goos: linux\nBenchmarkEncode/codec-2 \t 594278\t " + time + " ns/op\t 797.43 MB/s\t 0 B/op\t 0 allocs/op\nPASS\n")
	}
	got := b["BenchmarkEncode/codec"]
	if len(b) != 1 || !slices.Equal(got["ns/op"], []float64{1700, 1800}) || !slices.Equal(got["allocs/op"], []float64{0, 0}) {
		t.Errorf("%v", b)
	}
}

func TestReportSaysWhatIsMissing(t *testing.T) {
	s := &settings{noJS: os.ErrNotExist}
	text := string(new(report).text(s))
	if !strings.Contains(text, "JS SDK is not among the servers: "+os.ErrNotExist.Error()) {
		t.Error(text)
	}
	if strings.Contains(text, "## Goals") {
		t.Error("goals without any that was measured")
	}
}
