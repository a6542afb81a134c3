package signature

import (
	"context"
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"strings"
	"testing"

	"google.golang.org/protobuf/proto"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
)

func encode(b []byte) string { return base64.RawURLEncoding.EncodeToString(b) }

// sign adds a signature to a card.
func sign(t testing.TB, card *a2apb.AgentCard, header string, key crypto.Signer) {
	t.Helper()
	payload, err := Payload(card)
	if err != nil {
		t.Fatal(err)
	}
	signed := encode([]byte(header)) + "." + encode(payload)
	digest := sha256.Sum256([]byte(signed))
	var sum []byte
	switch key := key.(type) {
	case *ecdsa.PrivateKey:
		r, s, err := ecdsa.Sign(rand.Reader, key, digest[:])
		if err != nil {
			t.Fatal(err)
		}
		sum = append(r.FillBytes(make([]byte, 32)), s.FillBytes(make([]byte, 32))...)
	case *rsa.PrivateKey:
		sum, err = key.Sign(rand.Reader, digest[:], crypto.SHA256)
	default:
		sum, err = key.Sign(rand.Reader, []byte(signed), crypto.Hash(0))
	}
	if err != nil {
		t.Fatal(err)
	}
	card.Signatures = append(card.Signatures, &a2apb.AgentCardSignature{Protected: encode([]byte(header)), Signature: encode(sum)})
}

// keys makes one key of each kind.
func keys(t testing.TB) map[string]crypto.Signer {
	t.Helper()
	ec, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	rs, err := rsa.GenerateKey(rand.Reader, minRSA)
	if err != nil {
		t.Fatal(err)
	}
	_, ed, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return map[string]crypto.Signer{ES256: ec, RS256: rs, EdDSA: ed}
}

const someCard = `{"name":"deployer","description":"Liefert Änderungen aus.","version":"1","capabilities":{"streaming":false,
	"extensions":[{"uri":"https://example.com/e","params":{"größe":1e21}}]},"skills":[{"id":"deploy","name":"Deploy","description":"d","tags":[]}]}`

func TestVerify(t *testing.T) {
	for algorithm, key := range keys(t) {
		t.Run(algorithm, func(t *testing.T) {
			header := `{"alg":"` + algorithm + `","typ":"JOSE","kid":"key-1","jku":"https://example.com/jwks.json"}`
			signed := card(t, someCard)
			sign(t, signed, header, key)
			source := Trust(Key{ID: "key-1", Public: key.Public()})
			got, err := Verify(t.Context(), signed, source)
			if want := (Header{algorithm, "key-1", "https://example.com/jwks.json"}); err != nil || got != want {
				t.Fatalf("%v, %v, want %v", got, err, want)
			}
			for name, change := range map[string]func(*a2apb.AgentCard){
				"text":       func(c *a2apb.AgentCard) { c.Description += "." },
				"presence":   func(c *a2apb.AgentCard) { c.Capabilities.Streaming = nil },
				"new member": func(c *a2apb.AgentCard) { c.IconUrl = proto.String("") },
				"interface": func(c *a2apb.AgentCard) {
					c.SupportedInterfaces = []*a2apb.AgentInterface{{Url: "https://evil.example.com"}}
				},
				"signature": func(c *a2apb.AgentCard) { c.Signatures[0].Signature = encode(make([]byte, 64)) },
				"short":     func(c *a2apb.AgentCard) { c.Signatures[0].Signature = "" },
				"header":    func(c *a2apb.AgentCard) { c.Signatures[0].Protected = encode([]byte(header + " ")) },
			} {
				changed := proto.CloneOf(signed)
				change(changed)
				if _, err := Verify(t.Context(), changed, source); err == nil || !strings.Contains(err.Error(), "changed") {
					t.Errorf("%s was changed: %v", name, err)
				}
			}
		})
	}
}

