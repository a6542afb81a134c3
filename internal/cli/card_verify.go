package cli

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/a2a-gen/a2a-gen/internal/cardsign"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/discovery/signature"
)

// verifyOptions are those of "a2a-gen card verify".
type verifyOptions struct {
	file     string
	key      string // file of one public key
	keySet   string // file of a JSON Web Key Set
	in       io.Reader
	out, err io.Writer
}

func newCardVerify(run func(context.Context, *verifyOptions) error) *cobra.Command {
	o := &verifyOptions{}
	cmd := &cobra.Command{
		Use:   "verify (--key FILE | --jwks FILE) [FILE]",
		Short: "Check the signatures of an agent card",
		Long: `Check that an agent card is signed with a key that you trust, and was not changed
since. One good signature is enough. The card is a JSON file as agents serve it,
or that of a definition, a2a.yaml by default. Nothing is fetched: the address of
a key set that a card names is the signer's own word.

A file named - is the standard input.`,
		Example: `  a2a-gen card verify --key card.pem
  curl -s https://agent.example.com/.well-known/agent-card.json | a2a-gen card verify --jwks trusted.json -`,
		Args: arguments(0, 1, "FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.file, o.in, o.out, o.err = fileArgument(args), cmd.InOrStdin(), cmd.OutOrStdout(), cmd.ErrOrStderr()
			return run(cmd.Context(), o)
		},
	}
	cmd.Flags().StringVar(&o.key, "key", "", "`file` with the public key: PEM, a certificate, or a JSON Web Key")
	cmd.Flags().StringVar(&o.keySet, "jwks", "", "`file` with a JSON Web Key Set; a signature's key is found by its id")
	return cmd
}

func runCardVerify(ctx context.Context, o *verifyOptions) error {
	if (o.key == "") == (o.keySet == "") {
		return usagef("a2a-gen card verify", "give --key or --jwks, and not both")
	}
	keys, err := o.readKeys()
	if err != nil {
		return err
	}
	card, err := o.readCard()
	if err != nil {
		return err
	}
	header, err := signature.Verify(ctx, card, signature.Trust(keys...))
	if err != nil {
		return fmt.Errorf("%s: %w", o.file, err)
	}
	_, err = fmt.Fprintf(o.out, "%s: ok, signed with key %s (%s)\n", o.file, header.KeyID, header.Algorithm)
	return err
}

func (o *verifyOptions) readKeys() ([]signature.Key, error) {
	if o.keySet != "" {
		data, err := o.read(o.keySet)
		if err != nil {
			return nil, err
		}
		keys, err := signature.ParseJWKS(data)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", o.keySet, err)
		}
		return keys, nil
	}
	data, err := o.read(o.key)
	if err != nil {
		return nil, err
	}
	public, id, err := cardsign.ParsePublic(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", o.key, err)
	}
	return []signature.Key{{ID: id, Public: public}}, nil
}

// readCard reads a card, or that of a definition.
func (o *verifyOptions) readCard() (*a2apb.AgentCard, error) {
	if ext := filepath.Ext(o.file); ext == ".yaml" || ext == ".yml" {
		src, err := load(o.file, o.err)
		if err != nil {
			return nil, err
		}
		return definedCard(src.def)
	}
	text, err := o.read(o.file)
	if err != nil {
		return nil, err
	}
	card, err := cardsign.Parse(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", o.file, err)
	}
	return card, nil
}

// read reads a file, or the standard input.
func (o *verifyOptions) read(name string) ([]byte, error) {
	if name == "-" {
		return io.ReadAll(o.in)
	}
	data, err := os.ReadFile(name)
	return data, notThere(name, err)
}
