package main

import (
	"context"
	"errors"
	"fmt"
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
func measureBuild(ctx context.Context, r *report) error {
	progress("new, build, start")
	if process.CanPin() { // a build has all cores
		if err := process.UnpinSelf(); err != nil {
			return err
		}
	}
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
	modules, megabytes := float64(strings.Count(listed, "\n")-1), float64(info.Size())/1e6
	fmt.Fprintf(r, "\n## New, build, start\n\nOf a project with the defaults, on all cores. The figures of adl-cli are those that the goals go by; they were not measured in this run.\n\n"+
		"| | a2a-gen | adl-cli |\n|---|--:|--:|\n| new, s | %s | 0.92 |\n| first go build, with an empty build cache, s | %s | |\n"+
		"| modules that go list -m all names | %s | 385 |\n| modules in the binary | %d | |\n| binary, MB | %s | 57 |\n| start to the first answer, ms | %s | 28 |\n",
		made.format(3), number(built.Seconds(), 0), number(modules, 0), strings.Count(linked, "\tdep\t"), number(megabytes, 1), started.times(1000).format(0))
	r.atMost("a2a-gen new", "0.92 s of adl-cli", 0.15, " s", made)
	r.atMost("modules that go list -m all names beside it", "385 of adl-cli", 40, "", single(modules))
	r.atMost("modules in the binary", "", 40, "", single(float64(strings.Count(linked, "\tdep\t"))))
	r.atMost("binary", "57 MB of adl-cli", 30, " MB", single(megabytes))
	r.atMost("start to the first answer", "28 ms of adl-cli", 28, " ms", started.times(1000))
	return nil
}

func single(v float64) spread { return spread{v, v, v} }

// builder makes one agent in a directory of its own.
type builder struct {
	ctx          context.Context
	dir, project string
}

func (b *builder) tool() string  { return filepath.Join(b.dir, "a2a-gen") }
func (b *builder) agent() string { return filepath.Join(b.dir, "agent") }

// repeat returns the seconds that five runs took.
func repeat(run func() (time.Duration, error)) (spread, error) {
	var seconds []float64
	for range 5 {
		took, err := run()
		if err != nil {
			return spread{}, err
		}
		seconds = append(seconds, took.Seconds())
	}
	return newSpread(seconds), nil
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

// new makes the project, each time in a new directory: file systems are slower
// where files were removed a moment ago, which is not what a user does.
func (b *builder) new() (spread, error) {
	return repeat(func() (time.Duration, error) {
		dir, err := os.MkdirTemp(b.dir, "new-")
		if err != nil {
			return 0, err
		}
		b.project = filepath.Join(dir, "test-runner")
		return b.run(dir, b.tool(), "new", "test-runner")
	})
}

// build builds the project with nothing in the build cache.
func (b *builder) build() (time.Duration, error) {
	cache := filepath.Join(b.dir, "cache")
	return b.run(b.project, "env", "GOCACHE="+cache, "go", "build", "-o", b.agent(), "./cmd/test-runner")
}

// start starts the agent and waits for its card.
func (b *builder) start() (spread, error) {
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
