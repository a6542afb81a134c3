package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/a2a-gen/a2a-gen/bench/load"
	"github.com/a2a-gen/a2a-gen/bench/process"
	"github.com/a2a-gen/a2a-gen/bench/serving"
)

// fan is a task that waits for a message, with subscribers.
type fan struct {
	server  *process.Server
	task    *openedTask
	streams []*load.HTTP // that are read
	others  []*load.HTTP
}

// newFan starts a server with a task that n clients subscribe to, and one that
// does not read.
func (s *settings) newFan(n int, stalled bool) (f *fan, err error) {
	f = new(fan)
	defer func() {
		if err != nil {
			f.close()
		}
	}()
	if f.server, err = s.start(scenario{}, generated, ""); err != nil {
		return nil, err
	}
	if f.task, err = openTask(f.server, rpc("SendStreamingMessage", message("hello", `"ask":1`))); err != nil {
		return nil, err
	}
	f.others = append(f.others, f.task.HTTP)
	if stalled {
		c, err := f.task.stall(f.server)
		if err != nil {
			return nil, err
		}
		f.others = append(f.others, c)
	}
	for range n {
		c, _, err := f.task.subscribe(f.server)
		if err != nil {
			return nil, err
		}
		f.streams = append(f.streams, c)
	}
	return f, nil
}

func (f *fan) close() {
	for _, c := range slices.Concat(f.streams, f.others) {
		c.Close()
	}
	if f.server != nil {
		f.server.Stop()
	}
}

// emit sends the task a message that makes it emit events, and has all streams
// read to their end.
func (f *fan) emit(metadata string, read func(stream int, c *load.HTTP) error) error {
	request := rpc("SendMessage", `{"message":{"taskId":"`+f.task.id+`","messageId":"message-2","role":"ROLE_USER","parts":[{"text":"go"}],`+
		`"metadata":{`+metadata+`}}}`)
	sender, err := load.DialHTTP(f.server.HTTP, load.NewTemplate(request, 0), false)
	if err != nil {
		return err
	}
	defer sender.Close()
	errs := make([]error, len(f.streams))
	var group sync.WaitGroup
	for i, c := range f.streams {
		group.Go(func() { errs[i] = read(i, c) })
	}
	if _, err := sender.Do(); err != nil {
		return fmt.Errorf("resume: %w", err) // the streams end with their server
	}
	group.Wait()
	return errors.Join(errs...)
}

// growSubscribers measures what an event costs that goes to many.
func (s *settings) growSubscribers(ctx context.Context, r *report) error {
	const deliveries = 100_000
	fmt.Fprintf(r, "\n## Growth: subscribers of a task\n\n| subscribers | µs of CPU per event and subscriber |\n|--:|--:|\n")
	sizes := []int{1, 10, 100, 1_000}
	costs := make([][]float64, len(sizes))
	for range min(s.rounds, 3) {
		for i, n := range sizes {
			if err := ctx.Err(); err != nil {
				return err
			}
			events := min(deliveries/n, 2_000)
			cpu, err := s.fanOut(n, events)
			if err != nil {
				return err
			}
			costs[i] = append(costs[i], float64(cpu)/float64(time.Microsecond)/float64(n*events))
		}
	}
	for i, n := range sizes {
		fmt.Fprintf(r, "| %s | %s |\n", number(float64(n), 0), newSpread(costs[i]).format(2))
	}
	return nil
}

// fanOut returns the processor time of a server that sends events to n
// clients.
func (s *settings) fanOut(n, events int) (time.Duration, error) {
	f, err := s.newFan(n, false)
	if err != nil {
		return 0, err
	}
	defer f.close()
	before, err := f.server.CPU()
	if err != nil {
		return 0, err
	}
	drain := func(_ int, c *load.HTTP) error { return c.Drain() }
	if err := f.emit(`"`+serving.Appends+`":`+strconv.Itoa(events)+`,"`+serving.Bytes+`":1000`, drain); err != nil {
		return 0, err
	}
	after, err := f.server.CPU()
	return after - before, err
}
