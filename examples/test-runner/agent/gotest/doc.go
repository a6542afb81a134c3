// Package gotest checks out one commit of a repository and runs its Go tests.
//
//	workspace, err := gotest.Checkout(ctx, repository, commit)
//	if err != nil {
//		return err
//	}
//	defer workspace.Close()
//	summary, err := workspace.Test(ctx, gotest.Options{})
//
// It needs the git and go commands in PATH. Whatever a repository does, and
// however a run ends, three things hold:
//
//   - All files go into one temporary directory, the tests' own temporary files
//     included, and [Workspace.Close] removes it.
//   - Each command leads a process group of its own. When a call returns, for
//     whatever reason, that group is gone: go, the test binaries, and what those
//     started.
//   - Commands see only the environment variables that [Workspace] documents.
//
// This is no sandbox. Tests are programs of a stranger with the rights of the
// account that runs the agent, so give that account, or its container, nothing
// that a test must not read. What a test moves into another process group is
// not ended.
//
// # Counting
//
// What counts is the test that has no subtests, and each subtest that has none.
// A test with subtests is a group: it counts only if it failed by itself, that
// is, with no failed subtest to blame. A test that was started and never
// finished (a panic elsewhere, a timeout, os.Exit) counts as failed. A package
// that failed without a failed test, because it doesn't compile or its TestMain
// exits with an error, counts as one failure. So a run is green if and only if
// [Summary] counts no failure.
package gotest
