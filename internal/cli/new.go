package cli

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/mod/module"

	"github.com/a2a-gen/a2a-gen/internal/definition"
	"github.com/a2a-gen/a2a-gen/internal/lock"
	"github.com/a2a-gen/a2a-gen/internal/naming"
	"github.com/a2a-gen/a2a-gen/internal/output"
	"github.com/a2a-gen/a2a-gen/internal/project"
)

// newOptions are those of "a2a-gen new".
type newOptions struct {
	name       string
	module     string // "" for example.com/NAME
	definition string // "" for a starter
	dir        string // "" for NAME
	proto      string // "" for the one that a2a-gen carries
	out, err   io.Writer
}

func newNew(run func(context.Context, *newOptions) error) *cobra.Command {
	o := &newOptions{}
	cmd := &cobra.Command{
		Use:   "new NAME",
		Short: "Make a new agent",
		Long: `Make a new agent in a new directory: code, tests, container and CI.

Without --definition the agent gets a starter definition, a2a.yaml, with one
skill that sends text back. Nothing is fetched, but for a --proto in a git
repository; "go build" fetches what go.mod lists.`,
		Example: `  a2a-gen new test-runner
  a2a-gen new planner --module example.com/team/planner --dir services/planner
  a2a-gen new test-runner --definition test-runner.yaml`,
		Args: arguments(1, 1, "NAME"),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.name, o.out, o.err = args[0], cmd.OutOrStdout(), cmd.ErrOrStderr()
			return run(cmd.Context(), o)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&o.module, "module", "", "Go module `path` (default example.com/NAME)")
	flags.StringVar(&o.definition, "definition", "", "copy this a2a.yaml `file` instead of writing a starter")
	flags.StringVar(&o.dir, "dir", "", "`directory` to make; must be new or empty (default NAME)")
	flags.StringVar(&o.proto, "proto", "", "a2a.proto to use instead of the embedded one: a `file`, or git+URL#ref:path")
	return cmd
}

func runNew(ctx context.Context, o *newOptions) error {
	if err := o.complete(); err != nil {
		return err
	}
	src, err := o.source()
	if err != nil {
		return err
	}
	planned, err := src.begin(ctx, o.module, lock.Standalone, o.proto)
	if err != nil {
		return err
	}
	dir, err := output.OpenNew(o.dir)
	if err != nil {
		return err
	}
	defer dir.Close()
	report, err := dir.Compare(nil, planned.Lock, planned.Files)
	if err != nil {
		return err
	}
	if err := dir.Commit(report); err != nil {
		return err
	}
	return o.next(src.def, len(planned.Files))
}

// complete checks the arguments and fills in defaults.
func (o *newOptions) complete() error {
	slug, err := naming.Slug(o.name)
	if err != nil {
		return usagef("a2a-gen new", "%q cannot be the name of an agent: %v", o.name, err)
	}
	if slug != o.name {
		return usagef("a2a-gen new", "%q cannot be the name of a directory, a module and a binary alike; how about %s?", o.name, slug)
	}
	if o.module == "" {
		o.module = "example.com/" + o.name
	}
	if err := module.CheckImportPath(o.module); err != nil {
		return usagef("a2a-gen new", "--module: %v", err)
	}
	if o.dir == "" {
		o.dir = o.name
	}
	return nil
}

// source returns the definition: a given one, or a starter.
func (o *newOptions) source() (*source, error) {
	if o.definition == "" {
		return parse(project.DefinitionPath, definition.Starter(o.name), ".", o.err)
	}
	src, err := load(o.definition, o.err)
	if err != nil {
		return nil, err
	}
	return src, src.closed()
}

// next prints what to type now.
func (o *newOptions) next(def *definition.Definition, files int) error {
	var commands []string
	if filepath.Clean(o.dir) != "." {
		commands = append(commands, "cd "+o.dir)
	}
	if inWorkspace(o.dir) {
		commands = append(commands, "go work use .")
	}
	commands = append(commands, "go test ./...", "go run ./cmd/"+def.Agent.Slug)
	_, err := fmt.Fprintf(o.out, `%s: %d files, module %s

Next:
  %s

Then, in another terminal:
  curl -s %s/.well-known/agent-card.json

The code of the skills goes into %s.
`, o.name, files, o.module, strings.Join(commands, "\n  "), def.Server.PublicURL, filepath.Join(o.dir, project.AgentDir))
	return err
}
