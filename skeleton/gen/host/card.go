package host

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"slices"
	"time"

	"google.golang.org/protobuf/proto"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/wire"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
)

// Paths of a host, below its public URL.
const (
	jsonrpcPath = "/a2a/jsonrpc"
	restPath    = "/a2a/rest"
	cardPath    = "/.well-known/agent-card.json" // section 8.2
)

// cardMaxAge is how long clients may keep a card, in seconds (section 8.6.1).
const cardMaxAge = 300

// publish returns the card with the addresses that clients use, and without
// the interfaces that are not served. If that changes the card, it is without
// its signatures as well: they are over what it said before (section 8.4).
func publish(card *a2apb.AgentCard, c *Config) *a2apb.AgentCard {
	out := proto.CloneOf(card)
	out.SupportedInterfaces = slices.DeleteFunc(out.SupportedInterfaces, func(i *a2apb.AgentInterface) bool {
		switch i.GetProtocolBinding() {
		case wire.JSONRPC:
			i.Url = c.PublicURL + jsonrpcPath
		case wire.HTTPJSON:
			i.Url = c.PublicURL + restPath
		case wire.GRPC:
			i.Url = c.PublicGRPC
			return c.GRPCAddr == off
		}
		return false
	})
	if len(out.Signatures) > 0 && !proto.Equal(out, card) {
		out.Signatures = nil
	}
	return out
}

// forTenant returns the card as one tenant sees it: with the tenant's own
// interfaces. Signatures are over the card of all tenants.
func forTenant(card *a2apb.AgentCard, tenant string) *a2apb.AgentCard {
	out := a2a.CopyAgentCard(card)
	out.Signatures, out.SupportedInterfaces = nil, nil
	for _, i := range card.GetSupportedInterfaces() {
		if i.GetTenant() == tenant {
			out.SupportedInterfaces = append(out.SupportedInterfaces, i)
		}
	}
	return out
}

// publishing does to extended cards what publish does to the public one. nil
// stays nil.
func publishing(extended extendedCard, c *Config) extendedCard {
	if extended == nil {
		return nil
	}
	return func(ctx context.Context, caller Identity) (*a2apb.AgentCard, error) {
		card, err := extended(ctx, caller)
		if err != nil || card == nil {
			return nil, err
		}
		return publish(card, c), nil
	}
}

type extendedCard = func(context.Context, Identity) (*a2apb.AgentCard, error)

// offers says whether a card lists a binding.
func offers(card *a2apb.AgentCard, binding string) bool {
	return slices.ContainsFunc(card.GetSupportedInterfaces(), func(i *a2apb.AgentInterface) bool {
		return i.GetProtocolBinding() == binding
	})
}

// cardHandler serves the card. It is public: it says how to authenticate.
func cardHandler(card *a2apb.AgentCard) (http.Handler, error) {
	body, err := a2a.Marshal(card)
	if err != nil {
		return nil, fmt.Errorf("agent card: %w", err)
	}
	sum := sha256.Sum256(body)
	etag := `"` + hex.EncodeToString(sum[:16]) + `"`
	modified := time.Now()
	return onlyGet(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Type", "application/json")
		h.Set("Cache-Control", fmt.Sprintf("public, max-age=%d", cardMaxAge))
		h.Set("ETag", etag)
		http.ServeContent(w, r, "", modified, bytes.NewReader(body))
	}), nil
}

// clientHost returns an address as clients on this machine reach it.
func clientHost(addr net.Addr) string {
	host, port, err := net.SplitHostPort(addr.String())
	if err != nil {
		return addr.String()
	}
	if ip := net.ParseIP(host); ip != nil && ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	return net.JoinHostPort(host, port)
}

// withDefaultURLs fills in the public addresses that are not configured, from
// those that are and from those that the listeners have. grpc may be nil.
func (c Config) withDefaultURLs(http, grpc net.Addr) Config {
	if c.PublicURL == "" {
		scheme := "http://"
		if c.TLSCert != "" {
			scheme = "https://"
		}
		c.PublicURL = scheme + clientHost(http)
	}
	if c.PublicGRPC != "" || grpc == nil {
		return c
	}
	c.PublicGRPC = clientHost(grpc)
	if u, err := url.Parse(c.PublicURL); err == nil {
		if _, port, err := net.SplitHostPort(c.PublicGRPC); err == nil {
			c.PublicGRPC = net.JoinHostPort(u.Hostname(), port)
		}
	}
	return c
}
