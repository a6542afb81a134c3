package cli

import (
	"errors"
	"fmt"
	"io"

	"github.com/a2a-gen/a2a-gen/internal/diag"
)

// Exit codes; see the package comment.
const (
	exitOK       = 0
	exitFailure  = 1
	exitUsage    = 2
	exitFindings = 3
)

// usageError is a mistake in the command line itself.
type usageError struct {
	err     error
	command string // whose help explains it
}

func (e *usageError) Error() string { return e.err.Error() }
func (e *usageError) Unwrap() error { return e.err }

// usagef returns a usage error of a command.
func usagef(command, format string, args ...any) error {
	return &usageError{err: fmt.Errorf(format, args...), command: command}
}

// errFindings ends a command that has printed its findings already.
var errFindings = errors.New("findings")

// report prints an error the way its kind asks for and returns the exit code.
// It is the only place that knows exit codes.
func report(w io.Writer, err error) int {
	if err == nil {
		return exitOK
	}
	if errors.Is(err, errFindings) {
		return exitFindings
	}
	if list, ok := errors.AsType[diag.List](err); ok {
		// Writing to standard error fails only where nobody reads it.
		_ = diag.Text(w, list)
		return exitFindings
	}
	fmt.Fprintln(w, "a2a-gen:", err)
	if usage, ok := errors.AsType[*usageError](err); ok {
		fmt.Fprintf(w, "For help: %s --help\n", usage.command)
		return exitUsage
	}
	return exitFailure
}
