package signature

import (
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/rsa"
	"strings"
	"testing"
)

// The keys of RFC 7515, appendixes A.2 and A.3, and RFC 8037, appendix A.2.
const (
	rsaKey = `{"kty":"RSA","kid":"r","n":"ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddxHmfHQp-Vaw-4qPCJrcS2mJPMEzP1Pt0Bm4d4QlL-yRT-SFd2lZS-pCgNMsD1W_YpRPEwOWvG6b32690r2jZ47soMZo9wGzjb_7OMg0LOL-bSf63kpaSHSXndS5z5rexMdbBYUsLA9e-KXBdQOS-UTo7WTBEMa2R2CapHg665xsmtdVMTBQY4uDZlxvb3qCo5ZwKh9kG4LT6_I5IhlJH7aGhyxXFvUK-DWNmoudF8NAco9_h9iaGNj8q2ethFkMLs91kzk2PAcDTW9gb54h4FRWyuXpoQ","e":"AQAB"}`
	ecKey  = `{"kty":"EC","kid":"e","crv":"P-256","use":"sig","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU","y":"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"}`
	edKey  = `{"kty":"OKP","kid":"d","crv":"Ed25519","alg":"EdDSA","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}`
)

func TestParseJWKS(t *testing.T) {
	set := `{"keys":[` + rsaKey + `,` + ecKey + `,` + edKey + `,
		{"kty":"oct","k":"AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow"},
		{"kty":"EC","crv":"P-384"}, {"kty":"RSA","use":"enc"}, {"kty":"RSA","alg":"PS256"}]}`
	keys, err := ParseJWKS([]byte(set))
	if err != nil || len(keys) != 3 {
		t.Fatalf("%v, %v", keys, err)
	}
	if k, ok := keys[0].Public.(*rsa.PublicKey); !ok || k.N.BitLen() != 2048 || k.E != 65537 || keys[0].ID != "r" {
		t.Errorf("RSA: %v", keys[0])
	}
	if _, ok := keys[1].Public.(*ecdsa.PublicKey); !ok || keys[1].ID != "e" {
		t.Errorf("EC: %v", keys[1])
	}
	if k, ok := keys[2].Public.(ed25519.PublicKey); !ok || len(k) != 32 || keys[2].ID != "d" {
		t.Errorf("OKP: %v", keys[2])
	}
	if one, err := ParseJWKS([]byte(edKey)); err != nil || len(one) != 1 || one[0].ID != "d" {
		t.Errorf("a single key: %v, %v", one, err)
	}
}

func TestParseJWKSFaults(t *testing.T) {
	for text, want := range map[string]string{
		`x`:                        "invalid character",
		`{"keys":[]}`:              "no key for",
		`{"keys":[{"kty":"oct"}]}`: "no key for",
		strings.Replace(ecKey, "f83O", "f83P", 1):    "not on",
		strings.Replace(ecKey, "f83O", "", 1):        "32 bytes",
		strings.Replace(edKey, "11qY", "", 1):        "Ed25519",
		strings.Replace(rsaKey, "AQAB", "!", 1):      "base64url",
		strings.Replace(rsaKey, "AQAB", "_____w", 1): "large",
	} {
		if keys, err := ParseJWKS([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, %v, want %q", text, keys, err, want)
		}
	}
}
