package host

import (
	"context"
	"errors"
	"fmt"
)

// Executor does the agent's work.
//
// Execute works on one message, a turn. It runs in its own goroutine, and the
// client's connection does not own its context: a client that goes away stops
// nothing (section 3.1.1). What it returns ends the turn:
//
//   - nil completes the task, unless it is terminal already or waits for its
//     client (RequireInput, RequireAuth);
//   - an error fails it. Only the text of a [Public] error reaches the client;
//   - when ctx was cancelled by a CancelTask, nil and errors alike cancel it;
//   - a panic fails it and is logged.
//
// A turn that never touched the task and returns nil completes an empty task.
type Executor interface {
	Execute(ctx context.Context, turn *Turn) error
}

// ErrCanceled is the cause of a turn's context, as context.Cause gives it,
// after a client cancelled the task.
var ErrCanceled = errors.New("the client canceled the task")

// Other causes of a turn's context.
var (
	errStopped  = errors.New("the agent stopped while it was working")
	errInactive = errors.New("the turn showed no activity for too long")
)

// Errors of a turn's methods that are the fault of the agent's code.
var (
	errTurnOver   = errors.New("host: the turn is over")
	errTerminal   = errors.New("host: the task has ended already")
	errParked     = errors.New("host: the task waits for its client; return from the handler")
	errTaskExists = errors.New("host: a task exists, so the answer cannot be a message")
)

// failedText is what clients read when an error's own text is not for them.
const failedText = "The agent could not process the message."

// publicError marks an error whose text is for clients.
type publicError struct{ error }

func (e publicError) Unwrap() error { return e.error }

// Public returns an error whose text the client may read when a handler fails
// with it, alone or wrapped: of a wrapped one the client sees this part only.
// The format is that of fmt.Errorf.
func Public(format string, args ...any) error {
	return publicError{fmt.Errorf(format, args...)}
}

// clientText returns what a client may read about an error.
func clientText(err error) string {
	switch public, ok := errors.AsType[publicError](err); {
	case ok:
		return public.Error()
	case errors.Is(err, errStopped):
		return "The agent stopped while it was working."
	case errors.Is(err, errInactive):
		return "The agent gave up: there was no progress for too long."
	}
	return failedText
}
