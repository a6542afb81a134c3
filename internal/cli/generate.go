package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/mod/semver"

	"github.com/a2a-gen/a2a-gen/internal/lock"
	"github.com/a2a-gen/a2a-gen/internal/output"
	"github.com/a2a-gen/a2a-gen/internal/project"
	"github.com/a2a-gen/a2a-gen/internal/tree"
	"github.com/a2a-gen/a2a-gen/internal/usercode"
	"github.com/a2a-gen/a2a-gen/internal/version"
)

// generateOptions are those of "a2a-gen generate".
type generateOptions struct {
	check, dryRun, diff, force bool
	dir                        string // of the project
	out, err                   io.Writer
}

func newGenerate(run func(context.Context, *generateOptions) error) *cobra.Command {
	o := &generateOptions{dir: "."}
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
	prev, err := dir.Lock()
	if err != nil {
		return err
	}
	module, err := findModule(o.dir)
	if err != nil {
		return err
	}
	planned, err := o.plan(ctx, dir, prev, module)
	if err != nil {
		return err
	}
	notes, err := o.settle(planned, prev, module)
	if err != nil {
		return err
	}
	report, err := dir.Compare(prev, planned.Lock, planned.Files)
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

// plan reads the project and plans its files anew.
func (o *generateOptions) plan(ctx context.Context, dir *output.Dir, prev *lock.Lock, module *goModule) (*project.Project, error) {
	if prev != nil && !o.force && semver.Compare(version.String(), prev.Tool) < 0 && semver.IsValid(version.String()) {
		return nil, fmt.Errorf("this is a2a-gen %s, but %s was written by %s; update a2a-gen, or go back with --force", version.String(), lock.Path, prev.Tool)
	}
	text, err := dir.Read(project.DefinitionPath)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("there is no %s here; run this in the directory of an agent, or make one with: a2a-gen new NAME", project.DefinitionPath)
	}
	if err != nil {
		return nil, err
	}
	src, err := parse(project.DefinitionPath, text, o.err)
	if err != nil {
		return nil, err
	}
	protos, err := o.protos(dir, prev)
	if err != nil {
		return nil, err
	}
	return project.Plan(ctx, project.Input{
		Definition: src.def, Source: src.text, Cards: src.cards,
		Module: module.importPath, Protos: protos, SpecName: project.SpecPath, Tool: version.String(),
	})
}

// protos returns the protos of the project, which must be those that the lock
// lists: a specification is changed by an upgrade, not by an editor.
func (o *generateOptions) protos(dir *output.Dir, prev *lock.Lock) (fs.FS, error) {
	if prev == nil || o.force {
		return os.DirFS(filepath.Join(o.dir, project.ProtoDir)), nil
	}
	for name, sum := range prev.Files.Tool {
		if !strings.HasPrefix(name, project.ProtoDir+"/") {
			continue
		}
		data, err := dir.Read(name)
		if err != nil {
			return nil, fmt.Errorf("%w; restore it from version control", err)
		}
		if tree.Sum(data) != sum {
			return nil, fmt.Errorf("%s was changed; restore it from version control, or accept the change with --force", name)
		}
	}
	return os.DirFS(filepath.Join(o.dir, project.ProtoDir)), nil
}

// settle takes out the beginnings of skills whose code exists elsewhere, and
// asks for those of skills without any code. It returns what the user has to
// do by hand.
func (o *generateOptions) settle(planned *project.Project, prev *lock.Lock, module *goModule) ([]string, error) {
	methods, err := usercode.Methods(os.DirFS(o.dir), project.AgentDir, project.AgentType)
	if err != nil {
		return nil, err
	}
	written := func(method string) bool { _, ok := methods[method]; return ok }
	there := func(name string) bool {
		_, err := os.Lstat(filepath.Join(o.dir, filepath.FromSlash(name)))
		return err == nil
	}
	notes := planned.Settle(prev, written, there)
	lacking, err := planned.Lacking(module.goMod)
	if err != nil {
		return nil, err
	}
	if len(lacking) > 0 {
		notes = append(notes, "go.mod lacks what gen/ imports; run: go get "+strings.Join(lacking, " "))
	}
	return notes, nil
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
	if o.check && len(pending) > 0 {
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
		what := "is no longer needed, but it is yours and stays"
		if c.Owner == tree.Tool {
			what = "is no longer generated, but it was changed by hand and stays"
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
