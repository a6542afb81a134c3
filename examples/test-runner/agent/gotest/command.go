package gotest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"time"
)

// grace is how long processes that have been killed may take to disappear, and
// how long the output of a finished command may still be held open.
const grace = 5 * time.Second

// exitError is a command that ran and said no.
type exitError struct {
	name  string
	words string // from its standard error
	cause *exec.ExitError
}

func (e *exitError) Error() string { return fmt.Sprintf("%s: %v: %s", e.name, e.cause, e.words) }
func (e *exitError) Unwrap() error { return e.cause }

// run runs a command in the work tree and gives its standard output to read,
// in this goroutine. It returns when the command and its whole process group
// are gone: because the command has ended, or because ctx is done or read
// panicked, and it was killed. Errors are the cause of ctx, an *exitError, or a
// failure to run the command at all.
func (w *Workspace) run(ctx context.Context, env []string, read func(io.Reader), name string, args ...string) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()

	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir, cmd.Env, cmd.WaitDelay = w.Dir, env, grace
	var words excerpt
	cmd.Stderr = &words
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	group := newGroup(cmd)
	cmd.Cancel = func() error {
		defer stdout.Close() // read must not wait for a process that left the group
		return group.kill()
	}
	if err := group.start(); err != nil {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		return err
	}

	returned := false
	defer func() {
		if !returned {
			stop()
			_ = group.wait()
		}
	}()
	read(stdout)
	returned = true

	err = group.wait()
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		return &exitError{name: name, words: words.String(), cause: exit}
	}
	return err
}
