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
			_, err := fmt.Fprintf(cmd.OutOrStdout(), "a2a-gen %s\nA2A %s\n", version.String(), strings.Join(rules.Versions(), ", "))
			return err
		},
	}
}
