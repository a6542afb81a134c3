package signature

import (
	"context"
	"crypto"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
)

// Algorithms that signatures are checked with. Others, "none" and those with
// shared secrets among them, are refused.
const (
	ES256 = "ES256" // ECDSA on P-256 with SHA-256
	RS256 = "RS256" // RSA, PKCS #1 v1.5, with SHA-256
	EdDSA = "EdDSA" // Ed25519
)

// ErrUnsigned says that a card has no signature at all.
var ErrUnsigned = errors.New("the card is not signed")

// Header is what a signature says about itself (section 8.4.2). Only the
// signature's own validity makes it true.
type Header struct {
	Algorithm string `json:"alg"`
	KeyID     string `json:"kid"`
	KeySetURL string `json:"jku"`
}

// Source returns the keys that are trusted to have made a signature with this
// header: none, if it is not one of theirs. It is called once for each
// signature of a card. An error means that the keys cannot be had now.
type Source func(ctx context.Context, header Header) ([]crypto.PublicKey, error)

// Trust returns a source of fixed keys. Keys with an id are for signatures
// that name it, keys without one for all.
func Trust(keys ...Key) Source {
	return func(_ context.Context, header Header) ([]crypto.PublicKey, error) {
		var found []crypto.PublicKey
		for _, key := range keys {
			if key.ID == "" || key.ID == header.KeyID {
				found = append(found, key.Public)
			}
		}
		return found, nil
	}
}

// Verify checks that one of a card's signatures is by a key of the source, and
// returns its header. The error says of every signature why it is not. The
// card must be as it was received: changes break its signatures.
func Verify(ctx context.Context, card *a2apb.AgentCard, source Source) (Header, error) {
	if len(card.GetSignatures()) == 0 {
		return Header{}, ErrUnsigned
	}
	payload, err := Payload(card)
	if err != nil {
		return Header{}, err
	}
	var faults []error
	for i, s := range card.GetSignatures() {
		header, err := verify(ctx, s, payload, source)
		if err == nil {
			return header, nil
		}
		faults = append(faults, fmt.Errorf("signature %d of the card, with key %q: %w", i+1, header.KeyID, err))
	}
	return Header{}, errors.Join(faults...)
}

// verify checks one signature.
func verify(ctx context.Context, s *a2apb.AgentCardSignature, payload []byte, source Source) (Header, error) {
	header, err := ParseHeader(s.GetProtected())
	if err != nil {
		return header, err
	}
	sum, err := base64.RawURLEncoding.DecodeString(s.GetSignature())
	if err != nil {
		return header, errors.New("it is not base64url")
	}
	keys, err := source(ctx, header)
	if err != nil {
		return header, fmt.Errorf("its key: %w", err)
	}
	if len(keys) == 0 {
		return header, errors.New("the key is not one that is trusted")
	}
	signed := append([]byte(s.GetProtected()), '.')
	signed = base64.RawURLEncoding.AppendEncode(signed, payload)
	fits := false
	for _, key := range keys {
		switch check(header.Algorithm, key, signed, sum) {
		case good:
			return header, nil
		case bad:
			fits = true
		}
	}
	if !fits {
		return header, fmt.Errorf("the key is not one for %s", header.Algorithm)
	}
	return header, errors.New("the card was changed after it was signed, or another key signed it")
}

// ParseHeader reads a protected header, without a judgement of the signature.
// typ is not looked at: it says "JOSE" or nothing (section 8.4.2).
func ParseHeader(protected string) (Header, error) {
	var header struct {
		Header
		Critical []string `json:"crit"`
	}
	data, err := base64.RawURLEncoding.DecodeString(protected)
	if err == nil {
		err = json.Unmarshal(data, &header)
	}
	switch {
	case err != nil:
		return Header{}, errors.New("its protected header is not JSON in base64url")
	case len(header.Critical) > 0:
		return header.Header, fmt.Errorf("it demands %q to be understood, which is not (RFC 7515, section 4.1.11)", header.Critical)
	case header.Algorithm != ES256 && header.Algorithm != RS256 && header.Algorithm != EdDSA:
		return header.Header, fmt.Errorf("its algorithm %q is not one of %s, %s, %s", header.Algorithm, ES256, RS256, EdDSA)
	}
	return header.Header, nil
}
