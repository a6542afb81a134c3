// Package cli is the command line of a2a-gen: flags, messages and exit codes.
// What the commands do lives in the packages that they call.
//
// # Design
//
// Every command is one file: a struct with its options, a constructor that
// binds flags to them, and a run method that does the work. Nothing here exits
// the process. Only a specification in a git repository is fetched, by git, and
// only "upgrade" needs programs from PATH: go, and git where texts are merged.
//
// # Exit codes
//
//	0  done
//	1  failed
//	2  wrong usage
//	3  findings in a definition, or generated files that are not up to date
//
// # Layout
//
//	cli.go    entry point
//	root.go   the tree of commands
//	errors.go errors to exit codes
//	begin.go  the plan of a new project
//	files.go  definition and go.mod of a project on disk
//	notes.go  what a run advises
//	trial.go  a copy of a project in which a change is tried out
//	the rest  one command a file; of the larger ones, what they do beside them
package cli

import (
	"context"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
)

// Streams are the standard streams of a command.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
}

// Main runs a2a-gen with arguments (without the program's name) and returns the
// exit code. An interrupt cancels the command; what it writes, it writes whole
// or not at all.
func Main(args []string, streams Streams) int {
	// A run is short and ends with its garbage. Collecting less of it saves a2a-gen
	// new a fifth of its processor time, for 10 MB more of memory.
	debug.SetGCPercent(400)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()

	root := newRoot(streams)
	root.SetArgs(args)
	return report(streams.Err, root.ExecuteContext(ctx))
}
