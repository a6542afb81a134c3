package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/a2a-gen/a2a-gen/bench/load"
	"github.com/a2a-gen/a2a-gen/bench/process"
)

// eventBytes is the size of the text in each event. A subscriber that does not
// read fills what the kernel keeps for it many times over.
const eventBytes = 1_000

// fanned is what it took to send the events of one task to many.
type fanned struct {
	cpu time.Duration // of the server
	all time.Duration // until 99 % of the subscribers had the last event
}

// fanOut lets n clients, and one that does not read, subscribe to a task that
// waits for its client; then a message makes the task emit events.
func (s *settings) fanOut(n, appends int, stalled bool) (fanned, error) {
	server, err := s.start(scenario{}, generated, "")
	if err != nil {
		return fanned{}, err
	}
	defer server.Stop()
	waiting, err := openTask(server, rpc("SendStreamingMessage", message("hello", `"ask":1`)))
	if err != nil {
		return fanned{}, err
	}
	defer waiting.Close()
	if stalled {
		c, _, err := waiting.subscribe(server)
		if err != nil {
			return fanned{}, err
		}
		defer c.Close()
	}
	streams := make([]*load.HTTP, n)
	for i := range streams {
		if streams[i], _, err = waiting.subscribe(server); err != nil {
			return fanned{}, err
		}
		defer streams[i].Close()
	}
	return emitTo(server, streams, waiting.resume(appends))
}

// resume returns the request that makes the task go on.
func (t *openedTask) resume(appends int) []byte {
	return rpc("SendMessage", `{"message":{"taskId":"`+t.id+`","messageId":"message-2","role":"ROLE_USER","parts":[{"text":"go"}],`+
		`"metadata":{"appends":`+strconv.Itoa(appends)+`,"bytes":`+strconv.Itoa(eventBytes)+`}}}`)
}

func emitTo(server *process.Server, streams []*load.HTTP, request []byte) (fanned, error) {
	sender, err := load.DialHTTP(server.HTTP, load.NewTemplate(request, 0), false)
	if err != nil {
		return fanned{}, err
	}
	defer sender.Close()
	before, err := server.CPU()
	if err != nil {
		return fanned{}, err
	}
	start := time.Now()
	times := make([]time.Duration, len(streams))
	errs := make([]error, len(streams))
	var group sync.WaitGroup
	for i, c := range streams {
		group.Go(func() {
			errs[i] = drain(c)
			times[i] = time.Since(start)
		})
	}
	if _, err := sender.Do(); err != nil {
		return fanned{}, fmt.Errorf("resume: %w", err)
	}
	group.Wait()
	after, err := server.CPU()
	slices.Sort(times)
	return fanned{cpu: after - before, all: times[(len(times)*99+99)/100-1]}, errors.Join(append(errs, err)...)
}

// drain reads a stream to its end.
func drain(c *load.HTTP) error {
	for {
		switch _, err := c.Next(); err {
		case nil:
		case io.EOF:
			return nil
		default:
			return err
		}
	}
}
