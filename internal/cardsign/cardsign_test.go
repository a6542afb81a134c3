package cardsign

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/go-jose/go-jose/v4"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/discovery/signature"
)

const card = `{"name":"deployer","description":"Prüft und liefert aus.","version":"0.1.0",
	"supportedInterfaces":[{"url":"https://deployer.example.com/a2a/jsonrpc","protocolBinding":"JSONRPC","protocolVersion":"1.0"}],
	"capabilities":{"streaming":false},"defaultInputModes":["text/plain"],"defaultOutputModes":["text/plain"],
	"skills":[{"id":"deploy","name":"Deploy","description":"Deploys.","tags":["ops"]}]}`

func must[T any](v T, err error) func(testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

func pemOf(kind string, data []byte) []byte {
	return pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: data})
}

// forms returns private keys as they come, each with the public key in every
// form.
func forms(t *testing.T) map[string][2][][]byte {
	ec := must(ecdsa.GenerateKey(elliptic.P256(), rand.Reader))(t)
	rs := must(rsa.GenerateKey(rand.Reader, minRSA))(t)
	_, ed, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	pkcs8 := func(key any) []byte { return pemOf("PRIVATE KEY", must(x509.MarshalPKCS8PrivateKey(key))(t)) }
	pkix := func(key any) []byte { return pemOf("PUBLIC KEY", must(x509.MarshalPKIXPublicKey(key))(t)) }
	jwk := func(key any) []byte { return must(jose.JSONWebKey{Key: key, KeyID: "k"}.MarshalJSON())(t) }
	cert := func(key crypto.Signer) []byte {
		template := &x509.Certificate{SerialNumber: big.NewInt(1)}
		return pemOf("CERTIFICATE", must(x509.CreateCertificate(rand.Reader, template, template, key.Public(), key))(t))
	}
	sec1 := pemOf("EC PRIVATE KEY", must(x509.MarshalECPrivateKey(ec))(t))
	return map[string][2][][]byte{
		signature.ES256: {
			{pkcs8(ec), sec1, append(pemOf("EC PARAMETERS", []byte{6, 0}), sec1...), jwk(ec)},
			{pkix(ec.Public()), cert(ec), jwk(ec.Public()), pkcs8(ec)},
		},
		signature.RS256: {
			{pkcs8(rs), pemOf("RSA PRIVATE KEY", x509.MarshalPKCS1PrivateKey(rs)), jwk(rs)},
			{pkix(rs.Public()), pemOf("RSA PUBLIC KEY", x509.MarshalPKCS1PublicKey(&rs.PublicKey)), jwk(rs.Public())},
		},
		signature.EdDSA: {
			{pkcs8(ed), jwk(ed)},
			{pkix(ed.Public()), cert(ed), jwk(ed.Public())},
		},
	}
}

// TestSign signs with one library and verifies with what clients have.
func TestSign(t *testing.T) {
	for algorithm, keys := range forms(t) {
		for i, private := range keys[0] {
			key, err := ParsePrivate(private)
			if err != nil {
				t.Fatalf("%s, form %d: %v", algorithm, i, err)
			}
			signed := must(Parse([]byte(card)))(t)
			s, err := key.Sign(signed, "k", "https://example.com/jwks.json")
			if err != nil {
				t.Fatalf("%s, form %d: %v", algorithm, i, err)
			}
			signed.Signatures = append(signed.Signatures, &a2apb.AgentCardSignature{Protected: s.Protected, Signature: s.Signature})
			header := must(base64.RawURLEncoding.DecodeString(s.Protected))(t)
			want := `{"alg":"` + algorithm + `","jku":"https://example.com/jwks.json","kid":"k","typ":"JOSE"}`
			if string(header) != want {
				t.Errorf("%s: header %s, want %s", algorithm, header, want)
			}
			for j, public := range keys[1] {
				key, id, err := ParsePublic(public)
				if err != nil {
					t.Fatalf("%s, public form %d: %v", algorithm, j, err)
				}
				if _, err := signature.Verify(t.Context(), signed, signature.Trust(signature.Key{ID: id, Public: key})); err != nil {
					t.Errorf("%s, forms %d and %d: %v", algorithm, i, j, err)
				}
			}
		}
	}
}

func TestKeyFaults(t *testing.T) {
	p384 := must(ecdsa.GenerateKey(elliptic.P384(), rand.Reader))(t)
	weak := must(rsa.GenerateKey(rand.Reader, 1024))(t)
	good := must(ecdsa.GenerateKey(elliptic.P256(), rand.Reader))(t)
	tests := []struct {
		name, want string
		data       []byte
	}{
		{"nothing", "no key in it", nil},
		{"encrypted", "decrypt it first", pemOf("ENCRYPTED PRIVATE KEY", []byte{1})},
		{"other block", `"X509 CRL" is no key`, pemOf("X509 CRL", []byte{1})},
		{"damaged", "asn1", pemOf("PRIVATE KEY", []byte{1})},
		{"curve", "P-384; ES256 takes P-256", pemOf("PRIVATE KEY", must(x509.MarshalPKCS8PrivateKey(p384))(t))},
		{"size", "1024 bits", pemOf("RSA PRIVATE KEY", x509.MarshalPKCS1PrivateKey(weak))},
		{"public", "the private one", pemOf("PUBLIC KEY", must(x509.MarshalPKIXPublicKey(good.Public()))(t))},
		{"secret", "sign no cards", []byte(`{"kty":"oct","k":"AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ"}`)},
		{"no key", "JSON Web Key", []byte(`{"kty":"EC"}`)},
	}
	for _, test := range tests {
		if _, err := ParsePrivate(test.data); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %q", test.name, err, test.want)
		}
	}
}

func TestAdvice(t *testing.T) {
	signed := must(Parse([]byte(card)))(t)
	list := must(Advice(signed))(t)
	if len(list) != 1 || !strings.Contains(list[0], "ASCII") {
		t.Errorf("advice %q", list)
	}
	signed.Description, signed.Skills[0].Tags = "", nil
	for _, url := range []string{"http://127.0.0.1:41241/a2a/rest", "localhost:41242", "[::1]:41242"} {
		signed.SupportedInterfaces = append(signed.SupportedInterfaces, &a2apb.AgentInterface{Url: url, ProtocolBinding: "B"})
	}
	list = must(Advice(signed))(t)
	for _, want := range []string{"description is empty", "skills[0].tags is empty", "127.0.0.1:41241/", "localhost:41242", "[::1]:41242"} {
		if !slices.ContainsFunc(list, func(s string) bool { return strings.Contains(s, want) }) {
			t.Errorf("no advice about %q in %q", want, list)
		}
	}
}
