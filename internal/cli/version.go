package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/a2a-gen/a2a-gen/internal/rules"
	"github.com/a2a-gen/a2a-gen/internal/version"
)

func newVersion() *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "Print the version of a2a-gen and of the specifications that it knows",
		Example: "  a2a-gen version",
		Args:    arguments(0, 0, ""),
		RunE: func(cmd *cobra.Command, _ []string) error {
			releases := strings.Join(rules.Versions(), ", ")
			_, err := fmt.Fprintf(cmd.OutOrStdout(), "a2a-gen %s\nknown releases of the A2A specification: %s\n", version.String(), releases)
			return err
		},
	}
}
