package signature

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rsa"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
)

// Key is a public key that may have signed cards.
type Key struct {
	ID     string           // kid; "" fits every signature
	Public crypto.PublicKey // *ecdsa.PublicKey on P-256, *rsa.PublicKey or ed25519.PublicKey
}

// jwk is a JSON Web Key (RFC 7517, RFC 8037) as far as it is used here.
type jwk struct {
	Kind      string `json:"kty"`
	Use       string `json:"use"`
	ID        string `json:"kid"`
	Algorithm string `json:"alg"`
	Curve     string `json:"crv"`
	X         string `json:"x"`
	Y         string `json:"y"`
	N         string `json:"n"`
	E         string `json:"e"`
}

// ParseJWKS reads a JSON Web Key Set, or a single key. Keys for encryption and
// of kinds that sign no cards are left out; a set without any other is an
// error, as is a key that is damaged.
func ParseJWKS(data []byte) ([]Key, error) {
	var set struct {
		Keys []jwk `json:"keys"`
		jwk        // of a single key
	}
	if err := json.Unmarshal(data, &set); err != nil {
		return nil, fmt.Errorf("key set: %w", err)
	}
	if set.Kind != "" {
		set.Keys = append(set.Keys, set.jwk)
	}
	var keys []Key
	for _, k := range set.Keys {
		public, err := k.public()
		if err != nil {
			return nil, fmt.Errorf("key set: key %q: %w", k.ID, err)
		}
		if public != nil {
			keys = append(keys, Key{ID: k.ID, Public: public})
		}
	}
	if len(keys) == 0 {
		return nil, errors.New("key set: there is no key for ES256, RS256 or EdDSA in it")
	}
	return keys, nil
}

// public returns the key, nil if it is none for cards.
func (k *jwk) public() (crypto.PublicKey, error) {
	if k.Use != "" && k.Use != "sig" {
		return nil, nil
	}
	is := func(kind, curve, algorithm string) bool {
		return k.Kind == kind && k.Curve == curve && (k.Algorithm == "" || k.Algorithm == algorithm)
	}
	switch {
	case is("EC", "P-256", ES256):
		return k.ecdsa()
	case is("OKP", "Ed25519", EdDSA):
		x, err := base64.RawURLEncoding.DecodeString(k.X)
		if err != nil || len(x) != ed25519.PublicKeySize {
			return nil, errors.New("x is not an Ed25519 key")
		}
		return ed25519.PublicKey(x), nil
	case is("RSA", "", RS256):
		return k.rsa()
	}
	return nil, nil
}

func (k *jwk) ecdsa() (crypto.PublicKey, error) {
	x, errX := base64.RawURLEncoding.DecodeString(k.X)
	y, errY := base64.RawURLEncoding.DecodeString(k.Y)
	if errX != nil || errY != nil || len(x) != 32 || len(y) != 32 {
		return nil, errors.New("x and y are not 32 bytes each")
	}
	point := append(append([]byte{4}, x...), y...) // uncompressed
	return ecdsa.ParseUncompressedPublicKey(elliptic.P256(), point)
}

func (k *jwk) rsa() (crypto.PublicKey, error) {
	n, errN := base64.RawURLEncoding.DecodeString(k.N)
	e, errE := base64.RawURLEncoding.DecodeString(k.E)
	if errN != nil || errE != nil || len(n) == 0 || len(e) == 0 || len(e) > 4 {
		return nil, errors.New("n and e are not numbers in base64url")
	}
	exponent := new(big.Int).SetBytes(e).Int64()
	if exponent > 1<<31-1 {
		return nil, errors.New("e is too large")
	}
	return &rsa.PublicKey{N: new(big.Int).SetBytes(n), E: int(exponent)}, nil
}
