package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/a2a-gen/a2a-gen/bench/process"
)

// measureBuild measures what it takes to make an agent, to build it for the
// first time, and to start it. The modules that it needs are in the module
// cache already.
func measureBuild(ctx context.Context, w io.Writer) error {
	progress("new, build, start")
	dir, err := os.MkdirTemp("", "bench-build-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	b := builder{ctx: ctx, dir: dir, project: filepath.Join(dir, "test-runner")}
	if _, err := b.run("..", "go", "build", "-o", b.tool(), "./cmd/a2a-gen"); err != nil {
		return err
	}
	made, err := b.new()
	if err != nil {
		return err
	}
	built, err := b.build()
	if err != nil {
		return err
	}
	listed, err := b.output("go", "list", "-m", "all")
	if err != nil {
		return err
	}
	linked, err := b.output("go", "version", "-m", b.agent())
	if err != nil {
		return err
	}
	info, err := os.Stat(b.agent())
	if err != nil {
		return err
	}
	started, err := b.start()
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "\n## New, build, start\n\n"+
		"| | |\n|---|--:|\n| a2a-gen new, least of five | %.3f s |\n| first go build, with an empty build cache | %.0f s |\n"+
		"| modules that go list -m all names | %d |\n| modules in the binary | %d |\n| binary | %.0f MB |\n| start to the first answer, least of five | %.0f ms |\n",
		made.Seconds(), built.Seconds(), strings.Count(listed, "\n"), strings.Count(linked, "\tdep\t"), float64(info.Size())/1e6, started.Seconds()*1000)
	return nil
}

// builder makes one agent in a directory of its own.
type builder struct {
	ctx          context.Context
	dir, project string
}

func (b *builder) tool() string  { return filepath.Join(b.dir, "a2a-gen") }
func (b *builder) agent() string { return filepath.Join(b.dir, "agent") }

// repeat returns the least time of five runs.
func repeat(run func() (time.Duration, error)) (time.Duration, error) {
	var least time.Duration
	for i := range 5 {
		took, err := run()
		if err != nil {
			return 0, err
		}
		if i == 0 || took < least {
			least = took
		}
	}
	return least, nil
}

// run runs a command and returns how long it took.
func (b *builder) run(dir string, name string, args ...string) (time.Duration, error) {
	cmd := exec.CommandContext(b.ctx, name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off")
	start := time.Now()
	if out, err := cmd.CombinedOutput(); err != nil {
		return 0, fmt.Errorf("%s: %w\n%s", cmd, err, out)
	}
	return time.Since(start), nil
}

func (b *builder) output(name string, args ...string) (string, error) {
	cmd := exec.CommandContext(b.ctx, name, args...)
	cmd.Dir = b.project
	out, err := cmd.Output()
	return string(out), err
}

// new makes the project.
func (b *builder) new() (time.Duration, error) {
	return repeat(func() (time.Duration, error) {
		if err := os.RemoveAll(b.project); err != nil {
			return 0, err
		}
		return b.run(b.dir, b.tool(), "new", "test-runner")
	})
}

// build builds the project with nothing in the build cache.
func (b *builder) build() (time.Duration, error) {
	cache := filepath.Join(b.dir, "cache")
	return b.run(b.project, "env", "GOCACHE="+cache, "go", "build", "-o", b.agent(), "./cmd/test-runner")
}

// start starts the agent and waits for its card.
func (b *builder) start() (time.Duration, error) {
	return repeat(func() (time.Duration, error) {
		address, err := process.FreeAddress()
		if err != nil {
			return 0, err
		}
		cmd := exec.CommandContext(b.ctx, b.agent(), "--http-addr", address, "--grpc-addr", "off", "--store", "memory:", "--log-level", "error")
		cmd.Dir = b.dir
		cmd.Stderr = os.Stderr
		start := time.Now()
		if err := cmd.Start(); err != nil {
			return 0, err
		}
		defer func() {
			cmd.Process.Kill()
			cmd.Wait()
		}()
		for time.Since(start) < 10*time.Second {
			resp, err := http.Get("http://" + address + "/.well-known/agent-card.json")
			if err == nil {
				resp.Body.Close()
				return time.Since(start), nil
			}
			time.Sleep(time.Millisecond)
		}
		return 0, errors.New("the agent does not answer")
	})
}
