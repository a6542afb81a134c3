package wire

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"net/http"
	"strconv"
	"sync/atomic"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/jsonpb"
)

// RPCConn is a client's side of the JSON-RPC binding.
type RPCConn struct {
	httpConn
	lastID atomic.Int64
}

// NewRPCConn returns a connection to the interface at url. kinds are the
// errors that the protocol defines.
func NewRPCConn(url string, opts ClientOptions, kinds []*Kind) *RPCConn {
	return &RPCConn{httpConn: newHTTPConn(url, opts, kinds)}
}

// CallRPC calls an operation with a single answer.
func CallRPC[Req, Resp any](ctx context.Context, c *RPCConn, op *Operation, req *Req, encode func([]byte, *Req) []byte, read func(*jsonpb.Decoder, *Resp)) (*Resp, error) {
	resp, err := c.post(ctx, encode(c.envelope(op), withTenant(req, c.opts.Tenant)), jsonType)
	if err != nil {
		return nil, named(op, err)
	}
	defer resp.Body.Close()
	body, err := readAnswer(resp.Body, maxAnswer)
	if err != nil {
		return nil, named(op, err)
	}
	answer, err := readRPC(c, body, resp, read)
	return answer, named(op, err)
}

// StreamRPC calls an operation that answers with a stream.
func StreamRPC[Req, Resp any](ctx context.Context, c *RPCConn, op *Operation, req *Req, encode func([]byte, *Req) []byte, read func(*jsonpb.Decoder, *Resp)) iter.Seq2[*Resp, error] {
	return func(yield func(*Resp, error) bool) {
		resp, err := c.post(ctx, encode(c.envelope(op), withTenant(req, c.opts.Tenant)), "text/event-stream, "+jsonType)
		if err != nil {
			yield(nil, named(op, err))
			return
		}
		defer resp.Body.Close()
		yieldEvents(&c.httpConn, op, resp, func(event sseEvent) (*Resp, error) {
			return readRPC(c, event.data, resp, read)
		}, yield)
	}
}

// envelope starts the request of an operation; the params and a closing brace
// follow.
func (c *RPCConn) envelope(op *Operation) []byte {
	b := []byte(`{"jsonrpc":"2.0","id":`)
	b = strconv.AppendInt(b, c.lastID.Add(1), 10)
	b = append(b, `,"method":"`...)
	b = append(b, op.Name...)
	return append(b, `","params":`...)
}

func (c *RPCConn) post(ctx context.Context, open []byte, accept string) (*http.Response, error) {
	req, err := c.opts.request(ctx, http.MethodPost, c.url, append(open, '}'), accept)
	if err != nil {
		return nil, err
	}
	return c.client.Do(req)
}

// readRPC reads a JSON-RPC response. Proxies and frameworks answer failures of
// HTTP in forms of their own, so without an error object the status counts.
func readRPC[Resp any](c *RPCConn, body []byte, resp *http.Response, read func(*jsonpb.Decoder, *Resp)) (*Resp, error) {
	var answer struct {
		Result json.RawMessage `json:"result"`
		Error  *rpcError       `json:"error"`
	}
	err := json.Unmarshal(body, &answer)
	switch {
	case answer.Error != nil:
		return nil, completed(answer.Error.failure(c.kinds), resp)
	case resp.StatusCode >= 300:
		return nil, completed(nil, resp)
	case err != nil:
		return nil, fmt.Errorf("the agent's answer is not a JSON-RPC response: %w", err)
	}
	return decodeAnswer(answer.Result, read)
}
