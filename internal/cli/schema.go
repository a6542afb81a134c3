package cli

import (
	"github.com/spf13/cobra"

	"github.com/a2a-gen/a2a-gen/internal/definition"
)

func newSchema() *cobra.Command {
	return &cobra.Command{
		Use:   "schema",
		Short: "Print the JSON Schema of a2a.yaml",
		Long: `Print the JSON Schema of a2a.yaml, for editors. A project has it at
.a2a-gen/a2a.schema.json, and the first line of its a2a.yaml points there.`,
		Example: "  a2a-gen schema > a2a.schema.json",
		Args:    arguments(0, 0, ""),
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := cmd.OutOrStdout().Write(definition.JSONSchema())
			return err
		},
	}
}
