package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/a2a-gen/a2a-gen/internal/output"
	"github.com/a2a-gen/a2a-gen/internal/project"
	"github.com/a2a-gen/a2a-gen/internal/tree"
	"github.com/a2a-gen/a2a-gen/internal/version"
)

// transferOptions are those of "a2a-gen eject" and "a2a-gen adopt".
type transferOptions struct {
	file     string // as given
	to       tree.Owner
	force    bool
	dir      string // of the project
	out, err io.Writer
}

func newEject(run func(context.Context, *transferOptions) error) *cobra.Command {
	o := &transferOptions{dir: ".", to: tree.User}
	return &cobra.Command{
		Use:   "eject FILE",
		Short: "Make a generated file yours",
		Long: `Make a generated file yours, as it is now. From then on generate leaves it alone,
and status and upgrade treat it like every file of yours. It stays in its place,
and has to keep up with the generated code around it: that is up to you.

To go back: a2a-gen adopt FILE. Note that buf generate knows nothing of this.`,
		Example: "  a2a-gen eject gen/host/config.go",
		Args:    arguments(1, 1, "FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.file, o.out, o.err = args[0], cmd.OutOrStdout(), cmd.ErrOrStderr()
			return run(cmd.Context(), o)
		},
	}
}

func newAdopt(run func(context.Context, *transferOptions) error) *cobra.Command {
	o := &transferOptions{dir: ".", to: tree.Tool}
	cmd := &cobra.Command{
		Use:   "adopt FILE",
		Short: "Let a2a-gen keep a file of yours up to date",
		Long: `Hand a file to a2a-gen: one that was ejected, or one that a2a-gen wrote for you at
the start, such as the Makefile. From then on generate writes it.

Your text has to be the one that a2a-gen would write; --force gives it up.`,
		Example: "  a2a-gen adopt gen/host/config.go\n  a2a-gen adopt --force Makefile",
		Args:    arguments(1, 1, "FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.file, o.out, o.err = args[0], cmd.OutOrStdout(), cmd.ErrOrStderr()
			return run(cmd.Context(), o)
		},
	}
	cmd.Flags().BoolVar(&o.force, "force", false, "replace your text by a2a-gen's")
	return cmd
}

func runTransfer(ctx context.Context, o *transferOptions) error {
	dir, err := output.Open(o.dir)
	if err != nil {
		return err
	}
	defer dir.Close()
	if err := recoverDir(dir, false, o.err); err != nil {
		return err
	}
	ws, err := openWorkspace(dir, o.dir, version.String(), true, o.err)
	if err != nil {
		return err
	}
	if ws.lock == nil {
		return errors.New("there is no a2a.lock here; run: a2a-gen generate")
	}
	name, err := o.path()
	if err != nil {
		return err
	}
	planned, err := project.Plan(ctx, ws.input(ws.lock.Tool))
	if err != nil {
		return err
	}
	i := slices.IndexFunc(planned.Files, func(f tree.File) bool { return f.Path == name })
	if err := o.check(ws, planned, name, i); err != nil {
		return err
	}
	report, err := dir.Transfer(ws.lock, planned.Files[i], o.to)
	if err != nil {
		return err
	}
	if err := dir.Commit(report); err != nil {
		return err
	}
	whose := map[tree.Owner]string{tree.User: "yours", tree.Tool: "a2a-gen's"}[o.to]
	_, err = fmt.Fprintf(o.out, "%s is %s now\n", name, whose)
	return err
}

// path is the file's path in the project.
func (o *transferOptions) path() (string, error) {
	name := o.file
	if filepath.IsAbs(name) {
		root, err := filepath.Abs(o.dir)
		if err != nil {
			return "", err
		}
		if name, err = filepath.Rel(root, name); err != nil {
			return "", err
		}
	}
	name = filepath.ToSlash(filepath.Clean(name))
	return name, tree.CheckPath(name)
}

// unlisted says why a path that the lock does not list cannot be handed over.
func (o *transferOptions) unlisted(name string) error {
	const list = "a2a-gen status --json lists the files that a2a-gen wrote"
	info, err := os.Stat(filepath.Join(o.dir, filepath.FromSlash(name)))
	switch {
	case err != nil:
		return fmt.Errorf("%s is not there, and never was a2a-gen's; %s", name, list)
	case info.IsDir():
		return fmt.Errorf("%s is a directory; give one file of it", name)
	}
	return fmt.Errorf("%s was not written by a2a-gen, so it is yours already; %s", name, list)
}

// check refuses what cannot be handed over. index is the file's place in the
// plan, or negative.
func (o *transferOptions) check(ws *workspace, planned *project.Project, name string, index int) error {
	tool, user := ws.lock.Files.Tool[name] != "", ws.lock.Files.User[name] != ""
	switch {
	case !tool && !user:
		return o.unlisted(name)
	case index < 0:
		return fmt.Errorf("%s is not generated any more; delete it or keep it, nothing touches it", name)
	case tool && o.to == tree.Tool:
		return fmt.Errorf("%s is a2a-gen's already", name)
	case user && o.to == tree.User:
		return fmt.Errorf("%s is yours already", name)
	case o.to == tree.User && !strings.HasPrefix(name, project.GenDir+"/") && planned.Files[index].Owner == tree.Tool:
		return fmt.Errorf("%s is no code; a2a-gen needs it as it is", name)
	case o.to == tree.Tool && !planned.Offers(name), name == "go.mod", name == "go.sum":
		return fmt.Errorf("%s says what only you know; it stays yours", name)
	}
	if o.to == tree.User || o.force {
		return nil
	}
	data, err := ws.dir.Read(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if !tree.SameText(data, planned.Files[index].Data) {
		return fmt.Errorf("%s is not what a2a-gen writes; move your changes elsewhere, then give up your text with: a2a-gen adopt --force %s", name, name)
	}
	return nil
}
