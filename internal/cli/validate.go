package cli

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/a2a-gen/a2a-gen/internal/definition"
	"github.com/a2a-gen/a2a-gen/internal/diag"
	"github.com/a2a-gen/a2a-gen/internal/project"
)

// printers are the formats of findings.
var printers = map[string]func(io.Writer, diag.List) error{
	"text": diag.Text, "json": diag.JSON, "github": diag.GitHub,
}

// validateOptions are those of "a2a-gen validate".
type validateOptions struct {
	file   string
	format string
	out    io.Writer
}

func newValidate(run func(*validateOptions) error) *cobra.Command {
	o := &validateOptions{}
	cmd := &cobra.Command{
		Use:   "validate [FILE]",
		Short: "Check a definition",
		Long: `Check a definition, a2a.yaml by default, and print everything that is wrong with
it: one finding a line, with its place and what to do.

The exit code is 3 if there are findings; warnings alone don't count.`,
		Example: `  a2a-gen validate
  a2a-gen validate --format github services/planner/a2a.yaml`,
		Args: arguments(0, 1, "FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.file, o.out = fileArgument(args), cmd.OutOrStdout()
			return run(o)
		},
	}
	cmd.Flags().StringVar(&o.format, "format", "text", "`format` of findings: text, json or github")
	return cmd
}

// fileArgument is the definition that a command is about.
func fileArgument(args []string) string {
	if len(args) > 0 {
		return args[0]
	}
	return project.DefinitionPath
}

func runValidate(o *validateOptions) error {
	printer, ok := printers[o.format]
	if !ok {
		return usagef("a2a-gen validate", "--format %q is not one of text, json, github", o.format)
	}
	text, err := readDefinition(o.file)
	if err != nil {
		return err
	}
	def, findings := definition.Parse(o.file, text)
	if def != nil {
		findings = def.Advice
	}
	if err := printer(o.out, findings); err != nil {
		return err
	}
	if def == nil {
		return errFindings
	}
	if o.format == "text" {
		_, err = fmt.Fprintf(o.out, "%s: ok\n", o.file)
	}
	return err
}
