package wire

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/jsonpb"
)

// RESTConn is a client's side of the HTTP+JSON binding.
type RESTConn struct {
	httpConn
	streamsByGet atomic.Bool // see open
}

// NewRESTConn returns a connection to the interface at url. kinds are the
// errors that the protocol defines.
func NewRESTConn(url string, opts ClientOptions, kinds []*Kind) *RESTConn {
	return &RESTConn{httpConn: newHTTPConn(strings.TrimSuffix(url, "/"), opts, kinds)}
}

// RESTRequest is one request of the HTTP+JSON binding.
type RESTRequest struct {
	Verb  string
	Path  string // escaped, below the interface's URL
	Query url.Values
	Body  []byte // nil for none
}

// CallREST calls an operation with a single answer.
func CallREST[Req, Resp any](ctx context.Context, c *RESTConn, op *Operation, req *Req, build func(*Req) RESTRequest, read func(*jsonpb.Decoder, *Resp)) (*Resp, error) {
	resp, err := c.do(ctx, build(withTenant(req, c.opts.Tenant)), acceptJSON)
	if err != nil {
		return nil, named(op, err)
	}
	defer resp.Body.Close()
	body, err := readAnswer(resp.Body, maxAnswer)
	if err != nil {
		return nil, named(op, err)
	}
	answer, err := decodeAnswer(body, read)
	return answer, named(op, err)
}

// StreamREST calls an operation that answers with a stream.
func StreamREST[Req, Resp any](ctx context.Context, c *RESTConn, op *Operation, req *Req, build func(*Req) RESTRequest, read func(*jsonpb.Decoder, *Resp)) iter.Seq2[*Resp, error] {
	return func(yield func(*Resp, error) bool) {
		resp, err := c.open(ctx, build(withTenant(req, c.opts.Tenant)))
		if err != nil {
			yield(nil, named(op, err))
			return
		}
		defer resp.Body.Close()
		yieldEvents(&c.httpConn, op, resp, func(event sseEvent) (*Resp, error) {
			if bytes.Contains(event.data, []byte(`"error"`)) { // worth a closer look
				if failure := restFailure(c.kinds, event.data); failure != nil {
					return nil, completed(failure, resp)
				}
			}
			return decodeAnswer(event.data, read)
		}, yield)
	}
}

// open starts a stream. Some servers know a stream without a body by GET only,
// as the annotation of the proto has it; they are asked again, and from then on
// by GET at once (sections 5.3 and 11.3.2 say POST).
func (c *RESTConn) open(ctx context.Context, r RESTRequest) (*http.Response, error) {
	byPost := r.Verb == http.MethodPost && r.Body == nil
	if byPost && !c.streamsByGet.Load() {
		resp, err := c.do(ctx, r, acceptEvents)
		if !isWrongVerb(err, r.Path) {
			return resp, err
		}
	}
	if byPost {
		r.Verb = http.MethodGet
	}
	resp, err := c.do(ctx, r, acceptEvents)
	if byPost && err == nil {
		c.streamsByGet.Store(true)
	}
	return resp, err
}

// isWrongVerb reports whether a server knows the path, but not for this verb.
// Some routers take "7:subscribe" for the id of a task then.
func isWrongVerb(err error, path string) bool {
	e, ok := errors.AsType[*Error](err)
	if !ok {
		return false
	}
	if e.Kind.HTTP == http.StatusNotFound {
		id, _ := url.PathUnescape(path[strings.LastIndexByte(path, '/')+1:]) // escaped by this side
		return strings.Contains(e.Message, id) || slices.Contains(slices.Collect(maps.Values(e.Metadata)), id)
	}
	return e.Kind.HTTP == http.StatusMethodNotAllowed
}

const (
	acceptJSON   = a2aType + ", " + jsonType
	acceptEvents = "text/event-stream, " + acceptJSON
)

// do sends a request and returns a successful answer.
func (c *RESTConn) do(ctx context.Context, r RESTRequest, accept string) (*http.Response, error) {
	target := c.url + r.Path
	if query := r.Query.Encode(); query != "" {
		target += "?" + query
	}
	req, err := c.opts.request(ctx, r.Verb, target, r.Body, accept)
	if err != nil {
		return nil, err
	}
	resp, err := c.client.Do(req)
	if err != nil || resp.StatusCode < 300 {
		return resp, err
	}
	defer resp.Body.Close()
	body, err := readAnswer(resp.Body, maxAnswer)
	if err != nil {
		return nil, fmt.Errorf("the agent answered %s: %w", resp.Status, err)
	}
	return nil, completed(restFailure(c.kinds, body), resp)
}
