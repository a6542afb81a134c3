package wire

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"time"

	"google.golang.org/grpc"
)

// Options are what the owner of a server sets, the same for every binding.
type Options struct {
	Guard     Guard         // asked about every call; required
	Logger    *slog.Logger  // system failures go here; required
	MaxBytes  int64         // limit of one request; 0 means DefaultMaxBytes
	KeepAlive time.Duration // SSE comment after this much silence; 0 means none
	Prefix    string        // path under which an HTTP binding is mounted, "/a2a/rest"
}

// DefaultMaxBytes is the limit of one request where Options set none: 16 MiB.
const DefaultMaxBytes = 16 << 20

// log records a failure that is this side's fault; a client's mistakes are
// answered, not logged (section 3.3.2), and that it went away or waits no longer
// is no failure.
func (o *Options) log(ctx context.Context, e *Error) {
	if e.Kind != Internal && e.Cause == nil || errors.Is(e.Cause, context.Canceled) ||
		errors.Is(e.Cause, context.DeadlineExceeded) && ctx.Err() != nil {
		return
	}
	level := slog.LevelWarn
	if e.Kind == Internal {
		level = slog.LevelError
	}
	call := CallFrom(ctx)
	operation := ""
	if call.Operation != nil {
		operation = call.Operation.Name
	}
	o.Logger.Log(ctx, level, "request failed", "binding", call.Binding, "operation", operation, "error", e)
}

// Limit returns MaxBytes or its default.
func (o *Options) Limit() int64 {
	if o.MaxBytes > 0 {
		return o.MaxBytes
	}
	return DefaultMaxBytes
}

// ClientOptions are what the user of a client sets, the same for every
// binding. The zero value works against an agent that asks for no
// credentials.
type ClientOptions struct {
	// HTTP makes the requests of the HTTP bindings; a client without timeouts
	// when nil. If it has no CheckRedirect, only redirects that keep the host,
	// the verb and the encryption are followed.
	HTTP *http.Client

	Header      http.Header       // sent with each call, as metadata on gRPC
	Tenant      string            // sent with each call that names none
	Extensions  []string          // extension URIs to ask for
	Plaintext   bool              // gRPC without TLS, unless the target is a URL that says https
	DialOptions []grpc.DialOption // gRPC only
	Logger      *slog.Logger      // notes what the client passes over; slog.Default() when nil
}
