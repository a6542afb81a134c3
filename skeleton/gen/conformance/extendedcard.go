package conformance

import (
	"context"
	"slices"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host"
)

// extendedCards is about the card for authenticated callers (sections 3.1.11
// and 13.3).
func extendedCards() []requirement {
	return []requirement{
		{id: "CD-09", section: "3.1.11", level: must, run: extendedNeedsCaller},
		{id: "CD-10", section: "3.3.4", level: must, run: extendedOffOrAbsent},
		{id: "CD-11", section: "13.3", level: must, run: extendedIsTheCallers},
		{id: "CD-12", section: "13.3", level: should, on: onREST, run: extendedIsCached},
	}
}

// withExtended gives the agent an extended card that names its reader.
func withExtended(agent *host.Agent, _ *host.Config) {
	withExtendedDeclared(agent, nil)
	card := proto.CloneOf(agent.Card)
	agent.ExtendedCard = func(_ context.Context, caller host.Identity) (*a2apb.AgentCard, error) {
		own := proto.CloneOf(card)
		own.Description = "for " + caller.Name
		return own, nil
	}
}

func withExtendedDeclared(agent *host.Agent, _ *host.Config) {
	withCard(func(card *a2apb.AgentCard) { card.Capabilities.ExtendedAgentCard = proto.Bool(true) })(agent, nil)
}

func extendedNeedsCaller(c *check) {
	if !c.host.Card().GetCapabilities().GetExtendedAgentCard() {
		c.refused(unsupportedOperation, "GetExtendedAgentCard", obj{})
	}
	with := c.variant(withExtended)
	for _, name := range []string{"", intruder} {
		with.refused(unauthenticated, "GetExtendedAgentCard", obj{}, as(name))
	}
	with.ok("GetExtendedAgentCard", obj{})
}

func extendedOffOrAbsent(c *check) {
	off := c.variant(withCard(func(card *a2apb.AgentCard) { card.Capabilities.ExtendedAgentCard = proto.Bool(false) }))
	off.refused(unsupportedOperation, "GetExtendedAgentCard", obj{})
	absent := c.variant(withExtendedDeclared, func(agent *host.Agent, _ *host.Config) { agent.ExtendedCard = nil })
	absent.refused(extendedNotConfigured, "GetExtendedAgentCard", obj{})
}

func extendedIsTheCallers(c *check) {
	with := c.variant(withExtended)
	with.refused(denied, "GetExtendedAgentCard", obj{}, as(forbidden))
	for _, name := range []string{c.caller, "other-" + c.caller} {
		result := with.ok("GetExtendedAgentCard", obj{}, as(name))
		c.same("the description", result["description"], "for "+name)
		card := new(a2apb.AgentCard)
		if err := protojson.Unmarshal(encode(result), card); err != nil {
			c.Fatal(err)
		}
		own := slices.DeleteFunc(slices.Clone(with.host.Card().GetSupportedInterfaces()), func(i *a2apb.AgentInterface) bool {
			return i.GetTenant() != with.tenant
		})
		if !slices.EqualFunc(card.GetSupportedInterfaces(), own, func(a, b *a2apb.AgentInterface) bool { return proto.Equal(a, b) }) {
			c.Errorf("the interfaces of the extended card are %v, want %v", card.GetSupportedInterfaces(), own)
		}
	}
}

func extendedIsCached(c *check) {
	with := c.variant(withExtended)
	a := with.call("GetExtendedAgentCard", obj{})
	// Other callers get other cards, so shared caches must keep none.
	c.same("Cache-Control", a.header.Get("Cache-Control"), "private, max-age=300")
	etag := a.header.Get("ETag")
	if etag == "" {
		c.Fatal("the extended card has no ETag")
	}
	other := with.call("GetExtendedAgentCard", obj{}, as("other-"+c.caller))
	if other.header.Get("ETag") == etag {
		c.Error("another caller's card has the same ETag")
	}
	again := with.call("GetExtendedAgentCard", obj{}, header("If-None-Match", etag))
	if again.status != 304 || len(again.body) > 0 {
		c.Errorf("If-None-Match is answered with %d and %d bytes, want 304", again.status, len(again.body))
	}
}
