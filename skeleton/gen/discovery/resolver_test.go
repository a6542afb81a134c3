package discovery_test

import (
	"crypto/ed25519"
	"encoding/base64"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/wire"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/discovery"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/discovery/signature"
)

// TestResolver holds that a resolver with keys takes signed cards only, and
// nothing of them that is not signed.
func TestResolver(t *testing.T) {
	public, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	card := &a2apb.AgentCard{
		Name: "deployer", SupportedInterfaces: []*a2apb.AgentInterface{{Url: "https://x.example.com", ProtocolBinding: "JSONRPC", ProtocolVersion: "1.0"}},
	}
	payload, err := signature.Payload(card)
	if err != nil {
		t.Fatal(err)
	}
	header := base64.RawURLEncoding.EncodeToString([]byte(`{"alg":"EdDSA","kid":"k","typ":"JOSE"}`))
	sum := ed25519.Sign(private, []byte(header+"."+base64.RawURLEncoding.EncodeToString(payload)))
	card.Signatures = []*a2apb.AgentCardSignature{{Protected: header, Signature: base64.RawURLEncoding.EncodeToString(sum)}}
	signed, err := a2a.Marshal(card)
	if err != nil {
		t.Fatal(err)
	}
	with := func(members string) string { return strings.TrimSuffix(string(signed), "}") + "," + members + "}" }
	tests := []struct{ name, document, want string }{
		{"signed", string(signed), ""},
		{"with members of other versions", with(`"security":[{"x":[]}]`), ""},
		{"changed", with(`"iconUrl":"https://evil.example.com"`), "changed after it was signed"},
		{"not signed", `{"supportedInterfaces":[{"url":"https://x.example.com"}]}`, "not signed"},
	}
	trusting := discovery.Resolver{Keys: signature.Trust(signature.Key{ID: "k", Public: public})}
	for _, test := range tests {
		url := serve(t, func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, test.document) })
		got, err := trusting.Fetch(t.Context(), url, wire.ClientOptions{})
		switch {
		case test.want == "" && (err != nil || len(got.GetSecurityRequirements()) > 0):
			t.Errorf("%s: %v, %v", test.name, got, err)
		case test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)):
			t.Errorf("%s: error %v, want %q", test.name, err, test.want)
		}
		if _, err := trusting.Dial(t.Context(), url, wire.ClientOptions{}); (err == nil) != (test.want == "") {
			t.Errorf("%s: dialled with error %v", test.name, err)
		}
	}
}
