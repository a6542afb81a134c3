package wire

import (
	"fmt"

	"google.golang.org/grpc/codes"
)

// Domain is the ErrorInfo domain of the errors that A2A defines (sections 9.5,
// 10.6 and 11.6).
const Domain = "a2a-protocol.org"

// Kind is one sort of failure and its number in each binding (section 5.4).
// A kind is never changed after its declaration; compare kinds by pointer.
type Kind struct {
	Reason  string     // UPPER_SNAKE name in ErrorInfo
	Title   string     // text for an error that has no message of its own
	JSONRPC int        // JSON-RPC error code
	HTTP    int        // HTTP status
	GRPC    codes.Code // gRPC status
	Info    bool       // carries ErrorInfo with Domain in every binding
}

// New returns an [Error] of this kind with a message for the client.
func (k *Kind) New(format string, args ...any) *Error {
	return &Error{Kind: k, Message: fmt.Sprintf(format, args...)}
}

// The kinds that JSON-RPC, HTTP and gRPC bring along. The codes from -32090 on
// lie in the range that A2A reserves for itself and are this implementation's:
// the protocol names none for authentication (section 3.3.2).
var (
	ParseError           = &Kind{Reason: "PARSE_ERROR", Title: "the request is not valid JSON", JSONRPC: -32700, HTTP: 400, GRPC: codes.InvalidArgument}
	InvalidRequest       = &Kind{Reason: "INVALID_REQUEST", Title: "the request is not a valid envelope", JSONRPC: -32600, HTTP: 400, GRPC: codes.InvalidArgument}
	MethodNotFound       = &Kind{Reason: "METHOD_NOT_FOUND", Title: "no such operation", JSONRPC: -32601, HTTP: 404, GRPC: codes.Unimplemented}
	PathNotFound         = &Kind{Reason: "NOT_FOUND", Title: "nothing is served at this path", JSONRPC: -32601, HTTP: 404, GRPC: codes.NotFound}
	MethodNotAllowed     = &Kind{Reason: "METHOD_NOT_ALLOWED", Title: "the resource has no such method", JSONRPC: -32601, HTTP: 405, GRPC: codes.Unimplemented}
	InvalidParams        = &Kind{Reason: "INVALID_PARAMS", Title: "the request has invalid values", JSONRPC: -32602, HTTP: 400, GRPC: codes.InvalidArgument}
	Internal             = &Kind{Reason: "INTERNAL", Title: "internal error", JSONRPC: -32603, HTTP: 500, GRPC: codes.Internal}
	UnsupportedMediaType = &Kind{Reason: "CONTENT_TYPE_NOT_SUPPORTED", Title: "the Content-Type is not supported", JSONRPC: -32005, HTTP: 415, GRPC: codes.InvalidArgument, Info: true}
	TooLarge             = &Kind{Reason: "TOO_LARGE", Title: "the request is too large", JSONRPC: -32600, HTTP: 413, GRPC: codes.ResourceExhausted}
	Unauthenticated      = &Kind{Reason: "UNAUTHENTICATED", Title: "authentication is required", JSONRPC: -32090, HTTP: 401, GRPC: codes.Unauthenticated, Info: true}
	PermissionDenied     = &Kind{Reason: "PERMISSION_DENIED", Title: "the caller may not do this", JSONRPC: -32091, HTTP: 403, GRPC: codes.PermissionDenied, Info: true}
	RateLimited          = &Kind{Reason: "RATE_LIMITED", Title: "too many requests", JSONRPC: -32092, HTTP: 429, GRPC: codes.ResourceExhausted, Info: true}
	Unavailable          = &Kind{Reason: "UNAVAILABLE", Title: "the agent cannot answer now", JSONRPC: -32093, HTTP: 503, GRPC: codes.Unavailable, Info: true}
)
