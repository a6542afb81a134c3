package merge

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/a2a-gen/a2a-gen/internal/tree"
)

// Labels name the three texts in conflict markers.
type Labels struct{ Ours, Base, Theirs string }

// ErrNoGit says that there is no git to merge with.
var ErrNoGit = errors.New("git is needed to merge your changes, and there is none in PATH; install git, then run this again")

// Files merges what theirs changed since base into ours. If both changed the
// same lines, conflict is true and the result holds git's conflict markers.
// Ours decides about line ends and about the newline at the end. Git is run
// only where both sides changed.
func Files(ctx context.Context, base, ours, theirs []byte, labels Labels) (merged []byte, conflict bool, err error) {
	base, theirs = likeLines(base, ours), likeLines(theirs, ours)
	switch {
	case string(theirs) == string(base), string(theirs) == string(ours):
		return ours, false, nil
	case string(ours) == string(base):
		return theirs, false, nil
	}
	return mergeFile(ctx, base, ours, theirs, labels)
}

// likeLines returns data with CRLF line ends if most lines of ours have them,
// and with LF if not, so that line ends alone are no change.
func likeLines(data, ours []byte) []byte {
	lines, crlf := strings.Count(string(ours), "\n"), strings.Count(string(ours), "\r\n")
	if lines == 0 || 2*crlf <= lines {
		return tree.LF(data)
	}
	return tree.LikeLineEnds(data, []byte("\r\n"))
}

// mergeFile runs "git merge-file", which works on files and needs no
// repository.
func mergeFile(ctx context.Context, base, ours, theirs []byte, labels Labels) (merged []byte, conflict bool, err error) {
	git, err := exec.LookPath("git")
	if err != nil {
		return nil, false, ErrNoGit
	}
	dir, err := os.MkdirTemp("", "a2a-gen-merge-")
	if err != nil {
		return nil, false, fmt.Errorf("merge: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	for name, data := range map[string][]byte{"ours": ours, "base": base, "theirs": theirs} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
			return nil, false, fmt.Errorf("merge: %w", err)
		}
	}
	cmd := exec.CommandContext(ctx, git, "merge-file", "-p",
		"-L", labels.Ours, "-L", labels.Base, "-L", labels.Theirs, "ours", "base", "theirs")
	cmd.Dir = dir
	var stderr strings.Builder
	cmd.Stderr = &stderr
	merged, err = cmd.Output()
	exit, failed := errors.AsType[*exec.ExitError](err)
	// The exit code is the number of conflicts; what is above 127 is an error.
	if failed && exit.ExitCode() > 0 && exit.ExitCode() <= 127 {
		return merged, true, nil
	}
	if err != nil {
		return nil, false, fmt.Errorf("git merge-file: %w: %s", err, strings.TrimSpace(stderr.String()))
	}
	return merged, false, nil
}
