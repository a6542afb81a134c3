package conformance

import (
	"bufio"
	"context"
	"io"
	"iter"
	"strings"

	"google.golang.org/protobuf/encoding/protojson"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
)

// follower is a stream as the generated client reads it.
type follower struct {
	c      *check
	events chan obj
	err    error // once events is closed
	leave  context.CancelFunc
}

// stream sends a message and follows the answer.
func (c *check) stream(params obj) *follower {
	c.Helper()
	req := new(a2apb.SendMessageRequest)
	if err := (protojson.UnmarshalOptions{DiscardUnknown: true}).Unmarshal(encode(params), req); err != nil {
		c.Fatal(err)
	}
	ctx, cancel := context.WithCancel(c.ctx)
	return c.follow(c.client.SendStreamingMessage(ctx, req), cancel)
}

// subscribe follows a task.
func (c *check) subscribe(task obj) *follower {
	c.Helper()
	ctx, cancel := context.WithCancel(c.ctx)
	return c.follow(c.client.SubscribeToTask(ctx, &a2apb.SubscribeToTaskRequest{Id: text(task, "id")}), cancel)
}

func (c *check) follow(events iter.Seq2[*a2apb.StreamResponse, error], cancel context.CancelFunc) *follower {
	f := &follower{c: c, events: make(chan obj, 1024), leave: cancel}
	done := make(chan struct{})
	c.Cleanup(func() { cancel(); <-done })
	go func() {
		defer close(done)
		defer close(f.events)
		for event, err := range events {
			if err != nil {
				f.err = err
				return
			}
			f.events <- c.toJSON(event)
		}
	}()
	return f
}

// next returns the next event.
func (f *follower) next() obj {
	f.c.Helper()
	select {
	case event, ok := <-f.events:
		if !ok {
			f.c.Fatalf("the stream ended (%v), want another event", f.err)
		}
		return event
	case <-f.c.ctx.Done():
		f.c.Fatal("the stream has no more events and does not end")
		return nil
	}
}

// opening returns the first event, which must be the task.
func (f *follower) opening() obj {
	f.c.Helper()
	event := f.next()
	task, ok := event["task"].(obj)
	if !ok {
		f.c.Fatalf("the stream begins with %v, want a task", event)
	}
	return task
}

// until reads up to the status update of a state and returns the events before
// it, and itself.
func (f *follower) until(want string) []obj {
	f.c.Helper()
	var events []obj
	for {
		event := f.next()
		events = append(events, event)
		if update, ok := event["statusUpdate"].(obj); ok && state(update) == want {
			return events
		}
	}
}

// rest returns the events up to the end of the stream, which must be a regular
// one.
func (f *follower) rest() []obj {
	f.c.Helper()
	var events []obj
	for {
		select {
		case event, ok := <-f.events:
			if ok {
				events = append(events, event)
				continue
			}
			if f.err != nil {
				f.c.Errorf("the stream ended by an error: %v", f.err)
			}
			return events
		case <-f.c.ctx.Done():
			f.c.Fatalf("the stream does not end after %v", events)
		}
	}
}

// ends fails the test unless the stream ends with no more events.
func (f *follower) ends() {
	f.c.Helper()
	if more := f.rest(); len(more) > 0 {
		f.c.Errorf("after the last event came %v", more)
	}
}

// states lists the states of status updates among events.
func states(events []obj) []string {
	var all []string
	for _, event := range events {
		if update, ok := event["statusUpdate"].(obj); ok {
			all = append(all, state(update))
		}
	}
	return all
}

// texts joins the texts of artifact updates among events.
func texts(events []obj) string {
	var b strings.Builder
	for _, event := range events {
		for _, part := range items(event, "artifactUpdate.artifact.parts") {
			b.WriteString(text(part, "text"))
		}
	}
	return b.String()
}

// frames reads an open stream of server-sent events to its end: the lines of
// each event.
func (c *check) frames(r io.Reader) [][]string {
	c.Helper()
	var all [][]string
	var lines []string
	scanner := bufio.NewScanner(r)
	for scanner.Scan() {
		if line := scanner.Text(); line != "" {
			lines = append(lines, line)
			continue
		}
		if len(lines) > 0 && !strings.HasPrefix(lines[0], ":") { // comments keep the connection alive
			all = append(all, lines)
		}
		lines = nil
	}
	if err := scanner.Err(); err != nil {
		c.Fatalf("the stream broke: %v", err)
	}
	if len(lines) > 0 {
		c.Errorf("the last event %q has no end", lines)
	}
	return all
}
