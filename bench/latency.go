package main

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/a2a-gen/a2a-gen/bench/load"
	"github.com/a2a-gen/a2a-gen/bench/serving"
)

// The first event fills the connection of a subscriber that does not read. The
// others come slowly, so that it is the way that takes the time and not the
// work; those that come before all have read the first one are not timed.
const (
	subscribers = 1_000
	untimed     = 10
	timed       = 20
	every       = 50 // milliseconds between events
)

// ways are how long events took from the agent's code to the subscribers, in
// milliseconds.
type ways struct{ p50, p99, most []float64 }

// measureSlow measures whether a subscriber that does not read holds up the
// others.
func (s *settings) measureSlow(ctx context.Context, r *report) error {
	if !s.wants("slow subscriber") {
		return nil
	}
	progress("slow subscriber")
	var without, with ways
	for range 2*s.rounds + 1 { // the slowest of a hundred vary more than what is typical
		for _, one := range []struct {
			*ways
			stalled bool
		}{{&without, false}, {&with, true}} {
			if err := ctx.Err(); err != nil {
				return err
			}
			if err := s.timeWays(one.ways, one.stalled); err != nil {
				return fmt.Errorf("slow subscriber: %w", err)
			}
		}
	}
	fmt.Fprintf(r, "\n## %s subscribers and one that does not read\n\n"+
		"From the agent's code to the end of the subscriber's read; %d events, one every %d ms, while the connection of the one is full.\n\n"+
		"| | p50, ms | p99, ms | longest, ms |\n|---|--:|--:|--:|\n", number(subscribers, 0), timed, every)
	for _, row := range []struct {
		name string
		ways
	}{{"all read", without}, {"and one that does not", with}} {
		fmt.Fprintf(r, "| %s | %s | %s | %s |\n", row.name, newSpread(row.p50).format(1), newSpread(row.p99).format(1), newSpread(row.most).format(1))
	}
	r.atMost("p99 of 1,000 subscribers beside one that does not read", "the same without it", 1.1, "", newSpread(ratios(with.p99, without.p99)))
	return nil
}

// timeWays adds one round.
func (s *settings) timeWays(w *ways, stalled bool) error {
	f, err := s.newFan(subscribers, stalled)
	if err != nil {
		return err
	}
	defer f.close()
	times := make([][]float64, subscribers)
	err = f.emit(fmt.Sprintf(`"%s":%d,"%s":%d,"%s":%d`, serving.Appends, 1+untimed+timed, serving.First, load.StalledAt, serving.Every, every),
		func(stream int, c *load.HTTP) error {
			return c.Events(func(event []byte) {
				if at, ok := serving.Stamped(event); ok {
					times[stream] = append(times[stream], float64(time.Since(at))/float64(time.Millisecond))
				}
			})
		})
	if err != nil {
		return err
	}
	var all []float64
	for _, mine := range times {
		if len(mine) != untimed+timed {
			return fmt.Errorf("a subscriber got %d events of %d", len(mine), untimed+timed)
		}
		all = append(all, mine[untimed:]...)
	}
	slices.Sort(all)
	w.p50 = append(w.p50, all[len(all)/2])
	w.p99 = append(w.p99, all[len(all)*99/100])
	w.most = append(w.most, all[len(all)-1])
	return nil
}
