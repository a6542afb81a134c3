// Package discovery finds out how to talk to an agent: it reads the agent's
// card, picks one of the interfaces there, and makes a client for it (sections
// 8.2 and 8.3).
//
//	client, err := discovery.Dial(ctx, "https://deployer.example.com", wire.ClientOptions{})
//
// Fetch, Choose and NewClient are the same three steps one by one, for callers
// that want to look at the card or have one already. A card is what the agent
// says about itself: it may name interfaces on other hosts, and the headers of
// the options, credentials included, go there. A [Resolver] takes only cards
// that somebody signed whom the caller trusts.
package discovery

import (
	"context"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"strings"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/wire"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/discovery/signature"
)

// Resolver reads cards. The zero Resolver takes every card.
type Resolver struct {
	// Keys finds the keys of those who may have signed a card. With it, a card
	// that none of them signed as it is now is an error (section 8.4.3). See
	// [signature.Trust] for fixed keys.
	Keys signature.Source
}

// Dial is [Resolver.Dial] of the zero Resolver.
func Dial(ctx context.Context, baseURL string, opts wire.ClientOptions, preferred ...string) (a2a.Client, error) {
	return Resolver{}.Dial(ctx, baseURL, opts, preferred...)
}

// Dial reads the card of the agent at baseURL and returns a client of the
// interface that [Choose] picks for the preferred bindings.
func (r Resolver) Dial(ctx context.Context, baseURL string, opts wire.ClientOptions, preferred ...string) (a2a.Client, error) {
	card, err := r.Fetch(ctx, baseURL, opts)
	if err != nil {
		return nil, err
	}
	iface, err := Choose(card, preferred...)
	if err != nil {
		return nil, fmt.Errorf("agent %q: %w", card.GetName(), err)
	}
	return NewClient(iface, opts)
}

// NewClient returns a client of an interface. If the interface names a tenant,
// that is the one the client sends (section 8.3.2). gRPC goes without TLS only
// to this machine, or if the options ask for it.
func NewClient(iface *a2apb.AgentInterface, opts wire.ClientOptions) (a2a.Client, error) {
	if tenant := iface.GetTenant(); tenant != "" {
		opts.Tenant = tenant
	}
	address := iface.GetUrl()
	switch strings.ToUpper(iface.GetProtocolBinding()) {
	case wire.JSONRPC:
		if err := checkURL(address); err != nil {
			return nil, err
		}
		return a2a.NewJSONRPCClient(address, opts), nil
	case wire.HTTPJSON:
		if err := checkURL(address); err != nil {
			return nil, err
		}
		return a2a.NewRESTClient(address, opts), nil
	case wire.GRPC:
		opts.Plaintext = opts.Plaintext || isLoopback(address)
		if strings.HasPrefix(address, "http://") && !opts.Plaintext {
			return nil, fmt.Errorf("the agent offers gRPC at %s without TLS; set Plaintext to allow that", address)
		}
		return a2a.NewGRPCClient(address, opts)
	}
	return nil, fmt.Errorf("there is no client for the binding %q", iface.GetProtocolBinding())
}

// checkURL makes sure that a card's URL leads somewhere.
func checkURL(address string) error {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return fmt.Errorf("the agent offers an interface at %q, which is not an absolute http or https URL", address)
	}
	return nil
}

// isLoopback reports whether a gRPC address is on this machine by its own
// words; names are not looked up, but for localhost.
func isLoopback(address string) bool {
	if _, rest, ok := strings.Cut(address, "://"); ok {
		address = strings.Trim(rest, "/")
	}
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		host = strings.Trim(address, "[]")
	}
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && ip.IsLoopback()
}
