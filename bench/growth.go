package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/a2a-gen/a2a-gen/bench/load"
)

// flat is by how many times the cost of the greatest size may exceed that of
// the smallest.
const flat = 1.2

// measureGrowth measures how the costs of the generated agent grow with what
// it holds or sends.
func (s *settings) measureGrowth(ctx context.Context, r *report) error {
	for _, measure := range []struct {
		name string
		run  func(context.Context, *report) error
	}{
		{"growth: stored tasks", s.growTasks},
		{"growth: events of a task", s.growEvents},
		{"growth: size of a message", s.growMessage},
		{"growth: subscribers of a task", s.growSubscribers},
	} {
		if !s.wants(measure.name) {
			continue
		}
		progress("%s", measure.name)
		if err := measure.run(ctx, r); err != nil {
			return fmt.Errorf("%s: %w", measure.name, err)
		}
	}
	return nil
}

// growTasks measures requests for one task and for a page of 50.
func (s *settings) growTasks(ctx context.Context, r *report) error {
	sizes := []int{1_000, 10_000, 100_000}
	var gets, lists []scenario
	for _, n := range sizes {
		of := " of " + number(float64(n), 0)
		gets = append(gets, scenario{name: "GetTask" + of, fill: n, request: rpc("GetTask", getParams), modulo: n, most: 1 << 40})
		lists = append(lists, scenario{name: "ListTasks" + of, fill: n, request: rpc("ListTasks", listParams), most: 1 << 40})
	}
	get, err := s.grow(ctx, gets)
	if err != nil {
		return err
	}
	list, err := s.grow(ctx, lists)
	if err != nil {
		return err
	}
	fmt.Fprintf(r, "\n## Growth: stored tasks\n\n| tasks | µs of CPU per GetTask | µs of CPU per ListTasks |\n|--:|--:|--:|\n")
	for i, n := range sizes {
		fmt.Fprintf(r, "| %s | %s | %s |\n", number(float64(n), 0), costs(get[i]).format(2), costs(list[i]).format(2))
	}
	r.isFlat("GetTask of 100,000 tasks", "of 1,000", get)
	r.isFlat("ListTasks, 50 of 100,000 tasks", "of 1,000", list)
	return nil
}

// growEvents measures streams of different lengths.
func (s *settings) growEvents(ctx context.Context, r *report) error {
	sizes := []int{100, 1_000, 10_000}
	var streams []scenario
	for _, n := range sizes {
		streams = append(streams, scenario{events: true, request: streamOf(n), most: int64(max(200_000/n, 16))})
	}
	samples, err := s.grow(ctx, streams)
	if err != nil {
		return err
	}
	fmt.Fprintf(r, "\n## Growth: events of a task\n\n| appends to one artifact | µs of CPU per event |\n|--:|--:|\n")
	for i, n := range sizes {
		fmt.Fprintf(r, "| %s | %s |\n", number(float64(n), 0), costs(samples[i]).format(2))
	}
	r.isFlat("event of a stream of 10,000 appends", "of 100", samples)
	return nil
}

// isFlat notes the goal that a cost does not grow. It compares all rounds
// together: with 100,000 tasks the garbage collector takes a fifth of a second
// once or twice in a round, which is little for the requests between two
// collections but decides about the cost of a round.
func (r *report) isFlat(what, against string, samples [][]sample) {
	small, large := samples[0], samples[len(samples)-1]
	ratio := newSpread(ratios(column(large, sample.cost), column(small, sample.cost)))
	ratio.median = costs(large).median / costs(small).median
	r.atMost(what, against, flat, "", ratio)
}

// costs returns what a unit costs, in microseconds: in all rounds together, in
// the best and in the worst.
func costs(samples []sample) spread {
	s := newSpread(column(samples, sample.cost))
	var cost, units float64
	for _, one := range samples {
		cost += one.cost() * one.units
		units += one.units
	}
	s.median = cost / units
	return s
}

// grow runs scenarios on the generated agent.
func (s *settings) grow(ctx context.Context, scenarios []scenario) ([][]sample, error) {
	var cells []cell
	for _, sc := range scenarios {
		cells = append(cells, cell{scenario: sc, target: generated})
	}
	return s.interleave(ctx, cells)
}

// growMessage measures messages of different sizes, and how much memory one
// takes.
func (s *settings) growMessage(ctx context.Context, r *report) error {
	sizes := []int{1, 10, 100, 1_000, 10_000} // kilobytes
	var sends []scenario
	for _, n := range sizes {
		request := rpc("SendMessage", message(strings.Repeat("x", n<<10), ""))
		sends = append(sends, scenario{request: request, most: int64(max(400_000/n, 32))})
	}
	samples, err := s.grow(ctx, sends)
	if err != nil {
		return err
	}
	fmt.Fprintf(r, "\n## Growth: size of a message\n\n| text | µs of CPU per SendMessage | µs of CPU per KB | peak memory of the first one, times the text |\n|--:|--:|--:|--:|\n")
	for i, n := range sizes {
		memory := "-"
		if n >= 1_000 {
			times, err := s.memoryOf(ctx, sends[i].request, n<<10)
			if err != nil {
				return err
			}
			memory = times.format(1)
			r.atMost("peak memory of a SendMessage with "+number(float64(n), 0)+" KB", "size of the message", 6, "", times)
		}
		cost := costs(samples[i])
		fmt.Fprintf(r, "| %s KB | %s | %s | %s |\n", number(float64(n), 0), cost.format(1), number(cost.median/float64(n), 2), memory)
	}
	return nil
}

// memoryOf returns by how many times its size the first message raises the
// peak memory of a server.
func (s *settings) memoryOf(ctx context.Context, request []byte, size int) (spread, error) {
	var values []float64
	for range s.rounds {
		if err := ctx.Err(); err != nil {
			return spread{}, err
		}
		bytes, err := s.peakOf(request)
		if err != nil {
			return spread{}, err
		}
		values = append(values, float64(bytes)/float64(size))
	}
	return newSpread(values), nil
}

// peakOf returns by how many bytes a request raises the peak memory of a new
// server.
func (s *settings) peakOf(request []byte) (int64, error) {
	server, err := s.start(scenario{}, generated, "")
	if err != nil {
		return 0, err
	}
	defer server.Stop()
	small, err := load.DialHTTP(server.HTTP, load.NewTemplate(rpc("SendMessage", message("hello", "")), 0), false)
	if err != nil {
		return 0, err
	}
	defer small.Close()
	for range 100 { // what every server needs
		if _, err := small.Do(); err != nil {
			return 0, err
		}
	}
	_, before, err := server.Memory()
	if err != nil {
		return 0, err
	}
	large, err := load.DialHTTP(server.HTTP, load.NewTemplate(request, 0), false)
	if err != nil {
		return 0, err
	}
	defer large.Close()
	if _, err := large.Do(); err != nil {
		return 0, err
	}
	_, after, err := server.Memory()
	return after - before, err
}
