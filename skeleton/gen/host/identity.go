package host

import (
	"context"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/wire"
)

// Identity is who makes a call.
type Identity struct {
	Name      string         // owner of the tasks that the caller makes; "" only if Anonymous
	Anonymous bool           // the agent asks for no credentials
	Scopes    []string       // what the credentials grant
	Claims    map[string]any // of a token, as its issuer signed them
	Scheme    string         // the security scheme of the card that was used
}

// Authenticator finds out who makes a call, from its headers or certificates.
// A caller without valid credentials is a wire.Unauthenticated error with a
// challenge, one without a needed scope is wire.PermissionDenied.
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
