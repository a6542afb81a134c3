package wire

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"net/http"
	"net/url"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/jsonpb"
)

// RESTConn is a client's side of the HTTP+JSON binding.
type RESTConn struct{ httpConn }

// NewRESTConn returns a connection to the interface at url. kinds are the
// errors that the protocol defines.
func NewRESTConn(url string, opts ClientOptions, kinds []*Kind) *RESTConn {
	return &RESTConn{newHTTPConn(url, opts, kinds)}
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
		return nil, fmt.Errorf("%s: %w", op.Name, err)
	}
	defer resp.Body.Close()
	body, err := readAnswer(resp.Body)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", op.Name, err)
	}
	if len(body) == 0 {
		return new(Resp), nil // as some servers answer operations without a result
	}
	return decodeAnswer(body, read)
}

// StreamREST calls an operation that answers with a stream.
func StreamREST[Req, Resp any](ctx context.Context, c *RESTConn, op *Operation, req *Req, build func(*Req) RESTRequest, read func(*jsonpb.Decoder, *Resp)) iter.Seq2[*Resp, error] {
	return func(yield func(*Resp, error) bool) {
		resp, err := c.open(ctx, build(withTenant(req, c.opts.Tenant)))
		if err != nil {
			yield(nil, fmt.Errorf("%s: %w", op.Name, err))
			return
		}
		defer resp.Body.Close()
		events := newSSEReader(resp.Body)
		for {
			data, err := events.next()
			if err == io.EOF {
				return
			}
			if err != nil {
				yield(nil, fmt.Errorf("%s: %w", op.Name, err))
				return
			}
			if failure := c.failure(data, 0); failure != nil {
				yield(nil, failure)
				return
			}
			event, err := decodeAnswer(data, read)
			if !yield(event, err) || err != nil {
				return
			}
		}
	}
}

// open starts a stream. Some servers know a POST route by GET only, as the
// annotation of the proto has it; they are asked again.
func (c *RESTConn) open(ctx context.Context, r RESTRequest) (*http.Response, error) {
	resp, err := c.do(ctx, r, acceptEvents)
	if err != nil && r.Verb == http.MethodPost && r.Body == nil && isWrongVerb(err) {
		r.Verb = http.MethodGet
		resp, err = c.do(ctx, r, acceptEvents)
	}
	if err != nil {
		return nil, err
	}
	if !isStream(resp) {
		resp.Body.Close()
		return nil, fmt.Errorf("the agent answered with %s instead of a stream", resp.Header.Get("Content-Type"))
	}
	return resp, nil
}

func isWrongVerb(err error) bool {
	kind := KindOf(err)
	return kind != nil && kind.HTTP == http.StatusMethodNotAllowed
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
	req, err := c.request(ctx, r.Verb, target, r.Body, accept)
	if err != nil {
		return nil, err
	}
	resp, err := c.client.Do(req)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode < 300 {
		return resp, nil
	}
	defer resp.Body.Close()
	body, err := readAnswer(resp.Body)
	if err != nil {
		return nil, err
	}
	if failure := c.failure(body, resp.StatusCode); failure != nil {
		return nil, failure
	}
	return nil, &Error{Kind: kindByHTTP(resp.StatusCode), Message: fmt.Sprintf("the agent answered %s", resp.Status), Challenge: resp.Header.Get("WWW-Authenticate")}
}

// failure reads the error that a body holds, or returns nil. status is the
// HTTP status, 0 inside a stream.
func (c *RESTConn) failure(body []byte, status int) *Error {
	var answer struct {
		Error *struct {
			Code    int               `json:"code"`
			Message string            `json:"message"`
			Details []json.RawMessage `json:"details"`
		} `json:"error"`
	}
	if json.Unmarshal(body, &answer) != nil || answer.Error == nil {
		return nil
	}
	e := &Error{Message: answer.Error.Message}
	reason := readDetails(e, answer.Error.Details)
	if status == 0 {
		status = answer.Error.Code
	}
	e.Kind = kindByReason(c.kinds, reason)
	if e.Kind == nil {
		e.Kind = kindByHTTP(status)
	}
	return e
}
