package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/a2a-gen/a2a-gen/internal/diag"
	"github.com/a2a-gen/a2a-gen/internal/lock"
	"github.com/a2a-gen/a2a-gen/internal/output"
	"github.com/a2a-gen/a2a-gen/internal/version"
)

// generateOptions are those of "a2a-gen generate".
type generateOptions struct {
	check, dryRun, diff, force, json bool
	dir                              string // of the project
	tool                             string // version of this a2a-gen
	out, err                         io.Writer
}

func newGenerate(run func(context.Context, *generateOptions) error) *cobra.Command {
	o := &generateOptions{dir: ".", tool: version.String()}
	cmd := &cobra.Command{
		Use:   "generate",
		Short: "Bring generated code up to date with a2a.yaml",
		Long: `Bring the generated code of the project in this directory up to date with its
a2a.yaml: rewrite gen/, and add a file for each skill that has no code yet.

Your files are never changed. A generated file that was changed by hand stops
the command before it writes anything. Unchanged files are not touched.

If code of yours does not fit any more, the command says where, and how it
would, and exits with 3 when it is done.`,
		Example: `  a2a-gen generate
  a2a-gen generate --diff
  a2a-gen generate --check    # in CI: exits with 3 if something is out of date`,
		Args: arguments(0, 0, ""),
		RunE: func(cmd *cobra.Command, _ []string) error {
			o.out, o.err = cmd.OutOrStdout(), cmd.ErrOrStderr()
			if o.diff && o.json {
				return usagef(cmd.CommandPath(), "--diff prints a patch, --json a list; give one of them")
			}
			return run(cmd.Context(), o)
		},
	}
	flags := cmd.Flags()
	flags.BoolVar(&o.check, "check", false, "write nothing; exit with 3 if anything is out of date or does not fit")
	flags.BoolVar(&o.dryRun, "dry-run", false, "write nothing; list what would be written")
	flags.BoolVar(&o.diff, "diff", false, "write nothing; print the changes as a patch")
	flags.BoolVar(&o.force, "force", false, "overwrite generated files that were changed by hand")
	flags.BoolVar(&o.json, "json", false, "print the changes as JSON")
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
	if err := recoverDir(dir, o.reads(), o.err); err != nil {
		return err
	}
	ws, err := openWorkspace(dir, o.dir, o.tool, o.force, o.err)
	if err != nil {
		return err
	}
	u, err := ws.renew(ctx, o.tool)
	if err != nil {
		return err
	}
	if o.reads() {
		return o.show(u)
	}
	if err := refuse(u.report, o.force); err != nil {
		return err
	}
	if err := dir.Commit(u.report); err != nil {
		return err
	}
	return u.print(o.out, o.err, o.json)
}

// recoverDir finishes or undoes what an interrupted run left, or complains if
// nothing may be written.
func recoverDir(dir *output.Dir, reads bool, w io.Writer) error {
	if reads {
		if dir.Interrupted() {
			return errors.New("an earlier run was interrupted; to finish it, run: a2a-gen generate")
		}
		return nil
	}
	done, err := dir.Recover()
	if done && err == nil {
		_, err = fmt.Fprintln(w, "cleaned up after a run that was interrupted")
	}
	return err
}

// refuse stops before files are overwritten that somebody else wrote.
func refuse(report *output.Report, force bool) error {
	conflicts := report.Conflicts()
	if len(conflicts) == 0 || force {
		return nil
	}
	return errors.New("nothing was written, because " + waysOut(conflicts))
}

// waysOut names the files in a2a-gen's way, and says what can be done.
func waysOut(conflicts []output.Change) string {
	var b strings.Builder
	b.WriteString("these files are a2a-gen's:\n")
	edited := ""
	for _, c := range conflicts {
		fmt.Fprintf(&b, "  %s %s\n", c.Path, conflict(c))
		if c.State == output.Edited && edited == "" {
			edited = c.Path
		}
	}
	b.WriteString("move the changes to files of your own, then run: a2a-gen generate --force")
	if edited != "" {
		b.WriteString("\nor make a file yours, for good: a2a-gen eject " + edited)
	}
	return b.String()
}

// conflict says what is the matter with a file in a2a-gen's way.
func conflict(c output.Change) string {
	if c.State == output.Edited {
		return "was changed by hand"
	}
	return "was not written by a2a-gen"
}

// show prints what a run would do, as a list or as a patch.
func (o *generateOptions) show(u *renewal) error {
	if o.diff {
		if _, err := o.out.Write(u.report.Patch()); err != nil {
			return err
		}
	} else if err := u.preview(o.out, o.json); err != nil {
		return err
	}
	if err := diag.Text(o.err, u.findings); err != nil {
		return err
	}
	if !o.check {
		return refuse(u.report, o.force)
	}
	pending, conflicts := u.report.Pending(), u.report.Conflicts()
	switch {
	case len(conflicts) > 0:
		fmt.Fprintln(o.err, "a2a-gen: not up to date, and generate would stop, because", waysOut(conflicts))
	case count(pending) > 0:
		fmt.Fprintln(o.err, "a2a-gen: not up to date; run: a2a-gen generate")
	case len(pending) > 0:
		fmt.Fprintf(o.err, "a2a-gen: %s is not up to date; run: a2a-gen generate\n", lock.Path)
	case len(u.findings) == 0:
		return nil
	}
	return errFindings
}
