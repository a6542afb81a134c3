package cli

import (
	"strings"

	"github.com/spf13/cobra"
)

// newRoot returns the command tree.
func newRoot(streams Streams) *cobra.Command {
	root := &cobra.Command{
		Use:   "a2a-gen",
		Short: "Make A2A agents in Go and keep their generated code up to date",
		Long: `a2a-gen reads a definition, a2a.yaml, and the protocol's a2a.proto, and writes a
complete A2A agent in Go: agent card, JSON-RPC, HTTP+JSON and gRPC, task engine,
tests. Your code is one method a skill, and is never overwritten.`,
		Example: `  a2a-gen new test-runner
  cd test-runner
  make run`,
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return cmd.Help()
			}
			return unknownCommand(cmd, args[0])
		},
	}
	root.SetIn(streams.In)
	root.SetOut(streams.Out)
	root.SetErr(streams.Err)
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return &usageError{err: err, command: cmd.CommandPath()}
	})
	root.CompletionOptions.HiddenDefaultCmd = false
	root.AddCommand(
		newNew(runNew),
		newInit(runInit),
		newAdd(runAddSkill),
		newGenerate(runGenerate),
		newStatus(runStatus),
		newEject(runTransfer),
		newAdopt(runTransfer),
		newUpgrade(runUpgrade),
		newValidate(runValidate),
		newCard(runCard),
		newSchema(),
		newVersion(),
	)
	return root
}

func unknownCommand(root *cobra.Command, name string) error {
	if near := root.SuggestionsFor(name); len(near) > 0 {
		return usagef(root.CommandPath(), "there is no command %q; did you mean %s?", name, strings.Join(near, " or "))
	}
	return usagef(root.CommandPath(), "there is no command %q", name)
}

// arguments checks the number of positional arguments, between least and most.
// names say what they are, in the form of the usage line.
func arguments(least, most int, names string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		switch {
		case len(args) < least:
			return usagef(cmd.CommandPath(), "missing argument %s", names)
		case len(args) > most && most == 0:
			return usagef(cmd.CommandPath(), "unexpected argument %q", args[0])
		case len(args) > most:
			return usagef(cmd.CommandPath(), "unexpected argument %q after %s", args[most], names)
		}
		return nil
	}
}
