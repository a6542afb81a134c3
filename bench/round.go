package main

import (
	"context"
	"fmt"
	"time"

	"github.com/a2a-gen/a2a-gen/bench/load"
	"github.com/a2a-gen/a2a-gen/bench/process"
)

// cell is what takes turns with others: a kind of request to one server.
type cell struct {
	scenario
	target target
	answer string // of the limit
}

// turns is how often cells take turns in a round. Machines that others use, too,
// change their speed from one second to the next; what is compared is measured
// closer together than that.
const turns = 4

// interleave measures cells in rounds. Servers that are filled at the start
// stay for all rounds, the others are new in each.
func (s *settings) interleave(ctx context.Context, cells []cell) (samples [][]sample, err error) {
	samples = make([][]sample, len(cells))
	runs := make([]run, len(cells))
	defer stopAll(runs)
	for range s.rounds {
		for i, c := range cells {
			runs[i] = run{cell: c, server: runs[i].server}
			if err := s.begin(&runs[i]); err != nil {
				return samples, fmt.Errorf("%s: %w", c.target.name, err)
			}
		}
		for range s.turns() {
			for i := range runs {
				if err := ctx.Err(); err != nil {
					return samples, err
				}
				if err := s.turn(&runs[i]); err != nil {
					return samples, fmt.Errorf("%s: %w", runs[i].target.name, err)
				}
			}
		}
		for i := range runs {
			one, err := runs[i].end()
			if err != nil {
				return samples, err
			}
			samples[i] = append(samples[i], one)
		}
	}
	return samples, nil
}

// turns is one for profiles, which are of a time and not of turns.
func (s *settings) turns() int {
	if s.profiles != "" {
		return 1
	}
	return turns
}

// run is one cell in one round.
type run struct {
	cell
	server  *process.Server
	clients []load.Client
	done    load.Result
	cpu     time.Duration
}

// begin starts the server of a cell, unless it stayed, and warms it up.
func (s *settings) begin(r *run) (err error) {
	if r.server == nil {
		if r.server, err = s.start(r.scenario, r.target, r.answer); err != nil {
			return err
		}
	}
	n := s.clients
	if r.target.one {
		n = 1
	}
	if r.clients, err = s.dial(r.scenario, r.server, n); err != nil || r.target.one {
		return err
	}
	_, err = load.Run(r.clients, load.Limit{Time: s.time / 5, Requests: 20 * int64(n)})
	return err
}

// turn runs the load for a part of a round, unless the cell had its time
// already.
func (s *settings) turn(r *run) error {
	if r.done.Elapsed >= s.time {
		return nil
	}
	var profile <-chan error
	if s.profiles != "" && r.target.name == generated.name {
		profile = s.writeProfile(r.scenario, r.server)
	}
	n := s.turns()
	before, err := r.server.CPU()
	if err != nil {
		return err
	}
	done, err := load.Run(r.clients, load.Limit{Time: s.time / time.Duration(n), Requests: max(1, r.most/int64(n))})
	if err != nil {
		return err
	}
	after, err := r.server.CPU()
	if err != nil {
		return err
	}
	r.done.Units += done.Units
	r.done.Elapsed += done.Elapsed
	r.cpu += after - before
	if profile != nil {
		return <-profile
	}
	return nil
}

// end returns what came out, and stops a server that does not stay.
func (r *run) end() (sample, error) {
	_, peak, err := r.server.Memory()
	closeAll(r.clients)
	r.clients = nil
	if r.fill == 0 {
		r.server.Stop()
		r.server = nil
	}
	return sample{
		units: float64(r.done.Units),
		rate:  float64(r.done.Units) / r.done.Elapsed.Seconds(),
		cpu:   r.cpu * 1000 / time.Duration(max(r.done.Units, 1)),
		peak:  peak,
	}, err
}

func stopAll(runs []run) {
	for _, r := range runs {
		closeAll(r.clients)
		if r.server != nil {
			r.server.Stop()
		}
	}
}
