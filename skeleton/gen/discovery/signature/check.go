package signature

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rsa"
	"crypto/sha256"
	"math/big"
)

// minRSA is the least size of RSA keys, in bits (RFC 7518, section 3.3).
const minRSA = 2048

// verdict is what one key says of a signature.
type verdict int

const (
	good    verdict = iota
	bad             // the signature does not hold
	unusual         // the key is not one for the algorithm
)

// check holds a signature against a key. The key must be one for the
// algorithm: its kind decides, not what the header asks for.
func check(algorithm string, key crypto.PublicKey, signed, sum []byte) verdict {
	digest := sha256.Sum256(signed)
	switch key := key.(type) {
	case *ecdsa.PublicKey:
		if algorithm != ES256 || key.Curve != elliptic.P256() {
			return unusual
		}
		return verdictOf(len(sum) == 64 &&
			ecdsa.Verify(key, digest[:], new(big.Int).SetBytes(sum[:32]), new(big.Int).SetBytes(sum[32:])))
	case *rsa.PublicKey:
		if algorithm != RS256 || key.N.BitLen() < minRSA {
			return unusual
		}
		return verdictOf(rsa.VerifyPKCS1v15(key, crypto.SHA256, digest[:], sum) == nil)
	case ed25519.PublicKey:
		if algorithm != EdDSA || len(key) != ed25519.PublicKeySize {
			return unusual
		}
		return verdictOf(ed25519.Verify(key, signed, sum))
	}
	return unusual
}

func verdictOf(holds bool) verdict {
	if holds {
		return good
	}
	return bad
}
