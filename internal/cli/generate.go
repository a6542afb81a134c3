package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/a2a-gen/a2a-gen/internal/output"
	"github.com/a2a-gen/a2a-gen/internal/project"
	"github.com/a2a-gen/a2a-gen/internal/tree"
	"github.com/a2a-gen/a2a-gen/internal/version"
)

// generateOptions are those of "a2a-gen generate".
type generateOptions struct {
	check, dryRun, diff, force bool
	dir                        string // of the project
	tool                       string // version of this a2a-gen
	out, err                   io.Writer
}

func newGenerate(run func(context.Context, *generateOptions) error) *cobra.Command {
	o := &generateOptions{dir: ".", tool: version.String()}
	cmd := &cobra.Command{
		Use:   "generate",
		Short: "Bring generated code up to date with a2a.yaml",
		Long: `Bring the generated code of the project in this directory up to date with its
a2a.yaml: rewrite gen/, and add a file for each skill that has no code yet.

Your files are never changed. A generated file that was changed by hand stops
the command before it writes anything. Unchanged files are not touched.`,
		Example: `  a2a-gen generate
  a2a-gen generate --diff
  a2a-gen generate --check    # in CI: exits with 3 if something is out of date`,
		Args: arguments(0, 0, ""),
		RunE: func(cmd *cobra.Command, _ []string) error {
			o.out, o.err = cmd.OutOrStdout(), cmd.ErrOrStderr()
			return run(cmd.Context(), o)
		},
	}
	flags := cmd.Flags()
	flags.BoolVar(&o.check, "check", false, "write nothing; exit with 3 if anything is out of date")
	flags.BoolVar(&o.dryRun, "dry-run", false, "write nothing; list what would be written")
	flags.BoolVar(&o.diff, "diff", false, "write nothing; print the changes as a patch")
	flags.BoolVar(&o.force, "force", false, "overwrite generated files that were changed by hand")
	return cmd
}

// reads reports whether the command must not write.
func (o *generateOptions) reads() bool { return o.check || o.dryRun || o.diff }

func runGenerate(ctx context.Context, o *generateOptions) error {
	dir, err := output.Open(o.dir)
	if err != nil {
		return err
	}
	defer dir.Close()
	if err := o.recover(dir); err != nil {
		return err
	}
	ws, err := openWorkspace(dir, o.dir, o.tool, o.force, o.err)
	if err != nil {
		return err
	}
	planned, err := project.Plan(ctx, ws.input(o.tool))
	if err != nil {
		return err
	}
	notes, err := ws.settle(planned)
	if err != nil {
		return err
	}
	report, err := dir.Compare(ws.lock, planned.Lock, planned.Files)
	if err != nil {
		return err
	}
	if o.reads() {
		return o.show(report)
	}
	if err := o.refuse(report); err != nil {
		return err
	}
	if err := dir.Commit(report); err != nil {
		return err
	}
	return o.tell(report, notes)
}

// recover finishes or undoes what an interrupted run left.
func (o *generateOptions) recover(dir *output.Dir) error {
	if o.reads() {
		if dir.Interrupted() {
			return errors.New("an earlier run was interrupted; to finish it, run: a2a-gen generate")
		}
		return nil
	}
	done, err := dir.Recover()
	if done && err == nil {
		_, err = fmt.Fprintln(o.err, "cleaned up after a run that was interrupted")
	}
	return err
}

// refuse stops before files are overwritten that somebody else wrote.
func (o *generateOptions) refuse(report *output.Report) error {
	conflicts := report.Conflicts()
	if len(conflicts) == 0 || o.force {
		return nil
	}
	var b strings.Builder
	b.WriteString("nothing was written, because these files are a2a-gen's:\n")
	for _, c := range conflicts {
		fmt.Fprintf(&b, "  %s %s\n", c.Path, conflict(c))
	}
	b.WriteString("move the changes to files of your own, then run: a2a-gen generate --force")
	return errors.New(b.String())
}

// conflict says what is the matter with a file in a2a-gen's way.
func conflict(c output.Change) string {
	if c.State == output.Edited {
		return "was changed by hand"
	}
	return "was not written by a2a-gen"
}

// show prints what a run would do, as a list or as a patch.
func (o *generateOptions) show(report *output.Report) error {
	pending := report.Pending()
	if o.diff {
		if _, err := o.out.Write(report.Patch()); err != nil {
			return err
		}
	} else if err := o.list(pending); err != nil {
		return err
	}
	if !o.check {
		return o.refuse(report)
	}
	if len(pending) > 0 {
		fmt.Fprintln(o.err, "a2a-gen: not up to date; run: a2a-gen generate")
		return errFindings
	}
	return nil
}

// list prints one line a change, without the records that a2a-gen keeps.
func (o *generateOptions) list(changes []output.Change) error {
	for _, c := range changes {
		if c.IsRecord() {
			continue
		}
		if _, err := fmt.Fprintf(o.out, "%-7s %s\n", c.State, c.Path); err != nil {
			return err
		}
	}
	return nil
}

// tell prints what a run did.
func (o *generateOptions) tell(report *output.Report, notes []string) error {
	if err := o.list(report.Pending()); err != nil {
		return err
	}
	for _, c := range report.In(output.Orphan) {
		what := "is no longer needed; it is yours and stays until you delete it"
		if c.Owner == tree.Tool {
			what = "is no longer generated; it was changed by hand and stays until you delete it"
		}
		notes = append(notes, c.Path+" "+what)
	}
	for _, note := range notes {
		if _, err := fmt.Fprintln(o.out, "note:", note); err != nil {
			return err
		}
	}
	changed, unchanged := count(report.Pending()), count(report.In(output.Same, output.Kept))
	_, err := fmt.Fprintf(o.out, "%d changed, %d unchanged\n", changed, unchanged)
	return err
}

func count(changes []output.Change) int {
	n := 0
	for _, c := range changes {
		if !c.IsRecord() {
			n++
		}
	}
	return n
}
