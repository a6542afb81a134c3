package cli

import (
	"context"
	"fmt"
	"os/exec"
	"strings"

	"github.com/a2a-gen/a2a-gen/internal/merge"
	"github.com/a2a-gen/a2a-gen/internal/output"
	"github.com/a2a-gen/a2a-gen/internal/tree"
)

// uncommitted returns those files that a report overwrites and that have edits
// which git does not have: a change of a file in git, or a file of the user
// that is not in git and is not as a2a-gen wrote it. Without a repository, or
// without git, there are none. Git is asked only.
func uncommitted(ctx context.Context, dir string, report *output.Report, merged []merge.Result) ([]string, error) {
	if _, err := exec.LookPath("git"); err != nil {
		return nil, nil
	}
	prefix, err := runGit(ctx, dir, "rev-parse", "--show-prefix")
	if err != nil {
		return nil, nil // no repository
	}
	status, err := runGit(ctx, dir, "status", "--porcelain=v1", "-z", "--no-renames", "--untracked-files=all", "--", ".")
	if err != nil {
		return nil, fmt.Errorf("git status: %w", err)
	}
	state := make(map[string]string)
	for line := range strings.SplitSeq(status, "\x00") {
		if len(line) > 3 {
			state[strings.TrimPrefix(line[3:], strings.TrimSuffix(prefix, "\n"))] = line[:2]
		}
	}
	edited := make(map[string]bool)
	for _, r := range merged {
		edited[r.Path] = !tree.SameText(r.Ours, r.Base)
	}
	var found []string
	for _, c := range report.Pending() {
		s := state[c.Path]
		if c.IsRecord() || c.State == output.Create || s == "" || s == "??" && !edited[c.Path] {
			continue
		}
		found = append(found, c.Path)
	}
	return found, nil
}
