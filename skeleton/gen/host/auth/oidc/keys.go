package oidc

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/wire"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host/rate"
)

const (
	fetchTimeout = 10 * time.Second
	maxMetadata  = 1 << 20 // bytes

	// Somebody who sends tokens with keys that nobody has makes the agent ask
	// the issuer each time; it does so this often.
	fetchesAtOnce    = 5
	fetchesPerSecond = 0.1
)

// errUnreachable says that the issuer gave no answer that helps.
var errUnreachable = errors.New("the issuer cannot be reached")

// keys are an issuer's keys as far as they are known.
type keys struct {
	issuer   string
	metadata string // URL
	client   *http.Client

	mu     sync.Mutex
	remote *oidc.RemoteKeySet // nil until the URL of the keys is known
}

func newKeys(issuer, jwksURL, metadataURL string) *keys {
	k := &keys{issuer: issuer, metadata: metadataURL, client: &http.Client{
		Timeout:       fetchTimeout,
		Transport:     &fetcher{limit: rate.New(fetchesPerSecond, fetchesAtOnce)},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
	if metadataURL == "" {
		k.metadata = strings.TrimSuffix(issuer, "/") + "/.well-known/openid-configuration"
	}
	if jwksURL != "" {
		k.remote = k.at(jwksURL)
	}
	return k
}

func (k *keys) at(url string) *oidc.RemoteKeySet {
	return oidc.NewRemoteKeySet(oidc.ClientContext(context.Background(), k.client), url)
}

// set returns the key set. If nobody has looked yet where that is, it does.
func (k *keys) set(ctx context.Context) (*oidc.RemoteKeySet, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.remote != nil {
		return k.remote, nil
	}
	url, err := k.discover(ctx)
	if err != nil {
		return nil, fmt.Errorf("%w: %s: %w", errUnreachable, k.metadata, err)
	}
	k.remote = k.at(url)
	return k.remote, nil
}

// discover returns where the issuer's metadata says that its keys are (OpenID
// Connect Discovery 1.0, section 4; RFC 8414, section 3). Metadata of another
// issuer does not count.
func (k *keys) discover(ctx context.Context) (string, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, k.metadata, nil)
	if err != nil {
		return "", err
	}
	resp, err := k.client.Do(req)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	var metadata struct {
		Issuer  string `json:"issuer"`
		JWKSURL string `json:"jwks_uri"`
	}
	if err := json.NewDecoder(resp.Body).Decode(&metadata); err != nil {
		return "", fmt.Errorf("the metadata is not JSON: %w", err)
	}
	switch {
	case metadata.Issuer != k.issuer:
		return "", fmt.Errorf("the metadata is of the issuer %.200q, not of %q", metadata.Issuer, k.issuer)
	case !strings.HasPrefix(metadata.JWKSURL, "https://") && strings.HasPrefix(k.issuer, "https://"):
		return "", fmt.Errorf("the keys are at %.200q, not at an https URL", metadata.JWKSURL)
	}
	return metadata.JWKSURL, nil
}

// fetchedKeys verify one token, and tell a wrong signature from an issuer that
// does not answer.
type fetchedKeys struct {
	keys        *keys
	unreachable error
}

func (f *fetchedKeys) VerifySignature(ctx context.Context, jwt string) ([]byte, error) {
	// A client that goes away must not spoil what others wait for.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), fetchTimeout)
	defer cancel()
	set, err := f.keys.set(ctx)
	if err == nil {
		var payload []byte
		if payload, err = set.VerifySignature(ctx, jwt); err == nil {
			return payload, nil
		}
	}
	if errors.Is(err, errUnreachable) || errors.Is(err, context.DeadlineExceeded) {
		f.unreachable = &wire.Error{
			Kind: wire.Unavailable, Message: "credentials cannot be checked now", RetryAfter: 5 * time.Second, Cause: err,
		}
	}
	return nil, err
}

// body is the beginning of an answer's.
type body struct {
	io.Reader
	io.Closer
}

// fetcher gets metadata and keys, not too often, not too much, and from
// successful answers only.
type fetcher struct {
	limit  *rate.Limiter
	failed atomic.Bool // the last time
}

func (f *fetcher) RoundTrip(req *http.Request) (*http.Response, error) {
	if f.limit.Take("") > 0 {
		if f.failed.Load() {
			return nil, fmt.Errorf("%w: it was asked too often", errUnreachable)
		}
		// What is known is seconds old. A token that it does not verify is not
		// one of the issuer, or of a key that nobody was told about.
		return nil, errors.New("the keys were fetched a moment ago")
	}
	resp, err := f.fetch(req)
	f.failed.Store(err != nil)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errUnreachable, err)
	}
	return resp, nil
}

func (f *fetcher) fetch(req *http.Request) (*http.Response, error) {
	resp, err := http.DefaultTransport.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode != http.StatusOK {
		resp.Body.Close()
		return nil, errors.New(resp.Status)
	}
	resp.Body = body{io.LimitReader(resp.Body, maxMetadata), resp.Body}
	return resp, nil
}
