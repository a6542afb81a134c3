package authtest

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"
)

// Issuer signs tokens, and serves its metadata and keys.
type Issuer struct {
	t      testing.TB
	server *httptest.Server

	mu      sync.Mutex
	key     *ecdsa.PrivateKey
	id      string // of the key
	fetches int    // of the keys
	down    bool
}

// NewIssuer returns an issuer that works until the test ends.
func NewIssuer(t testing.TB) *Issuer {
	t.Helper()
	i := &Issuer{t: t}
	i.Rotate()
	mux := http.NewServeMux()
	mux.HandleFunc("GET /.well-known/openid-configuration", i.serve(i.metadata))
	mux.HandleFunc("GET /keys", i.serve(i.keys))
	i.server = httptest.NewServer(mux)
	t.Cleanup(i.server.Close)
	return i
}

// URL returns the issuer's name.
func (i *Issuer) URL() string { return i.server.URL }

// KeysURL returns where the issuer's keys are.
func (i *Issuer) KeysURL() string { return i.server.URL + "/keys" }

// Rotate gives the issuer a new key. The one before is forgotten.
func (i *Issuer) Rotate() {
	i.t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		i.t.Fatal(err)
	}
	i.mu.Lock()
	defer i.mu.Unlock()
	i.key, i.id = key, rand.Text()
}

// SetDown makes the issuer answer with errors, or not any more.
func (i *Issuer) SetDown(down bool) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.down = down
}

// Fetches returns how often the keys were asked for.
func (i *Issuer) Fetches() int {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.fetches
}

// Token is what a token says.
type Token struct {
	Subject  string
	Audience string
	Scopes   []string
	Lifetime time.Duration // an hour if 0; negative for a token that has expired

	Type   string         // of the header; "at+jwt" if empty
	Claims map[string]any // besides, or instead of, those above; nil for one that is left out
}

// Sign returns a signed token.
func (i *Issuer) Sign(token Token) string {
	i.t.Helper()
	i.mu.Lock()
	key, id := i.key, i.id
	i.mu.Unlock()
	if token.Lifetime == 0 {
		token.Lifetime = time.Hour
	}
	if token.Type == "" {
		token.Type = "at+jwt"
	}
	now := time.Now()
	claims := map[string]any{
		"iss": i.URL(), "sub": token.Subject, "aud": token.Audience,
		"iat": now.Add(min(0, token.Lifetime) - time.Minute).Unix(), "exp": now.Add(token.Lifetime).Unix(),
	}
	if len(token.Scopes) > 0 {
		claims["scope"] = strings.Join(token.Scopes, " ")
	}
	for name, value := range token.Claims {
		claims[name] = value
		if value == nil {
			delete(claims, name)
		}
	}
	signed := i.part(map[string]any{"alg": "ES256", "kid": id, "typ": token.Type}) + "." + i.part(claims)
	sum := sha256.Sum256([]byte(signed))
	r, s, err := ecdsa.Sign(rand.Reader, key, sum[:])
	if err != nil {
		i.t.Fatal(err)
	}
	signature := make([]byte, 64) // r and s, 32 bytes each (RFC 7518, section 3.4)
	r.FillBytes(signature[:32])
	s.FillBytes(signature[32:])
	return signed + "." + base64.RawURLEncoding.EncodeToString(signature)
}

func (i *Issuer) part(v map[string]any) string {
	i.t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		i.t.Fatal(err)
	}
	return base64.RawURLEncoding.EncodeToString(data)
}

func (i *Issuer) serve(content func() map[string]any) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		i.mu.Lock()
		defer i.mu.Unlock()
		if i.down {
			http.Error(w, "down", http.StatusBadGateway)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(content()) // the client sees when that fails
	}
}

func (i *Issuer) metadata() map[string]any {
	return map[string]any{"issuer": i.URL(), "jwks_uri": i.KeysURL()}
}

func (i *Issuer) keys() map[string]any {
	i.fetches++
	point, err := i.key.PublicKey.Bytes() // 4, x, y
	if err != nil {
		return nil
	}
	encode := base64.RawURLEncoding.EncodeToString
	return map[string]any{"keys": []any{map[string]any{
		"kty": "EC", "crv": "P-256", "alg": "ES256", "use": "sig", "kid": i.id,
		"x": encode(point[1:33]), "y": encode(point[33:]),
	}}}
}
