package discovery

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"strings"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/wire"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/discovery/signature"
)

const (
	wellKnown = ".well-known/agent-card.json" // section 8.2
	maxCard   = 4 << 20                       // bytes; a card with many skills has some hundred thousand
)

// Fetch is [Resolver.Fetch] of the zero Resolver.
func Fetch(ctx context.Context, baseURL string, opts wire.ClientOptions) (*a2apb.AgentCard, error) {
	return Resolver{}.Fetch(ctx, baseURL, opts)
}

// Fetch reads the card of the agent at baseURL, from the well-known path below
// it. A URL whose path ends in .json is that of the card itself. An answer
// other than success is a [*wire.Error] within the error.
//
// Cards of other implementations are read with their known faults; what the
// protocol demands of a card is not checked, except that it lists interfaces,
// and its signatures if the Resolver has keys.
func (r Resolver) Fetch(ctx context.Context, baseURL string, opts wire.ClientOptions) (*a2apb.AgentCard, error) {
	u, err := url.Parse(baseURL)
	if err != nil {
		return nil, fmt.Errorf("agent card: %w", err)
	}
	if u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return nil, fmt.Errorf("agent card: %q is not an absolute http or https URL", baseURL)
	}
	if !strings.HasSuffix(u.Path, ".json") {
		u = u.JoinPath(wellKnown)
	}
	data, err := wire.Get(ctx, u.String(), opts, maxCard)
	if failed, ok := errors.AsType[*url.Error](err); ok {
		err = failed.Err // the URL is named below
	}
	var card *a2apb.AgentCard
	if err == nil {
		card, err = r.parse(ctx, data)
	}
	if err != nil {
		return nil, fmt.Errorf("agent card %s: %w", u.Redacted(), err)
	}
	return card, nil
}

// parse reads a card.
func (r Resolver) parse(ctx context.Context, data []byte) (*a2apb.AgentCard, error) {
	if !json.Valid(data) {
		return nil, errors.New("the document is not JSON; is this the address of an agent?")
	}
	card, err := decode(data)
	if err != nil && r.Keys == nil {
		if plain, failed := withScopeLists(data); failed == nil {
			card, err = decode(plain)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("the document is not an agent card: %w", err)
	}
	var other otherCard
	_ = json.Unmarshal(data, &other) // what fits is taken
	if len(card.GetSupportedInterfaces()) == 0 {
		if other.URL != "" {
			return nil, errOld
		}
		return nil, errors.New("the document is not an agent card: it lists no supportedInterfaces")
	}
	if r.Keys != nil {
		// What the card says in other words is not signed.
		_, err := signature.Verify(ctx, card, r.Keys)
		return card, err
	}
	other.complete(card)
	return card, nil
}

func decode(data []byte) (*a2apb.AgentCard, error) {
	card := new(a2apb.AgentCard)
	return card, a2a.Unmarshal(data, card)
}
