package wire

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/http"
	"net/url"
	"strings"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/jsonpb"
)

// ClientVersion is the protocol version that clients ask for.
const ClientVersion = "1.0"

// maxAnswer bounds one answer that a client reads.
const maxAnswer = 256 << 20

// httpConn is what the clients of the HTTP bindings share.
type httpConn struct {
	url    string
	client *http.Client
	opts   ClientOptions
	kinds  []*Kind
}

func newHTTPConn(url string, opts ClientOptions, kinds []*Kind) httpConn {
	client := opts.HTTP
	if client == nil {
		client = http.DefaultClient
	}
	return httpConn{url: strings.TrimSuffix(url, "/"), client: client, opts: opts, kinds: kinds}
}

// Close frees idle connections.
func (c *httpConn) Close() error {
	c.client.CloseIdleConnections()
	return nil
}

// request builds a request with the service parameters (section 3.2.6).
func (c *httpConn) request(ctx context.Context, verb, url string, body []byte, accept string) (*http.Request, error) {
	req, err := http.NewRequestWithContext(ctx, verb, url, newBody(body))
	if err != nil {
		return nil, err
	}
	for name, values := range c.opts.Header {
		req.Header[http.CanonicalHeaderKey(name)] = values
	}
	if body != nil {
		req.Header.Set("Content-Type", jsonType)
		req.ContentLength = int64(len(body))
	}
	req.Header.Set("Accept", accept)
	req.Header.Set("A2A-Version", ClientVersion)
	if len(c.opts.Extensions) > 0 {
		req.Header.Set("A2A-Extensions", strings.Join(c.opts.Extensions, ","))
	}
	return req, nil
}

func newBody(body []byte) io.Reader {
	if body == nil {
		return nil
	}
	return strings.NewReader(string(body))
}

// withTenant gives a request the client's tenant if it has none of its own.
// The caller's message stays as it is.
func withTenant[Req any](req *Req, tenant string) *Req {
	m, ok := any(req).(proto.Message)
	if tenant == "" || !ok {
		return req
	}
	field := m.ProtoReflect().Descriptor().Fields().ByName("tenant")
	if field == nil || field.Kind() != protoreflect.StringKind || m.ProtoReflect().Get(field).String() != "" {
		return req
	}
	clone := proto.Clone(m)
	clone.ProtoReflect().Set(field, protoreflect.ValueOfString(tenant))
	return any(clone).(*Req)
}

// readAnswer reads a body within bounds.
func readAnswer(r io.Reader) ([]byte, error) {
	body, err := io.ReadAll(io.LimitReader(r, maxAnswer+1))
	if err == nil && len(body) > maxAnswer {
		err = errors.New("the agent's answer is larger than 256 MiB")
	}
	return body, err
}

// decodeAnswer reads the message of an answer.
func decodeAnswer[Resp any](data []byte, read func(*jsonpb.Decoder, *Resp)) (*Resp, error) {
	resp := new(Resp)
	if err := decode(data, read, resp); err != nil {
		return nil, fmt.Errorf("the agent's answer cannot be read: %w", err)
	}
	return resp, nil
}

// isStream reports whether an answer is a stream of events. Before its first
// event a stream may fail with a plain answer instead.
func isStream(resp *http.Response) bool {
	return strings.HasPrefix(strings.ToLower(resp.Header.Get("Content-Type")), "text/event-stream")
}

// TenantPath is the path segment of a tenant, "" without one.
func TenantPath(tenant string) string {
	if tenant == "" {
		return ""
	}
	return "/" + Segment(tenant)
}

// Segment escapes a value as one path segment. A colon would start a verb and
// dots would be cleaned away, so they are escaped too.
func Segment(value string) string {
	if value == "." || value == ".." {
		return strings.ReplaceAll(value, ".", "%2E")
	}
	return strings.ReplaceAll(url.PathEscape(value), ":", "%3A")
}

// NoRoute is the call of an operation that the HTTP+JSON binding does not have.
func NoRoute[Resp any](op *Operation) (*Resp, error) {
	return nil, MethodNotFound.New("%s has no HTTP route; use another binding", op.Name)
}

// NoRouteStream is NoRoute for a stream.
func NoRouteStream[Resp any](op *Operation) iter.Seq2[*Resp, error] {
	return func(yield func(*Resp, error) bool) { yield(NoRoute[Resp](op)) }
}
