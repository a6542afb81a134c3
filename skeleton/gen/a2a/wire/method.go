package wire

import (
	"context"
	"errors"
	"maps"
	"net/url"
	"slices"
	"unicode/utf8"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/jsonpb"
)

// Method is one operation as the JSON bindings serve it: how to read its
// request, how to call the service and how to write the answer.
type Method struct {
	Operation *Operation

	// read reads and checks a request, a pointer to its message.
	read func(in input) (req any, err error)

	// One of the two answers what read has returned.
	unary  func(ctx context.Context, req any, out []byte) ([]byte, error)
	stream func(ctx context.Context, req any, s *sseWriter, prefix, suffix []byte) error
}

// input is what a JSON binding has of a request's message. At most one of
// value and body is set; with neither the message starts empty.
type input struct {
	value  *jsonpb.Decoder // stands before the message, inside a larger text
	body   []byte          // a text that is the message
	params []param         // from the path
	query  url.Values
}

// Codec reads and checks messages of one request type. Generated code fills
// it in.
type Codec[Req any] struct {
	Decode func(*jsonpb.Decoder, *Req)
	Check  func(*Req) Violations

	// Set sets the field that a path or query parameter names from its text.
	// It reports whether there is such a field, and what is wrong with the
	// value. A value that contradicts one that is set already is wrong.
	Set func(m *Req, name, value string) (known bool, fault string)
}

// Unary describes an operation with a single answer to the JSON bindings.
func Unary[Req, Resp any](op *Operation, codec Codec[Req], encode func([]byte, *Resp) []byte, call func(context.Context, *Req) (*Resp, error)) *Method {
	return &Method{
		Operation: op,
		read:      func(in input) (any, error) { return read(in, codec) },
		unary: func(ctx context.Context, req any, out []byte) ([]byte, error) {
			resp, err := guarded(ctx, req.(*Req), call)
			if err != nil {
				return out, err
			}
			return encode(out, resp), nil
		},
	}
}

// ServerStream describes an operation that answers with a stream to the JSON
// bindings.
func ServerStream[Req, Resp any](op *Operation, codec Codec[Req], encode func([]byte, *Resp) []byte, call func(context.Context, *Req, Stream[Resp]) error) *Method {
	return &Method{
		Operation: op,
		read:      func(in input) (any, error) { return read(in, codec) },
		stream: func(ctx context.Context, req any, s *sseWriter, prefix, suffix []byte) (err error) {
			defer func() {
				if r := recover(); r != nil {
					err = panicked(r)
				}
			}()
			return call(ctx, req.(*Req), &sseStream[Resp]{sseWriter: s, encode: encode, prefix: prefix, suffix: suffix})
		},
	}
}

// GRPCOnly describes an operation that JSON bindings cannot carry, because the
// client sends a stream.
func GRPCOnly(op *Operation) *Method {
	return &Method{Operation: op, read: func(input) (any, error) {
		return nil, MethodNotFound.New("%s is served by the gRPC binding only", op.Name)
	}}
}

// read makes a request of its JSON and its parameters and checks it.
func read[Req any](in input, codec Codec[Req]) (*Req, error) {
	req := new(Req)
	switch {
	case in.value != nil:
		codec.Decode(in.value, req)
		if err := decodeError(in.value.Err()); err != nil {
			return nil, err
		}
	case in.body != nil:
		if err := decode(in.body, codec.Decode, req); err != nil {
			return nil, err
		}
	}
	var faults Violations
	if len(in.query) > 0 {
		for _, name := range slices.Sorted(maps.Keys(in.query)) {
			for _, value := range in.query[name] {
				set(req, codec, param{name, value}, &faults)
			}
		}
	}
	for _, p := range in.params {
		set(req, codec, p, &faults)
	}
	if len(faults) > 0 {
		return nil, faults.Err()
	}
	if err := codec.Check(req).Err(); err != nil {
		return nil, err
	}
	return req, nil
}

func set[Req any](req *Req, codec Codec[Req], p param, faults *Violations) {
	if !utf8.ValidString(p.value) {
		faults.Add(p.name, "is not valid UTF-8")
		return
	}
	if _, fault := codec.Set(req, p.name, p.value); fault != "" {
		faults.Add(p.name, fault)
	}
}

// decode reads one JSON document into a message.
func decode[M any](data []byte, read func(*jsonpb.Decoder, *M), m *M) error {
	d := jsonpb.Acquire(data)
	defer d.Release()
	read(d, m)
	return decodeError(d.End())
}

// decodeError gives a decoder's error its kind: JSON that is broken is another
// mistake than JSON that says something wrong.
func decodeError(err error) error {
	if err == nil {
		return nil
	}
	bad, ok := errors.AsType[*jsonpb.Error](err)
	if !ok {
		return err
	}
	if bad.Syntax {
		return ParseError.New("the request is not valid JSON (byte %d: %s)", bad.Offset, bad.Message)
	}
	return InvalidField(bad.Path, bad.Message)
}
