package cardsign

import (
	"bytes"
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"

	"github.com/go-jose/go-jose/v4"
)

// minRSA is the least size of RSA keys, in bits (RFC 7518, section 3.3).
const minRSA = 2048

// PrivateKey is a key that signs.
type PrivateKey struct {
	ID        string // of a JSON Web Key, "" if it has none
	key       crypto.Signer
	algorithm jose.SignatureAlgorithm
}

// ParsePrivate reads a private key: PEM (PKCS #8, PKCS #1, SEC 1) or a JSON
// Web Key. The algorithm follows from the kind of key.
func ParsePrivate(data []byte) (*PrivateKey, error) {
	key, id, err := parse(data)
	if err != nil {
		return nil, err
	}
	signer, private := key.(crypto.Signer)
	if private {
		key = signer.Public()
	}
	switch alg, err := algorithm(key); {
	case err != nil:
		return nil, err
	case !private:
		return nil, errors.New("this is a public key; signing takes the private one")
	default:
		return &PrivateKey{ID: id, key: signer, algorithm: alg}, nil
	}
}

// ParsePublic reads a public key: PEM (also in a certificate, or that of a
// private key) or a JSON Web Key. The id is that of a JSON Web Key, "" for any
// other.
func ParsePublic(data []byte) (key crypto.PublicKey, id string, err error) {
	found, id, err := parse(data)
	if err != nil {
		return nil, "", err
	}
	if signer, ok := found.(crypto.Signer); ok {
		found = signer.Public()
	}
	_, err = algorithm(found)
	return found, id, err
}

// algorithm returns the one that a key is for.
func algorithm(key crypto.PublicKey) (jose.SignatureAlgorithm, error) {
	switch key := key.(type) {
	case *ecdsa.PublicKey:
		if key.Curve == elliptic.P256() {
			return jose.ES256, nil
		}
		return "", fmt.Errorf("the key is on the curve %s; ES256 takes P-256", key.Curve.Params().Name)
	case *rsa.PublicKey:
		if bits := key.N.BitLen(); bits < minRSA {
			return "", fmt.Errorf("the RSA key has %d bits; take one of at least %d", bits, minRSA)
		}
		return jose.RS256, nil
	case ed25519.PublicKey:
		return jose.EdDSA, nil
	}
	return "", fmt.Errorf("keys of type %T sign no cards; take one for ES256, RS256 or EdDSA", key)
}

func parse(data []byte) (key any, id string, err error) {
	if data = bytes.TrimSpace(data); bytes.HasPrefix(data, []byte("{")) {
		var jwk jose.JSONWebKey
		if err := jwk.UnmarshalJSON(data); err != nil {
			return nil, "", fmt.Errorf("read the JSON Web Key: %w", err)
		}
		return jwk.Key, jwk.KeyID, nil
	}
	for {
		var block *pem.Block
		if block, data = pem.Decode(data); block == nil {
			return nil, "", errors.New("there is no key in it; give PEM or a JSON Web Key")
		}
		if block.Type == "EC PARAMETERS" { // openssl writes them before the key
			continue
		}
		key, err := parseBlock(block)
		return key, "", err
	}
}

func parseBlock(block *pem.Block) (any, error) {
	if block.Type == "ENCRYPTED PRIVATE KEY" || block.Headers["DEK-Info"] != "" {
		return nil, errors.New("the key is encrypted; decrypt it first, for example with: openssl pkey -in FILE")
	}
	switch block.Type {
	case "PRIVATE KEY":
		return x509.ParsePKCS8PrivateKey(block.Bytes)
	case "EC PRIVATE KEY":
		return x509.ParseECPrivateKey(block.Bytes)
	case "RSA PRIVATE KEY":
		return x509.ParsePKCS1PrivateKey(block.Bytes)
	case "PUBLIC KEY":
		return x509.ParsePKIXPublicKey(block.Bytes)
	case "RSA PUBLIC KEY":
		return x509.ParsePKCS1PublicKey(block.Bytes)
	case "CERTIFICATE":
		cert, err := x509.ParseCertificate(block.Bytes)
		if err != nil {
			return nil, err
		}
		return cert.PublicKey, nil
	}
	return nil, fmt.Errorf("a PEM block %q is no key for signing", block.Type)
}
