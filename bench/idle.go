package main

import (
	"context"
	"fmt"
	"io"
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
func (s *settings) measureIdle(ctx context.Context, w io.Writer) error {
	if !s.wants("idle streams") {
		return nil
	}
	progress("idle streams")
	sc := scenario{events: true, request: rpc("SendStreamingMessage", message("hello", `"hold":1`))}
	targets := []target{generated, sdk, {name: "limit", binary: "limit", args: []string{"-kind", "hold"}}}
	answer, err := s.recordFirst(sc)
	if err != nil {
		return err
	}
	values := make([][]float64, len(targets))
	for range min(s.rounds, 3) {
		for i, t := range targets {
			if err := ctx.Err(); err != nil {
				return err
			}
			size, err := s.idle(sc, t, answer)
			if err != nil {
				return fmt.Errorf("idle streams, %s: %w", t.name, err)
			}
			values[i] = append(values[i], size/1024)
		}
	}
	fmt.Fprintf(w, "\n## %d idle SubscribeToTask streams of one task, JSON-RPC\n\n| server | KB per stream | generated / it |\n|---|--:|--:|\n", idleStreams)
	for i, t := range targets {
		var ratios []float64
		for round, v := range values[i] {
			ratios = append(ratios, values[0][round]/v)
		}
		fmt.Fprintf(w, "| %s | %s | %s |\n", t.name, newSpread(values[i]).format(1), newSpread(ratios).format(2))
	}
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
	request := rpc("SubscribeToTask", `{"id":"`+t.id+`"}`)
	c, err := load.DialHTTP(server.HTTP, load.NewTemplate(request, 0), true)
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
