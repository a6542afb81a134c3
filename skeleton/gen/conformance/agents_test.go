package conformance

import (
	"context"
	"slices"
	"strings"
	"testing"

	"google.golang.org/protobuf/proto"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/wire"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host"
)

// idle is an executor that is never called.
type idle struct{}

func (idle) Execute(context.Context, *host.Turn) error { panic("the suite runs its own scripts") }

// agentOn returns an agent that declares nothing, served on some bindings.
func agentOn(bindings ...string) host.Agent {
	card := &a2apb.AgentCard{
		Name: "planner", Description: "Plans releases.", Version: "0.1.0",
		Capabilities:      new(a2apb.AgentCapabilities),
		DefaultInputModes: []string{"text/plain"}, DefaultOutputModes: []string{"text/plain"},
		Skills: []*a2apb.AgentSkill{{Id: "plan", Name: "Plan", Description: "Plans a release.", Tags: []string{"release"}}},
	}
	for _, binding := range bindings {
		card.SupportedInterfaces = append(card.SupportedInterfaces, &a2apb.AgentInterface{ProtocolBinding: binding, ProtocolVersion: "1.0"})
	}
	return host.Agent{Card: card, Executor: idle{}}
}

// everything returns an agent that declares all there is.
func everything() host.Agent {
	agent := agentOn(wire.GRPC, wire.HTTPJSON, wire.JSONRPC)
	card := agent.Card
	card.Capabilities = &a2apb.AgentCapabilities{
		Streaming: proto.Bool(true), PushNotifications: proto.Bool(true), ExtendedAgentCard: proto.Bool(true),
		Extensions: []*a2apb.AgentExtension{{Uri: "https://example.com/extensions/audit/v1", Required: true}},
	}
	card.SecuritySchemes = map[string]*a2apb.SecurityScheme{"bearer": {Scheme: &a2apb.SecurityScheme_HttpAuthSecurityScheme{
		HttpAuthSecurityScheme: &a2apb.HTTPAuthSecurityScheme{Scheme: "Bearer"},
	}}}
	card.SecurityRequirements = []*a2apb.SecurityRequirement{{Schemes: map[string]*a2apb.StringList{"bearer": {}}}}
	for _, i := range card.GetSupportedInterfaces() {
		i.Tenant = "payments api" // needs to be escaped
	}
	agent.Authenticator = func(context.Context, *wire.Call) (host.Identity, error) {
		return host.Identity{}, &wire.Error{Kind: wire.Unauthenticated, Challenge: "Bearer"}
	}
	agent.ExtendedCard = func(context.Context, host.Identity) (*a2apb.AgentCard, error) { return proto.CloneOf(card), nil }
	return agent
}

// TestEverything runs the suite for an agent that declares all there is.
func TestEverything(t *testing.T) {
	t.Parallel()
	Run(t, everything(), host.DefaultConfig())
}

// TestNothing runs it for agents that declare nothing, on every binding and on
// one only.
func TestNothing(t *testing.T) {
	t.Parallel()
	all := []string{wire.JSONRPC, wire.HTTPJSON, wire.GRPC}
	for _, bindings := range [][]string{all, all[:1], all[1:2], all[2:]} {
		t.Run(strings.Join(bindings, ","), func(t *testing.T) {
			t.Parallel()
			config := host.DefaultConfig()
			if !slices.Contains(bindings, wire.GRPC) {
				config.GRPCAddr = "off"
			}
			Run(t, agentOn(bindings...), config)
		})
	}
}
