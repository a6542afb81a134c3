package host

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/wire"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
)

// guard decides about calls as the card declares: who may call, in which
// version of the protocol, with which extensions, and for what.
type guard struct {
	authenticator Authenticator // nil: all callers are anonymous
	versions      []string      // Major.Minor, of the card's interfaces
	assumed       string        // the version of calls that name none
	capabilities  *a2apb.AgentCapabilities
	logger        *slog.Logger
	limits        limits
}

func newGuard(agent Agent, logger *slog.Logger) *guard {
	g := &guard{
		logger:        logger,
		authenticator: agent.Authenticator,
		assumed:       agent.AssumeVersion,
		capabilities:  agent.Card.GetCapabilities(),
	}
	for _, i := range agent.Card.GetSupportedInterfaces() {
		if version, ok := majorMinor(i.GetProtocolVersion()); ok && !slices.Contains(g.versions, version) {
			g.versions = append(g.versions, version)
		}
	}
	return g
}

// Authenticate puts the caller's identity into the context.
func (g *guard) Authenticate(ctx context.Context, call *wire.Call) (context.Context, error) {
	id, err := g.identify(ctx, call)
	if err != nil {
		return nil, err
	}
	if err := g.limits.mayCall(call, id); err != nil {
		return nil, err
	}
	if g.authenticator == nil {
		return ctx, nil // which is anonymous
	}
	return WithIdentity(ctx, id), nil
}

// identify finds out who calls.
func (g *guard) identify(ctx context.Context, call *wire.Call) (Identity, error) {
	if g.authenticator == nil {
		return Identity{Anonymous: true}, nil
	}
	if err := g.limits.mayTry(call); err != nil {
		return Identity{}, err
	}
	id, err := g.authenticator(ctx, call)
	if err != nil {
		return Identity{}, g.turnAway(call, err)
	}
	if id.Name == "" && !id.Anonymous {
		return Identity{}, fmt.Errorf("scheme %q gave an identity without a name", id.Scheme)
	}
	return id, nil
}

// turnAway notes that a caller is not let in (section 13.4), and returns what
// the caller is told.
func (g *guard) turnAway(call *wire.Call, err error) error {
	kind := wire.KindOf(err)
	if kind != wire.Unauthenticated && kind != wire.PermissionDenied {
		return err
	}
	told := *wire.AsError(err)
	if kind == wire.Unauthenticated && told.Cause != nil { // shown and wrong; to ask without any is how clients begin
		g.limits.failed(call)
	}
	g.logger.Warn("a caller was turned away", "binding", call.Binding, "remote", g.limits.address(call), "error", err)
	told.Cause = nil // is in the log now
	return &told
}

// Admit checks version, extensions and capabilities, in this order.
func (g *guard) Admit(ctx context.Context, call *wire.Call) (context.Context, error) {
	if err := g.checkVersion(call); err != nil {
		return nil, err
	}
	if call.Operation == nil {
		return ctx, nil // the binding says what is wrong
	}
	if err := g.checkExtensions(call); err != nil {
		return nil, err
	}
	if err := g.checkCapability(call.Operation); err != nil {
		return nil, err
	}
	return ctx, nil
}

// checkVersion compares Major.Minor of the requested version with what the
// card offers (section 3.6). Patch numbers play no part.
func (g *guard) checkVersion(call *wire.Call) error {
	version, err := call.Version()
	if err != nil {
		return err
	}
	if version == "" {
		version = g.assumed
	}
	if slices.Contains(g.versions, version) {
		return nil
	}
	if wanted, ok := majorMinor(version); ok && slices.Contains(g.versions, wanted) {
		return nil
	}
	supported := strings.Join(g.versions, ",")
	if version == "" {
		return a2a.VersionNotSupported.New("no A2A-Version was sent, which means 0.3; this agent speaks %s", supported).
			With("supportedVersions", supported)
	}
	return a2a.VersionNotSupported.New("version %q of the protocol is not supported; this agent speaks %s", version, supported).
		With("supportedVersions", supported)
}

// majorMinor returns the first two numbers of a version, and false if it is
// not made of two or three numbers.
func majorMinor(version string) (string, bool) {
	numbers := strings.Split(version, ".")
	if len(numbers) != 2 && len(numbers) != 3 {
		return "", false
	}
	for _, n := range numbers {
		if n == "" || strings.Trim(n, "0123456789") != "" {
			return "", false
		}
	}
	return numbers[0] + "." + numbers[1], true
}

// checkExtensions activates the declared extensions that the client asks for,
// and refuses a call that lacks a required one (sections 3.3.4 and 4.6).
// Reading the card is how a client learns of them, so that needs none.
func (g *guard) checkExtensions(call *wire.Call) error {
	declared := g.capabilities.GetExtensions()
	if len(declared) == 0 {
		return nil
	}
	requested := call.Extensions()
	var missing []string
	for _, ext := range declared {
		switch {
		case slices.Contains(requested, ext.GetUri()):
			call.Activated = append(call.Activated, ext.GetUri())
		case ext.GetRequired():
			missing = append(missing, ext.GetUri())
		}
	}
	if len(missing) == 0 || call.Operation.Name == "GetExtendedAgentCard" {
		return nil
	}
	list := strings.Join(missing, ", ")
	return a2a.ExtensionSupportRequired.New("name these extensions in A2A-Extensions: %s", list).
		With("extensions", list)
}

// checkCapability refuses operations that the card does not offer
// (section 3.3.4).
func (g *guard) checkCapability(op *wire.Operation) error {
	switch {
	case op.Streaming && !g.capabilities.GetStreaming():
		return a2a.UnsupportedOperation.New("this agent does not stream")
	case strings.Contains(op.Name, "PushNotificationConfig") && !g.capabilities.GetPushNotifications():
		return a2a.PushNotificationNotSupported.New("this agent sends no push notifications")
	case op.Name == "GetExtendedAgentCard" && !g.capabilities.GetExtendedAgentCard():
		return a2a.UnsupportedOperation.New("this agent has no extended card")
	}
	return nil
}
