// Package cardsign signs agent cards (section 8.4). It reads keys in the forms
// that people have them in and leaves the arithmetic to go-jose; what is signed,
// and how signatures are checked, is the code that agents' clients run,
// skeleton/gen/discovery/signature.
package cardsign

import (
	"fmt"
	"strings"

	"github.com/go-jose/go-jose/v4"

	"github.com/a2a-gen/a2a-gen/internal/definition"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/discovery/signature"
)

// Parse reads the JSON of a card.
func Parse(text []byte) (*a2apb.AgentCard, error) {
	card := new(a2apb.AgentCard)
	if err := a2a.Unmarshal(text, card); err != nil {
		return nil, fmt.Errorf("this is not an agent card: %w", err)
	}
	return card, nil
}

// Sign returns a signature of a card. keyID tells verifiers which key it is
// by, and keySetURL, which may be empty, where they may find it.
func (k *PrivateKey) Sign(card *a2apb.AgentCard, keyID, keySetURL string) (definition.Signature, error) {
	payload, err := signature.Payload(card)
	if err != nil {
		return definition.Signature{}, err
	}
	options := new(jose.SignerOptions).WithType("JOSE")
	if keySetURL != "" {
		options.WithHeader("jku", keySetURL)
	}
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: k.algorithm, Key: jose.JSONWebKey{Key: k.key, KeyID: keyID}}, options)
	if err != nil {
		return definition.Signature{}, fmt.Errorf("sign the card: %w", err)
	}
	signed, err := signer.Sign(payload)
	if err != nil {
		return definition.Signature{}, fmt.Errorf("sign the card: %w", err)
	}
	compact, err := signed.CompactSerialize()
	if err != nil {
		return definition.Signature{}, fmt.Errorf("sign the card: %w", err)
	}
	protected, rest, _ := strings.Cut(compact, ".")
	_, sum, _ := strings.Cut(rest, ".")
	return definition.Signature{Protected: protected, Signature: sum}, nil
}
