package wire

import "context"

// Guard decides about a call before the service sees it. All bindings ask the
// same guard in the same order, so a decision cannot differ between them
// (section 5.1). Implementations are safe for concurrent use.
type Guard interface {
	// Authenticate runs before the body is read. The context that it returns
	// carries the caller's identity.
	Authenticate(ctx context.Context, call *Call) (context.Context, error)

	// Admit runs when the operation is known and before the message is
	// decoded: protocol version, required extensions, declared capabilities.
	// It may set call.Activated. call.Operation is nil when the client named
	// none that exists; the version is checked even then, because another
	// version may know it.
	Admit(ctx context.Context, call *Call) (context.Context, error)
}
