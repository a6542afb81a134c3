package gotest

import "errors"

// An error that wraps one of these is about what the caller asked for, and its
// text may be shown to the caller: it holds no password and no path of ours.
// Any other error is about the machine that the agent runs on.
var (
	// ErrRepository: the repository does not exist, can't be reached, or asks
	// for credentials.
	ErrRepository = errors.New("no such repository, or it cannot be reached")

	// ErrCommit: the repository is there, the commit is not.
	ErrCommit = errors.New("no such commit in the repository")

	// ErrModule: the commit is there, and go test has nothing to work on: no
	// go.mod at the root, or one that the go command can't use.
	ErrModule = errors.New("not a Go module that can be tested")
)
