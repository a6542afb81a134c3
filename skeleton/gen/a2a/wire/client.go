package wire

import (
	"bytes"
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
	"google.golang.org/protobuf/types/known/emptypb"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/jsonpb"
)

// ClientVersion is the protocol version that clients ask for.
const ClientVersion = "1.0"

// maxAnswer bounds one answer that a client reads.
const maxAnswer = 256 << 20

// httpConn is what the clients of the HTTP bindings share.
type httpConn struct {
	url     string
	client  *http.Client
	opts    ClientOptions
	kinds   []*Kind
	unknown unknownEvents
}

func newHTTPConn(url string, opts ClientOptions, kinds []*Kind) httpConn {
	return httpConn{url: url, client: opts.httpClient(), opts: opts, kinds: kinds, unknown: unknownEvents{logger: opts.Logger}}
}

// Close frees idle connections.
func (c *httpConn) Close() error {
	c.client.CloseIdleConnections()
	return nil
}

// request builds a request with the service parameters (section 3.2.6).
func (o *ClientOptions) request(ctx context.Context, verb, url string, body []byte, accept string) (*http.Request, error) {
	var reader io.Reader
	if body != nil {
		reader = bytes.NewReader(body)
	}
	req, err := http.NewRequestWithContext(ctx, verb, url, reader)
	if err != nil {
		return nil, err
	}
	for name, values := range o.Header {
		req.Header[http.CanonicalHeaderKey(name)] = values
	}
	if body != nil {
		req.Header.Set("Content-Type", jsonType)
	}
	req.Header.Set("Accept", accept)
	req.Header.Set("A2A-Version", ClientVersion)
	if len(o.Extensions) > 0 {
		req.Header.Set("A2A-Extensions", strings.Join(o.Extensions, ","))
	}
	return req, nil
}

// httpClient returns the client to use. One without a redirect policy of its
// own gets checkRedirect.
func (o *ClientOptions) httpClient() *http.Client {
	var client http.Client
	if o.HTTP != nil {
		client = *o.HTTP
	}
	if client.CheckRedirect == nil {
		client.CheckRedirect = checkRedirect
	}
	return &client
}

// checkRedirect lets a redirect pass only if it keeps the host, the verb and
// the encryption: the request carries credentials and messages that were meant
// for this host, and net/http would turn a POST into a GET.
func checkRedirect(req *http.Request, via []*http.Request) error {
	first := via[0]
	if req.URL.Hostname() != first.URL.Hostname() || req.Method != first.Method || first.URL.Scheme == "https" && req.URL.Scheme != "https" {
		return fmt.Errorf("the agent redirects to %s, which is not followed; use that address if you trust it", req.URL.Redacted())
	}
	if len(via) == 10 {
		return errors.New("the agent redirects in circles")
	}
	return nil
}

// Get reads a document of an agent, such as its card, of at most limit bytes.
// An answer other than success is an [*Error].
func Get(ctx context.Context, url string, opts ClientOptions, limit int64) ([]byte, error) {
	req, err := opts.request(ctx, http.MethodGet, url, nil, acceptJSON)
	if err != nil {
		return nil, err
	}
	resp, err := opts.httpClient().Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	body, err := readAnswer(resp.Body, limit)
	if err == nil && resp.StatusCode >= 300 {
		err = completed(nil, resp)
	}
	return body, err
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
func readAnswer(r io.Reader, limit int64) ([]byte, error) {
	body, err := io.ReadAll(io.LimitReader(r, limit+1))
	if err == nil && int64(len(body)) > limit {
		err = fmt.Errorf("the agent's answer is larger than %d MiB", limit>>20)
	}
	return body, err
}

// decodeAnswer reads the message of an answer. Where there is nothing to tell,
// servers send an empty object, null, or nothing at all.
func decodeAnswer[Resp any](data []byte, read func(*jsonpb.Decoder, *Resp)) (*Resp, error) {
	resp := new(Resp)
	if _, ok := any(resp).(*emptypb.Empty); ok && (len(data) == 0 || string(data) == "null") {
		return resp, nil
	}
	d := jsonpb.Acquire(data)
	defer d.Release()
	read(d, resp)
	if err := d.End(); err != nil {
		return nil, fmt.Errorf("the agent's answer cannot be read: %w", err)
	}
	return resp, nil
}

// named adds the operation to a failure that the agent did not report.
func named(op *Operation, err error) error {
	if _, ok := err.(*Error); ok || err == nil {
		return err
	}
	return fmt.Errorf("%s: %w", op.Name, err)
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
