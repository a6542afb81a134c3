package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/a2a-gen/a2a-gen/internal/lock"
	"github.com/a2a-gen/a2a-gen/internal/merge"
	"github.com/a2a-gen/a2a-gen/internal/output"
)

// refuse stops before anything is lost.
func (u *upgrade) refuse(ctx context.Context) error {
	if err := refuse(u.renewal.report, u.force); err != nil || u.force {
		return err
	}
	edited, err := uncommitted(ctx, u.dir, u.renewal.report, u.merged)
	if err != nil || len(edited) == 0 {
		return err
	}
	return fmt.Errorf("nothing was written, because these files would be overwritten and have edits that are not committed:\n  %s\n"+
		"commit them, then run this again, or overwrite them with --force", strings.Join(edited, "\n  "))
}

// conflicts returns the paths of files that hold conflict markers.
func (u *upgrade) conflicts() []string {
	var paths []string
	for _, r := range u.merged {
		if r.Conflict {
			paths = append(paths, r.Path)
		}
	}
	return paths
}

// apply tries the upgraded project out and then changes the real one.
func (u *upgrade) apply(ctx context.Context) error {
	green := true
	if count(u.renewal.report.Pending())+len(u.outer) > 0 {
		var err error
		if green, err = u.try(ctx); err != nil {
			return err
		}
	}
	if !green && !u.allowFailing {
		return u.fail()
	}
	if err := u.unchanged(ctx); err != nil {
		return err
	}
	if err := u.commit(u.ws.dir); err != nil {
		return err
	}
	u.applied = true
	if err := merge.MarkUnmerged(ctx, u.dir, u.merged); err != nil {
		return err
	}
	if err := u.printDone(); err != nil {
		return err
	}
	if !green {
		return errFindings
	}
	return nil
}

// commit writes the upgraded project to its directory, or to the copy.
func (u *upgrade) commit(dir *output.Dir) error {
	if u.ws.layout != lock.Embedded {
		return dir.Commit(u.renewal.report)
	}
	return dir.CommitWithin(u.renewal.report, u.ws.module.up, u.outer)
}

// try makes the upgraded project in a copy and runs the checks there. A project
// with conflicts is not built: what the compiler says about markers helps
// nobody.
func (u *upgrade) try(ctx context.Context) (green bool, err error) {
	if len(u.conflicts()) > 0 {
		return false, nil
	}
	t, err := newTrial(ctx, u.dir)
	if err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, t.close()) }()
	dir, err := output.Open(t.dir)
	if err != nil {
		return false, err
	}
	defer dir.Close()
	if err := u.commit(dir); err != nil {
		return false, err
	}
	if u.checks, err = t.run(ctx, u.printCheck); err != nil {
		return false, err
	}
	return !slices.ContainsFunc(u.checks, func(c check) bool { return !c.OK }), nil
}

// unchanged makes sure that the files are still those that the trial was made
// with.
func (u *upgrade) unchanged(ctx context.Context) error {
	again, err := u.ws.dir.Compare(u.ws.lock, u.renewal.planned.Lock, u.renewal.planned.Files)
	if err != nil {
		return err
	}
	same := slices.EqualFunc(u.renewal.report.Pending(), again.Pending(), func(a, b output.Change) bool {
		return a.Path == b.Path && a.State == b.State && bytes.Equal(a.Old, b.Old) && bytes.Equal(a.New, b.New)
	})
	if !same {
		return errors.New("nothing was changed, because files were changed while the upgraded project was tested; run this again")
	}
	return ctx.Err()
}
