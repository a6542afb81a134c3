package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"time"

	"github.com/a2a-gen/a2a-gen/bench/load"
	"github.com/a2a-gen/a2a-gen/bench/process"
)

// idleStreams is how many streams wait at a time.
const idleStreams = 1_000

// settle is how long a server may take to give memory back to the system's
// books before it is read.
const settle = time.Second

// measureIdle measures the memory of streams on which nothing happens.
func (s *settings) measureIdle(ctx context.Context, r *report) error {
	if !s.wants("idle streams") {
		return nil
	}
	progress("idle streams")
	sc := scenario{events: true, request: rpc("SendStreamingMessage", message("hello", `"hold":1`))}
	targets := []target{generated, sdk, {name: limit.name, binary: limit.binary, args: []string{"-kind", "hold"}}}
	answer, err := s.recordFirst(sc)
	if err != nil {
		return err
	}
	sizes := make([][]float64, len(targets))
	for range s.rounds {
		for i, t := range targets {
			if err := ctx.Err(); err != nil {
				return err
			}
			size, err := s.idle(sc, t, answer)
			if err != nil {
				return fmt.Errorf("idle streams, %s: %w", t.name, err)
			}
			sizes[i] = append(sizes[i], size/1024)
		}
	}
	fmt.Fprintf(r, "\n## %s idle SubscribeToTask streams of one task, JSON-RPC\n\n| server | KB per stream | generated / it |\n|---|--:|--:|\n", number(idleStreams, 0))
	for i, t := range targets {
		fmt.Fprintf(r, "| %s | %s | %s |\n", t.name, newSpread(sizes[i]).format(1), newSpread(ratios(sizes[0], sizes[i])).format(2))
	}
	r.atMost("memory of an idle stream", limit.name, 1.35, "", newSpread(ratios(sizes[0], sizes[len(sizes)-1])))
	return nil
}

// recordFirst keeps the first frame of a generated agent's subscription.
func (s *settings) recordFirst(sc scenario) (path string, err error) {
	server, err := s.start(sc, generated, "")
	if err != nil {
		return "", err
	}
	defer server.Stop()
	held, err := openTask(server, sc.request)
	if err != nil {
		return "", err
	}
	defer held.Close()
	c, frame, err := held.subscribe(server)
	if err != nil {
		return "", err
	}
	defer c.Close()
	path = filepath.Join(s.dir, "answer")
	return path, os.WriteFile(path, frame, 0o644)
}

// idle returns the bytes of memory for each of many idle streams.
func (s *settings) idle(sc scenario, t target, answer string) (float64, error) {
	server, err := s.start(sc, t, answer)
	if err != nil {
		return 0, err
	}
	defer server.Stop()
	held, err := openTask(server, sc.request)
	if err != nil {
		return 0, err
	}
	defer held.Close()
	var streams []*load.HTTP
	defer func() {
		for _, c := range streams {
			c.Close()
		}
	}()
	var before int64
	const few = idleStreams / 10 // warm up, so that what is paid once is not counted
	for n := range few + idleStreams {
		if n == few {
			time.Sleep(settle)
			if before, _, err = server.Memory(); err != nil {
				return 0, err
			}
		}
		c, _, err := held.subscribe(server)
		if err != nil {
			return 0, err
		}
		streams = append(streams, c)
	}
	time.Sleep(settle)
	after, _, err := server.Memory()
	return float64(after-before) / idleStreams, err
}

// openedTask is a task that stays as it is, and the stream of its sender.
type openedTask struct {
	*load.HTTP
	id string
}

func openTask(server *process.Server, request []byte) (*openedTask, error) {
	c, err := load.DialHTTP(server.HTTP, load.NewTemplate(request, 0), true)
	if err != nil {
		return nil, err
	}
	first, err := c.Open()
	if err == nil {
		if id := taskID(first); id != "" {
			return &openedTask{c, id}, nil
		}
		err = fmt.Errorf("no task in %q", first)
	}
	c.Close()
	return nil, err
}

// subscribe opens one more stream of the task and returns its first frame.
func (t *openedTask) subscribe(server *process.Server) (*load.HTTP, []byte, error) {
	return t.open(load.DialHTTP(server.HTTP, t.subscription(), true))
}

// stall opens one more stream of the task that nobody is going to read.
func (t *openedTask) stall(server *process.Server) (*load.HTTP, error) {
	c, _, err := t.open(load.DialStalled(server.HTTP, t.subscription()))
	return c, err
}

func (t *openedTask) subscription() *load.Template {
	return load.NewTemplate(rpc("SubscribeToTask", `{"id":"`+t.id+`"}`), 0)
}

func (t *openedTask) open(c *load.HTTP, err error) (*load.HTTP, []byte, error) {
	if err != nil {
		return nil, nil, err
	}
	frame, err := c.Open()
	if err != nil {
		c.Close()
	}
	return c, frame, err
}

var taskIDPattern = regexp.MustCompile(`"task":\s*\{.*?"id":\s*"([^"]+)"`)

// taskID returns the id of the task that the first event of a stream holds.
func taskID(event []byte) string {
	if m := taskIDPattern.FindSubmatch(event); m != nil {
		return string(m[1])
	}
	return ""
}