// TestRefused is about signatures that cannot be good, whatever the card says.
func TestRefused(t *testing.T) {
	all := keys(t)
	weak, err := rsa.GenerateKey(rand.Reader, 1024)
	if err != nil {
		t.Fatal(err)
	}
	p384, err := ecdsa.GenerateKey(elliptic.P384(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name, header string
		signer       crypto.Signer
		trusted      crypto.PublicKey
		want         string
	}{
		{"other key", `{"alg":"ES256","kid":"k"}`, all[ES256], keys(t)[ES256].Public(), "another key"},
		{"other id", `{"alg":"ES256","kid":"x"}`, all[ES256], all[ES256].Public(), "not one that is trusted"},
		{"no algorithm", `{"kid":"k"}`, all[ES256], all[ES256].Public(), `"" is not one of`},
		{"none", `{"alg":"none","kid":"k"}`, all[ES256], all[ES256].Public(), `"none" is not one of`},
		{"shared secret", `{"alg":"HS256","kid":"k"}`, all[RS256], all[RS256].Public(), `"HS256" is not one of`},
		{"confusion", `{"alg":"RS256","kid":"k"}`, all[ES256], all[ES256].Public(), "not one for RS256"},
		{"confusion", `{"alg":"EdDSA","kid":"k"}`, all[RS256], all[RS256].Public(), "not one for EdDSA"},
		{"weak", `{"alg":"RS256","kid":"k"}`, weak, weak.Public(), "not one for RS256"},
		{"other curve", `{"alg":"ES256","kid":"k"}`, all[ES256], p384.Public(), "not one for ES256"},
		{"critical", `{"alg":"ES256","kid":"k","crit":["exp"]}`, all[ES256], all[ES256].Public(), "understood"},
		{"no JSON", `alg`, all[ES256], all[ES256].Public(), "not JSON"},
	}
	for _, test := range tests {
		signed := card(t, someCard)
		sign(t, signed, test.header, test.signer)
		_, err := Verify(t.Context(), signed, Trust(Key{ID: "k", Public: test.trusted}))
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %q", test.name, err, test.want)
		}
	}
	if _, err := Verify(t.Context(), card(t, someCard), Trust()); !errors.Is(err, ErrUnsigned) {
		t.Errorf("without signatures: %v", err)
	}
}

// TestRotation: one good signature is enough, and a source sees all headers.
func TestRotation(t *testing.T) {
	all := keys(t)
	signed := card(t, someCard)
	sign(t, signed, `{"alg":"RS256","kid":"old"}`, all[RS256])
	sign(t, signed, `{"alg":"ES256","kid":"new","jku":"https://example.com/new.json"}`, all[ES256])
	var asked []string
	down := errors.New("no connection")
	source := func(_ context.Context, h Header) ([]crypto.PublicKey, error) {
		asked = append(asked, h.KeyID+h.KeySetURL)
		if h.KeyID == "old" {
			return nil, down
		}
		return []crypto.PublicKey{all[EdDSA].Public(), all[ES256].Public()}, nil
	}
	got, err := Verify(t.Context(), signed, source)
	if err != nil || got.KeyID != "new" || strings.Join(asked, " ") != "old newhttps://example.com/new.json" {
		t.Errorf("%v, %v after %q", got, err, asked)
	}
	signed.Signatures = signed.Signatures[:1]
	if _, err := Verify(t.Context(), signed, source); !errors.Is(err, down) {
		t.Errorf("error %v, want that of the source", err)
	}
}

// TestVector holds the bytes that are signed: EdDSA has one signature only for
// a key (that of RFC 8037, appendix A) and a card.
func TestVector(t *testing.T) {
	seed, err := base64.RawURLEncoding.DecodeString("nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A")
	if err != nil {
		t.Fatal(err)
	}
	signed := card(t, someCard)
	sign(t, signed, `{"alg":"EdDSA","kid":"d","typ":"JOSE"}`, ed25519.NewKeyFromSeed(seed))
	const want = "ATYY4MIgS7OJS536TSUIRC8_IYWiliXOBopDEB7z853bRqH_DSFog5fH1fKH2btzLnIzOaS5tDMp1LXwpE2xAw"
	if got := signed.GetSignatures()[0].GetSignature(); got != want {
		t.Errorf("the signature is %s, want %s", got, want)
	}
	trusted, err := ParseJWKS([]byte(edKey))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Verify(t.Context(), signed, Trust(trusted...)); err != nil {
		t.Error(err)
	}
}
