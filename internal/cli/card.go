package cli

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"
)

// cardOptions are those of "a2a-gen card".
type cardOptions struct {
	file     string
	extended bool
	out, err io.Writer
}

func newCard(run func(*cardOptions) error) *cobra.Command {
	o := &cardOptions{}
	cmd := &cobra.Command{
		Use:   "card [FILE]",
		Short: "Print the agent card of a definition",
		Long: `Print the agent card that an agent with this definition, a2a.yaml by default,
serves with its default addresses.`,
		Example: `  a2a-gen card
  a2a-gen card --extended services/planner/a2a.yaml
  a2a-gen card sign --key card.key --kid 2026-01 --write`,
		Args: arguments(0, 1, "FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.file, o.out, o.err = fileArgument(args), cmd.OutOrStdout(), cmd.ErrOrStderr()
			return run(o)
		},
	}
	cmd.Flags().BoolVar(&o.extended, "extended", false, "print the card for authenticated callers")
	cmd.AddCommand(newCardSign(runCardSign), newCardVerify(runCardVerify))
	return cmd
}

func runCard(o *cardOptions) error {
	src, err := load(o.file, o.err)
	if err != nil {
		return err
	}
	card, err := src.def.CardJSON()
	if o.extended {
		card, err = src.def.ExtendedCardJSON()
		if card == nil && err == nil {
			return fmt.Errorf("%s has no extended card; add the key extended", o.file)
		}
	}
	if err != nil {
		return err
	}
	_, err = o.out.Write(card)
	return err
}
