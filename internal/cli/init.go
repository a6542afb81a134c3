package cli

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/a2a-gen/a2a-gen/internal/definition"
	"github.com/a2a-gen/a2a-gen/internal/lock"
	"github.com/a2a-gen/a2a-gen/internal/merge"
	"github.com/a2a-gen/a2a-gen/internal/naming"
	"github.com/a2a-gen/a2a-gen/internal/output"
	"github.com/a2a-gen/a2a-gen/internal/project"
	"github.com/a2a-gen/a2a-gen/internal/tree"
)

// initOptions are those of "a2a-gen init".
type initOptions struct {
	name       string // "" for that of the directory
	definition string // "" for the a2a.yaml that is there, or a starter
	dir        string // to put the agent into
	proto      string // "" for the one that a2a-gen carries
	out, err   io.Writer
}

func newInit(run func(context.Context, *initOptions) error) *cobra.Command {
	o := &initOptions{}
	cmd := &cobra.Command{
		Use:   "init",
		Short: "Add an agent to a Go module that you have",
		Long: `Add an agent to a Go module that you have: a2a.yaml, gen/ and agent/ in this
directory (and a2a.lock and .a2a-gen/, which a2a-gen keeps), and what the code
needs to the requirements in go.mod. Nothing else is written or changed: the
program that serves the agent is yours.

An a2a.yaml that is there is used; without one there will be a starter. Import
paths are made of the nearest go.mod and the way from there to here.`,
		Example: `  a2a-gen init
  a2a-gen init --dir services/planner --name planner`,
		Args: arguments(0, 0, ""),
		RunE: func(cmd *cobra.Command, _ []string) error {
			o.out, o.err = cmd.OutOrStdout(), cmd.ErrOrStderr()
			return run(cmd.Context(), o)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&o.dir, "dir", ".", "`directory` of the agent; must exist")
	flags.StringVar(&o.name, "name", "", "`name` of the agent in a starter (default that of the directory)")
	flags.StringVar(&o.definition, "definition", "", "copy this a2a.yaml `file` instead of writing a starter")
	flags.StringVar(&o.proto, "proto", "", "a2a.proto to use instead of the embedded one: a `file`, or git+URL#ref:path")
	return cmd
}

func runInit(ctx context.Context, o *initOptions) error {
	dir, err := output.Open(o.dir)
	if err != nil {
		return err
	}
	defer dir.Close()
	if err := recoverDir(dir, false, o.err); err != nil {
		return err
	}
	module, err := findModule(o.dir)
	if err != nil {
		return err
	}
	if err := o.check(dir, module); err != nil {
		return err
	}
	src, err := o.source(dir)
	if err != nil {
		return err
	}
	planned, err := src.begin(ctx, module.importPath, lock.Embedded, o.proto)
	if err != nil {
		return err
	}
	report, err := dir.Compare(nil, planned.Lock, planned.Files)
	if err != nil {
		return err
	}
	if conflicts := report.Conflicts(); len(conflicts) > 0 {
		return fmt.Errorf("nothing was written, because %s was not written by a2a-gen; move it away, then run this again", conflicts[0].Path)
	}
	requirements, err := module.require(planned)
	if err != nil {
		return err
	}
	if err := dir.CommitWithin(report, module.up, requirements); err != nil {
		return err
	}
	return o.next(src.def, module, len(planned.Files))
}

// source returns the definition: a given one, the one that is there, or a
// starter.
func (o *initOptions) source(dir *output.Dir) (*source, error) {
	there, err := dir.Read(project.DefinitionPath)
	switch {
	case err == nil && o.definition != "":
		return nil, fmt.Errorf("there is an %s already; remove it, or leave out --definition", project.DefinitionPath)
	case err == nil:
		return parse(filepath.Join(o.dir, project.DefinitionPath), there, o.dir, o.err)
	case o.definition != "":
		src, err := load(o.definition, o.err)
		if err != nil {
			return nil, err
		}
		return src, src.closed()
	}
	name := o.name
	if name == "" {
		abs, err := filepath.Abs(o.dir)
		if err != nil {
			return nil, err
		}
		if name, err = naming.Slug(filepath.Base(abs)); err != nil {
			return nil, usagef("a2a-gen init", "the agent cannot be named after its directory: %v; give it a --name", err)
		}
	}
	return parse(project.DefinitionPath, definition.Starter(name), o.dir, o.err)
}

// next prints what to type now.
func (o *initOptions) next(def *definition.Definition, module *goModule, files int) error {
	commands := []string{"go mod tidy"}
	if module.up == 0 && filepath.Clean(o.dir) != "." {
		commands = []string{"cd " + o.dir, commands[0]}
	}
	if module.outsideWorkspace() {
		commands = append(commands, "go work use "+module.dir)
	}
	if module.vendored() {
		commands = append(commands, "go mod vendor")
	}
	commands = append(commands, "go test "+module.importPath+"/...")
	_, err := fmt.Fprintf(o.out, `%s: %d files, import path %s

Next:
  %s

The code of the skills goes into %s. To serve the agent in a program:
  config := skills.Defaults()
  tasks, err := store.Open(ctx, config.Store)
  err = host.Serve(ctx, config, agent.New(), tasks)
`, def.Agent.Slug, files, module.importPath, strings.Join(commands, "\n  "), filepath.Join(o.dir, project.AgentDir))
	return err
}

// require returns the changes of go.mod and go.sum that the generated code
// asks for.
func (m *goModule) require(planned *project.Project) ([]output.Change, error) {
	mod, err := merge.GoMod(nil, m.goMod, planned.GoMod)
	if err != nil {
		return nil, err
	}
	changes := []output.Change{{Path: "go.mod", Owner: tree.User, State: output.Merge, Old: m.goMod, New: mod, Mode: tree.Regular}}
	sum, err := os.ReadFile(filepath.Join(m.dir, "go.sum"))
	state := output.Merge
	if os.IsNotExist(err) {
		state = output.Create
	} else if err != nil {
		return nil, err
	}
	merged := merge.GoSum(sum, planned.GoSum)
	changes = append(changes, output.Change{Path: "go.sum", Owner: tree.User, State: state, Old: sum, New: merged, Mode: tree.Regular})
	kept := changes[:0]
	for _, c := range changes {
		if string(c.Old) != string(c.New) {
			kept = append(kept, c)
		}
	}
	return kept, nil
}
