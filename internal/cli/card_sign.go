package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/a2a-gen/a2a-gen/internal/cardsign"
	"github.com/a2a-gen/a2a-gen/internal/definition"
	"github.com/a2a-gen/a2a-gen/internal/output"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/discovery/signature"
)

// signOptions are those of "a2a-gen card sign".
type signOptions struct {
	file     string
	key      string // file of the private key
	keyID    string
	keySet   string // URL
	write    bool
	out, err io.Writer
}

func newCardSign(run func(*signOptions) error) *cobra.Command {
	o := &signOptions{}
	cmd := &cobra.Command{
		Use:   "sign --key FILE --kid ID [FILE]",
		Short: "Sign the agent card of a definition",
		Long: `Sign the agent card of a definition, a2a.yaml by default, and print the signed
card. The key decides on the algorithm: P-256 makes ES256, RSA makes RS256, and
Ed25519 makes EdDSA. It is a PEM file or a JSON Web Key.

With --write the signature goes into the definition instead, for the agent to
serve after the next a2a-gen generate. It takes the place of one with the same
key id and stays beside those of others.

A signature holds as long as nothing on the card changes, addresses included:
set server.publicUrl and server.publicGrpc to what clients use before you sign,
and sign again after each change. An agent that is configured to run elsewhere
serves its card without signatures.`,
		Example: `  openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out card.key
  a2a-gen card sign --key card.key --kid 2026-01 --jku https://agent.example.com/jwks.json --write
  openssl pkey -in card.key -pubout | a2a-gen card verify --key -`,
		Args: arguments(0, 1, "FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.file, o.out, o.err = fileArgument(args), cmd.OutOrStdout(), cmd.ErrOrStderr()
			return run(o)
		},
	}
	cmd.Flags().StringVar(&o.key, "key", "", "`file` with the private key")
	cmd.Flags().StringVar(&o.keyID, "kid", "", "`id` of the key, for verifiers; that of a JSON Web Key by default")
	cmd.Flags().StringVar(&o.keySet, "jku", "", "`URL` of the key set with the public key, for verifiers")
	cmd.Flags().BoolVar(&o.write, "write", false, "record the signature in the definition instead of printing the card")
	return cmd
}

func runCardSign(o *signOptions) error {
	if o.key == "" {
		return usagef("a2a-gen card sign", "--key is missing")
	}
	src, err := load(o.file, o.err)
	if err != nil {
		return err
	}
	key, err := o.readKey()
	if err != nil {
		return err
	}
	card, err := definedCard(src.def)
	if err != nil {
		return err
	}
	advice, err := cardsign.Advice(card)
	if err != nil {
		return err
	}
	for _, a := range advice {
		fmt.Fprintln(o.err, "warning:", a)
	}
	made, err := key.Sign(card, o.keyID, o.keySet)
	if err != nil {
		return err
	}
	src.def.Signatures = o.beside(src.def.Signatures, made)
	if o.write {
		return o.record(src)
	}
	text, err := src.def.CardJSON()
	if err != nil {
		return err
	}
	_, err = o.out.Write(text)
	return err
}

// readKey reads the private key, and takes its id if no other is given.
func (o *signOptions) readKey() (*cardsign.PrivateKey, error) {
	data, err := os.ReadFile(o.key)
	if err != nil {
		return nil, notThere(o.key, err)
	}
	key, err := cardsign.ParsePrivate(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", o.key, err)
	}
	if o.keyID == "" {
		o.keyID = key.ID
	}
	if o.keyID == "" {
		return nil, usagef("a2a-gen card sign", "--kid is missing; verifiers find the key by it")
	}
	return key, nil
}

// definedCard returns the card of a definition.
func definedCard(def *definition.Definition) (*a2apb.AgentCard, error) {
	text, err := def.CardJSON()
	if err != nil {
		return nil, err
	}
	return cardsign.Parse(text)
}

// beside returns signatures with another one, in the place of one by a key of
// the same id.
func (o *signOptions) beside(list []definition.Signature, made definition.Signature) []definition.Signature {
	list = slices.DeleteFunc(slices.Clone(list), func(s definition.Signature) bool {
		header, err := signature.ParseHeader(s.Protected)
		return err == nil && header.KeyID == o.keyID
	})
	return append(list, made)
}

// record writes the signatures into the definition.
func (o *signOptions) record(src *source) error {
	text, err := definition.SetSignatures(src.text, src.def.Signatures)
	if errors.Is(err, definition.ErrNotEditable) {
		return fmt.Errorf("%s: %w; leave out --write and copy the signatures from what is printed", o.file, err)
	}
	if err != nil {
		return err
	}
	dir, err := output.Open(filepath.Dir(o.file))
	if err != nil {
		return err
	}
	defer dir.Close()
	if err := dir.Replace(filepath.Base(o.file), text); err != nil {
		return err
	}
	_, err = fmt.Fprintf(o.out, "%s: signed with key %s; to serve it, run: a2a-gen generate\n", o.file, o.keyID)
	return err
}
