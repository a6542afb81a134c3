package gotest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
)

// The lengths of a commit's name in hexadecimal digits, as git accepts them
// without much risk of ambiguity.
const (
	shortName = 7
	fullName  = 40
)

// Checkout fetches a commit of a repository into a new workspace. The repository
// is a URL (file, git, http, https, ssh) or a local path; the commit is its name
// or the beginning of it, 7 to 40 digits of lowercase hexadecimal.
//
// Only the files of the commit are promised to be there: no other history, no
// tags, no submodules. git uses the configuration of the account (proxies, SSH
// keys), runs no hooks, and never asks for credentials. A hanging network ends
// with ctx.
//
// The errors are ErrRepository and ErrCommit, the cause of ctx, or a failure of
// this machine; then there is nothing left to close.
func Checkout(ctx context.Context, repository, commit string) (*Workspace, error) {
	if !isCommit(commit) {
		return nil, fmt.Errorf("%w: %q is not %d to %d lowercase hexadecimal digits", ErrCommit, commit, shortName, fullName)
	}
	from, err := parseRemote(repository)
	if err != nil {
		return nil, err
	}
	w, err := newWorkspace()
	if err != nil {
		return nil, err
	}
	ready := false
	defer func() {
		if !ready { // on a panic, too
			_ = w.Close()
		}
	}()
	if w.Commit, err = w.fetch(ctx, from, commit); err != nil {
		return nil, err
	}
	if _, err := w.git(ctx, "checkout", "--quiet", "--detach", w.Commit, "--"); err != nil {
		return nil, err
	}
	ready = true
	return w, nil
}

func isCommit(name string) bool {
	return len(name) >= shortName && len(name) <= fullName && strings.Trim(name, "0123456789abcdef") == ""
}

// fetch brings the commit into the workspace and returns its full name.
func (w *Workspace) fetch(ctx context.Context, from remote, commit string) (string, error) {
	if _, err := w.git(ctx, "init", "--quiet", "--template="); err != nil {
		return "", err
	}
	if _, err := w.git(ctx, "ls-remote", "--quiet", "--", from.location, "HEAD"); err != nil {
		return "", from.unreachable(err)
	}
	// The full name can be asked for directly: fast in a large repository, and the
	// only way to a commit that is on no branch, such as that of a pull request.
	if len(commit) == fullName {
		if err := w.fetchRefs(ctx, "--depth=1", "--", from.location, commit); err == nil {
			if name, err := w.resolve(ctx, commit); err == nil {
				return name, nil
			}
		}
	}
	// Otherwise, and where a server doesn't allow that, among everything. The refs
	// go where git doesn't look for names, so that a branch whose name looks like
	// a commit is never taken for one.
	err := w.fetchRefs(ctx, "--update-shallow", "--", from.location, "+refs/heads/*:refs/fetched/heads/*", "+refs/tags/*:refs/fetched/tags/*")
	if err != nil {
		return "", from.unreachable(err)
	}
	name, err := w.resolve(ctx, commit)
	if _, ok := errors.AsType[*exitError](err); ok {
		return "", fmt.Errorf("%w: %s does not name one commit in %s", ErrCommit, commit, from.shown)
	}
	return name, err
}

func (w *Workspace) fetchRefs(ctx context.Context, args ...string) error {
	_, err := w.git(ctx, append([]string{"fetch", "--quiet", "--no-tags", "--no-write-fetch-head", "--no-recurse-submodules"}, args...)...)
	return err
}

func (w *Workspace) resolve(ctx context.Context, commit string) (string, error) {
	return w.git(ctx, "rev-parse", "--verify", commit+"^{commit}")
}

// unreachable makes git's refusal to talk to the repository an ErrRepository.
func (r remote) unreachable(err error) error {
	if refused, ok := errors.AsType[*exitError](err); ok {
		return fmt.Errorf("%w: %s: %s", ErrRepository, r.shown, r.quote(refused.words))
	}
	return err
}

// git runs one git command in the work tree and returns what it printed.
func (w *Workspace) git(ctx context.Context, args ...string) (string, error) {
	env := w.environment(passesToGit, "LC_ALL=C", "GIT_ALLOW_PROTOCOL="+protocols)
	settings := []string{
		"-c", "core.hooksPath=" + os.DevNull,
		"-c", "protocol.version=2", // allows a fetch of any commit
		"-c", "submodule.recurse=false",
		"-c", "gc.auto=0", "-c", "maintenance.auto=false", // would go on in the background
		"-c", "init.defaultBranch=none", "-c", "advice.detachedHead=false",
	}
	var printed []byte
	err := w.run(ctx, env, func(r io.Reader) { printed, _ = io.ReadAll(r) }, "git", slices.Concat(settings, args)...)
	return strings.TrimSpace(string(printed)), err
}
