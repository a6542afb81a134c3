package host

import (
	"context"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
)

// Agent is what a host serves.
type Agent struct {
	// Card describes the agent (section 8). The host sets the URLs of its
	// interfaces and leaves out those that it does not serve, and the card's
	// signatures if that changes anything. The tenants of its interfaces are
	// the only ones there are; each has its own card below its name.
	Card *a2apb.AgentCard

	// Executor does the work.
	Executor Executor

	// Authenticator finds out who calls. It is required if the card has
	// security requirements; without them all callers are anonymous.
	Authenticator Authenticator

	// NewAuthenticator makes the Authenticator from the configuration where
	// that is nil. Its error says what to configure.
	NewAuthenticator func(Config) (Authenticator, error)

	// Authorizer decides whose tasks a caller works on. Nil lets all callers
	// work on their own only.
	Authorizer Authorizer

	// ExtendedCard returns the card for an authenticated caller. It is
	// required if the card declares the capability.
	ExtendedCard func(ctx context.Context, caller Identity) (*a2apb.AgentCard, error)

	// AssumeVersion is the protocol version of requests that name none. Empty
	// refuses them, as the protocol demands: without a version a request is
	// one of version 0.3 (section 3.6.2).
	AssumeVersion string
}
