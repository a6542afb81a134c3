package wire

import (
	"context"
	"slices"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/jsonpb"
)

// envelope is a JSON-RPC request while it is read.
type envelope struct {
	handler *rpcHandler
	call    *Call
	ctx     context.Context
	decoder *jsonpb.Decoder

	version string
	id      []byte // nil until there is one
	method  *Method
	name    string // of the method; "" until known
	params  []byte // when they stand before the method
	request any    // what the method has read
	seen    [len(memberNames)]bool
}

// memberNames are the members of an envelope; the constants are their places.
var memberNames = [...]string{"jsonrpc", "id", "method", "params"}

const (
	memberVersion = iota
	memberID
	memberMethod
	memberParams
)

func (e *envelope) read() error {
	d := e.decoder
	if d.Kind() != jsonpb.Object {
		if d.SkipValue(); d.End() != nil {
			return decodeError(d.Err())
		}
		return InvalidRequest.New("want one JSON-RPC request object; batches are not supported")
	}
	for d.BeginObject(); d.NextMember(); {
		if err := e.member(d.Key()); err != nil {
			return err
		}
	}
	if err := d.End(); err != nil {
		return decodeError(err)
	}
	switch {
	case e.version != "2.0":
		return InvalidRequest.New(`want "jsonrpc": "2.0"`)
	case e.id != nil && !validID(e.id):
		return InvalidRequest.New("the id must be a string, a whole number or null")
	case e.name == "":
		return InvalidRequest.New("the method must be the name of an operation")
	}
	if e.seen[memberParams] && e.params == nil {
		return nil // read in place
	}
	return e.readMethod(input{body: e.params})
}

// member reads the member of the envelope whose key was read.
func (e *envelope) member(key []byte) error {
	d := e.decoder
	i := slices.IndexFunc(memberNames[:], func(name string) bool { return name == string(key) })
	if i < 0 {
		d.SkipValue()
		return decodeError(d.Err())
	}
	if e.seen[i] {
		return InvalidRequest.New("the member %q appears twice", memberNames[i])
	}
	e.seen[i] = true
	switch i {
	case memberVersion:
		e.version = e.text()
	case memberID:
		e.id = d.SkipValue()
	case memberMethod:
		e.name = e.text()
	case memberParams:
		return e.readParams()
	}
	return decodeError(d.Err())
}

// text reads a string. Anything else is passed over and counts as empty, for
// an answer that speaks of the envelope.
func (e *envelope) text() string {
	if e.decoder.Kind() != jsonpb.String {
		e.decoder.SkipValue()
		return ""
	}
	return e.decoder.ReadString()
}

// readParams reads the params where they stand if the method is known by now.
func (e *envelope) readParams() error {
	d := e.decoder
	switch kind := d.Kind(); {
	case kind == jsonpb.Null:
		d.ReadNull()
		e.params = []byte("{}")
		return nil
	case kind != jsonpb.Object:
		if d.SkipValue(); d.Err() != nil {
			return decodeError(d.Err())
		}
		return InvalidParams.New("params must be an object")
	case e.name == "":
		e.params = d.SkipValue()
		return decodeError(d.Err())
	}
	return e.readMethod(input{value: d})
}

// readMethod lets the method read its params once the guard has admitted it.
func (e *envelope) readMethod(in input) error {
	if err := e.admit(); err != nil {
		return err
	}
	var err error
	e.request, err = e.method.read(in)
	return err
}

// admit finds the method and asks the guard. The guard comes first: a method
// that this version of the protocol does not have may be one of another
// version, and then the version is what is wrong.
func (e *envelope) admit() error {
	e.method = e.handler.methods[e.name]
	if e.method != nil {
		e.call.Operation = e.method.Operation
	}
	ctx, err := e.handler.opts.Guard.Admit(e.ctx, e.call)
	if err != nil {
		return err
	}
	e.ctx = ctx
	if e.method == nil {
		return MethodNotFound.New("there is no method %q", e.name)
	}
	return nil
}
