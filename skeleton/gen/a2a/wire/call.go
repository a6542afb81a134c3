package wire

import (
	"context"
	"crypto/tls"
	"net/http"
	"net/url"
	"strings"
)

// Service parameters (section 3.2.6) under their canonical header names.
const (
	VersionHeader    = "A2a-Version"
	ExtensionsHeader = "A2a-Extensions"
)

// The names of the bindings as agent cards spell them (section 8.3.1).
const (
	JSONRPC  = "JSONRPC"
	HTTPJSON = "HTTP+JSON"
	GRPC     = "GRPC"
)

// Operation is one RPC of the protocol.
type Operation struct {
	Name       string // "SendMessage"
	FullMethod string // "/lf.a2a.v1.A2AService/SendMessage"
	Streaming  bool   // answers with a stream
}

// Call is what a binding knows about one request besides its message. It
// belongs to the request: do not keep it after the answer.
type Call struct {
	Binding    string               // JSONRPC, HTTPJSON or GRPC
	Operation  *Operation           // nil until the binding knows it, and for a JSON-RPC method that does not exist
	Header     http.Header          // request headers, or gRPC metadata under canonical names
	Query      url.Values           // HTTP bindings only
	TLS        *tls.ConnectionState // nil on plaintext connections
	RemoteAddr string
	Activated  []string // extension URIs that the answer names; set by the Guard

	// CacheControl of the answer to a GET of the HTTP+JSON binding, which then
	// has an ETag too; set by the service.
	CacheControl string
}

// Version returns the requested protocol version, "" when none was sent. The
// header counts first, then the query parameter A2A-Version in any case
// (section 3.6.1). Two values that differ are an InvalidParams error.
func (c *Call) Version() (string, error) {
	header := strings.TrimSpace(c.Header.Get(VersionHeader))
	for key, values := range c.Query {
		if !strings.EqualFold(key, VersionHeader) || len(values) == 0 {
			continue
		}
		query := strings.TrimSpace(values[0])
		if header == "" {
			return query, nil
		}
		if query != header {
			return "", InvalidField("A2A-Version", "header and query parameter differ; send one of them")
		}
	}
	return header, nil
}

// Extensions returns the extension URIs that the client asked for, from all
// header lines and comma lists, each once, in order (section 3.2.6).
func (c *Call) Extensions() []string {
	var uris []string
	seen := make(map[string]bool)
	for _, line := range c.Header.Values(ExtensionsHeader) {
		for uri := range strings.SplitSeq(line, ",") {
			if uri = strings.TrimSpace(uri); uri != "" && !seen[uri] {
				seen[uri] = true
				uris = append(uris, uri)
			}
		}
	}
	return uris
}

type callKey struct{}

// WithCall returns a context that carries the call.
func WithCall(ctx context.Context, call *Call) context.Context {
	return context.WithValue(ctx, callKey{}, call)
}

// CallFrom returns the call that a binding put into the context, or an empty
// one when a service is called directly.
func CallFrom(ctx context.Context) *Call {
	if call, ok := ctx.Value(callKey{}).(*Call); ok {
		return call
	}
	return &Call{}
}
