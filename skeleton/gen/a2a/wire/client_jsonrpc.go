package wire

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
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
	resp, err := c.post(ctx, op, encode(c.envelope(op), withTenant(req, c.opts.Tenant)), jsonType)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", op.Name, err)
	}
	defer resp.Body.Close()
	body, err := readAnswer(resp.Body)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", op.Name, err)
	}
	return readRPC(c, op, body, resp, read)
}

// StreamRPC calls an operation that answers with a stream.
func StreamRPC[Req, Resp any](ctx context.Context, c *RPCConn, op *Operation, req *Req, encode func([]byte, *Req) []byte, read func(*jsonpb.Decoder, *Resp)) iter.Seq2[*Resp, error] {
	return func(yield func(*Resp, error) bool) {
		resp, err := c.post(ctx, op, encode(c.envelope(op), withTenant(req, c.opts.Tenant)), "text/event-stream, "+jsonType)
		if err != nil {
			yield(nil, fmt.Errorf("%s: %w", op.Name, err))
			return
		}
		defer resp.Body.Close()
		if !isStream(resp) {
			yield(readPlain(c, op, resp, read))
			return
		}
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
			event, err := readRPC(c, op, data, resp, read)
			if !yield(event, err) || err != nil {
				return
			}
		}
	}
}

// readPlain reads what an agent answered instead of a stream: a failure, or
// from lenient servers the one event there is.
func readPlain[Resp any](c *RPCConn, op *Operation, resp *http.Response, read func(*jsonpb.Decoder, *Resp)) (*Resp, error) {
	body, err := readAnswer(resp.Body)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", op.Name, err)
	}
	return readRPC(c, op, body, resp, read)
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

func (c *RPCConn) post(ctx context.Context, op *Operation, open []byte, accept string) (*http.Response, error) {
	req, err := c.request(ctx, http.MethodPost, c.url, append(open, '}'), accept)
	if err != nil {
		return nil, err
	}
	return c.client.Do(req)
}

// readRPC reads a JSON-RPC response.
func readRPC[Resp any](c *RPCConn, op *Operation, body []byte, resp *http.Response, read func(*jsonpb.Decoder, *Resp)) (*Resp, error) {
	var answer struct {
		Result json.RawMessage `json:"result"`
		Error  *struct {
			Code    int             `json:"code"`
			Message string          `json:"message"`
			Data    json.RawMessage `json:"data"`
		} `json:"error"`
	}
	if err := json.Unmarshal(body, &answer); err != nil {
		if resp.StatusCode != http.StatusOK {
			return nil, &Error{Kind: kindByHTTP(resp.StatusCode), Message: "the agent answered " + resp.Status, Challenge: resp.Header.Get("WWW-Authenticate")}
		}
		return nil, fmt.Errorf("%s: the agent's answer is not JSON: %w", op.Name, err)
	}
	if answer.Error == nil {
		if len(answer.Result) == 0 || bytes.Equal(answer.Result, []byte("null")) {
			return new(Resp), nil // as some servers answer operations without a result
		}
		return decodeAnswer(answer.Result, read)
	}
	e := &Error{Message: answer.Error.Message, Challenge: resp.Header.Get("WWW-Authenticate")}
	var details []json.RawMessage
	_ = json.Unmarshal(answer.Error.Data, &details) // data is an array of details, or something that is not ours to read
	e.Kind = c.kind(readDetails(e, details), answer.Error.Code, resp.StatusCode)
	return nil, e
}

// kind decides by HTTP status first where that speaks of authentication, then
// by reason, then by code.
func (c *RPCConn) kind(reason string, code, status int) *Kind {
	if status == http.StatusUnauthorized || status == http.StatusForbidden {
		return kindByHTTP(status)
	}
	if k := kindByReason(c.kinds, reason); k != nil {
		return k
	}
	return kindByRPC(c.kinds, code)
}
