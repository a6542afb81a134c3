package host

import (
	"context"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/wire"
)

// Identity is who makes a call.
type Identity struct {
	// Name tells callers apart and owns the tasks that the caller makes. It is
	// empty only if Anonymous. The authenticators of package host/auth make it
	// unique among all schemes: "<issuer>#<subject>" for a token, else
	// "<scheme>:<name>".
	Name string

	Anonymous bool           // the agent asked for no credentials, and got none
	Scopes    []string       // what the credentials grant
	Claims    map[string]any // of a token, as its issuer signed them
	Scheme    string         // the security scheme of the card that was used

	// Denied holds the skills that ask for more than the caller has proved
	// (section 7.5), and what the caller is told about it.
	Denied map[string]*wire.Error

	// Challenge is what WWW-Authenticate tells a caller that is anonymous and
	// wants something that anonymous callers don't get.
	Challenge string
}

// Authenticator finds out who makes a call, from its headers or certificates.
// A caller without valid credentials is a wire.Unauthenticated error with a
// challenge, one without a needed scope is wire.PermissionDenied. The cause of
// an Unauthenticated error says what is wrong with the credentials that were
// shown, and counts as a failed attempt; without a cause none were. It goes to
// the log, so it must not contain them.
type Authenticator func(ctx context.Context, call *wire.Call) (Identity, error)

type identityKey struct{}

// WithIdentity returns a context that carries the caller's identity.
func WithIdentity(ctx context.Context, id Identity) context.Context {
	return context.WithValue(ctx, identityKey{}, id)
}

// IdentityFrom returns the identity of the caller, the anonymous one when the
// context carries none. It works in services and in handlers.
func IdentityFrom(ctx context.Context) Identity {
	if id, ok := ctx.Value(identityKey{}).(Identity); ok {
		return id
	}
	return Identity{Anonymous: true}
}
