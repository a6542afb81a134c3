package main

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/a2a-gen/a2a-gen/bench/load"
)

// measureGrowth measures how the costs of the generated agent grow with what
// it holds or sends.
func (s *settings) measureGrowth(ctx context.Context, w io.Writer) error {
	for _, measure := range []struct {
		name string
		run  func(context.Context, io.Writer) error
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
		if err := measure.run(ctx, w); err != nil {
			return fmt.Errorf("%s: %w", measure.name, err)
		}
	}
	return nil
}

// growTasks measures requests for one task and for a page of 50.
func (s *settings) growTasks(ctx context.Context, w io.Writer) error {
	fmt.Fprintf(w, "\n## Growth: stored tasks\n\n| tasks | µs of CPU per GetTask | µs of CPU per ListTasks |\n|--:|--:|--:|\n")
	for _, n := range []int{1_000, 10_000, 100_000} {
		get, err := s.grow(ctx, scenario{fill: n, request: rpc("GetTask", getParams), modulo: n, most: 1 << 40})
		if err != nil {
			return err
		}
		list, err := s.grow(ctx, scenario{fill: n, request: rpc("ListTasks", listParams), most: 1 << 40})
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "| %s | %s | %s |\n", number(float64(n), 0), get.format(2), list.format(2))
	}
	return nil
}

// growEvents measures streams of different lengths.
func (s *settings) growEvents(ctx context.Context, w io.Writer) error {
	fmt.Fprintf(w, "\n## Growth: events of a task\n\n| appends to one artifact | µs of CPU per event |\n|--:|--:|\n")
	for _, n := range []int{100, 1_000, 10_000} {
		cost, err := s.grow(ctx, scenario{events: true, request: streamOf(n), most: int64(max(200_000/n, 16))})
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "| %s | %s |\n", number(float64(n), 0), cost.format(2))
	}
	return nil
}

// growMessage measures messages of different sizes, and how much memory one
// takes.
func (s *settings) growMessage(ctx context.Context, w io.Writer) error {
	fmt.Fprintf(w, "\n## Growth: size of a message\n\n| text | µs of CPU per SendMessage | µs of CPU per KB | peak memory of the first one, times the text |\n|--:|--:|--:|--:|\n")
	for _, kilobytes := range []int{1, 10, 100, 1_000, 10_000} {
		request := rpc("SendMessage", message(strings.Repeat("x", kilobytes<<10), ""))
		cost, err := s.grow(ctx, scenario{request: request, most: int64(max(400_000/kilobytes, 32))})
		if err != nil {
			return err
		}
		memory := "-"
		if kilobytes >= 1_000 {
			times, err := s.memoryOf(request, kilobytes<<10)
			if err != nil {
				return err
			}
			memory = number(times, 1)
		}
		fmt.Fprintf(w, "| %s KB | %s | %s | %s |\n", number(float64(kilobytes), 0), cost.format(1), number(cost.median/float64(kilobytes), 2), memory)
	}
	return nil
}

// memoryOf returns by how many times its size the first message raises the
// peak memory of a server.
func (s *settings) memoryOf(request []byte, size int) (float64, error) {
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
	return float64(after-before) / float64(size), err
}

// grow runs a scenario on the generated agent and returns the processor time
// of one unit in microseconds.
func (s *settings) grow(ctx context.Context, sc scenario) (spread, error) {
	server, err := s.start(sc, generated, "")
	if err != nil {
		return spread{}, err
	}
	defer server.Stop()
	var costs []float64
	for range min(s.rounds, 3) {
		if err := ctx.Err(); err != nil {
			return spread{}, err
		}
		one, err := s.sample(sc, generated, server)
		if err != nil {
			return spread{}, err
		}
		costs = append(costs, one.cost())
	}
	return newSpread(costs), nil
}

// growSubscribers measures events that go to many, and whether one that does
// not read holds up the others.
func (s *settings) growSubscribers(ctx context.Context, w io.Writer) error {
	const appends = 500
	fmt.Fprintf(w, "\n## Growth: subscribers of a task\n\nA task emits %d events; \"all\" is the time until 99 %% of the subscribers have the last one.\n\n"+
		"| subscribers | µs of CPU per event and subscriber | all, ms | all, ms, with one more that does not read |\n|--:|--:|--:|--:|\n", appends)
	for _, n := range []int{1, 10, 100, 1_000} {
		var costs, times, slowed []float64
		for range min(s.rounds, 3) {
			if err := ctx.Err(); err != nil {
				return err
			}
			plain, err := s.fanOut(n, appends, false)
			if err != nil {
				return err
			}
			slow, err := s.fanOut(n, appends, true)
			if err != nil {
				return err
			}
			costs = append(costs, float64(plain.cpu)/float64(time.Microsecond)/float64(n*appends))
			times = append(times, float64(plain.all)/float64(time.Millisecond))
			slowed = append(slowed, float64(slow.all)/float64(time.Millisecond))
		}
		fmt.Fprintf(w, "| %s | %s | %s | %s |\n", number(float64(n), 0), newSpread(costs).format(2), newSpread(times).format(0), newSpread(slowed).format(0))
	}
	return nil
}
