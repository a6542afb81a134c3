package wire

import (
	"bytes"
	"context"
	"net/http"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/jsonpb"
)

// rpcHandler serves the JSON-RPC binding (section 9).
type rpcHandler struct {
	opts    Options
	methods map[string]*Method
}

// NewJSONRPC returns the JSON-RPC binding of a service that has these methods.
func NewJSONRPC(opts Options, methods []*Method) http.Handler {
	h := &rpcHandler{opts: opts, methods: make(map[string]*Method, len(methods))}
	for _, m := range methods {
		h.methods[m.Operation.Name] = m
	}
	return h
}

func (h *rpcHandler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ctx, call := newCall(JSONRPC, r)
	id := []byte("null")
	if err := h.serve(ctx, w, r, call, &id); err != nil {
		h.fail(ctx, w, call, id, err)
	}
}

// serve answers a request. id is set as soon as it is known, for the answer of
// a request that fails.
func (h *rpcHandler) serve(ctx context.Context, w http.ResponseWriter, r *http.Request, call *Call, id *[]byte) error {
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", http.MethodPost)
		return MethodNotAllowed.New("JSON-RPC is served by POST")
	}
	ctx, err := h.opts.Guard.Authenticate(ctx, call)
	if err != nil {
		return err
	}
	if contentType := r.Header.Get("Content-Type"); !isJSON(contentType) {
		return unsupportedMediaType(contentType)
	}
	req, err := h.receive(ctx, w, r, call)
	if req.id != nil {
		*id = req.id
	}
	if req.isNotification(err) { // neither processed nor answered
		w.WriteHeader(http.StatusAccepted)
		return nil
	}
	if err != nil {
		return err
	}
	if req.method.stream != nil {
		return h.stream(w, call, req)
	}
	out := getBuffer()
	defer putBuffer(out)
	out.b = append(appendID(out.b, req.id), `"result":`...)
	if out.b, err = req.method.unary(req.ctx, req.message, out.b); err != nil {
		return err
	}
	out.b = append(out.b, '}')
	respond(w, call, http.StatusOK, jsonTypes, out.b)
	return nil
}

// appendID starts a response.
func appendID(b, id []byte) []byte {
	b = append(b, `{"jsonrpc":"2.0","id":`...)
	b = append(b, id...)
	return append(b, ',')
}

func (h *rpcHandler) stream(w http.ResponseWriter, call *Call, req rpcRequest) error {
	s := newSSEWriter(w, call, h.opts.KeepAlive)
	defer s.close()
	prefix := append(appendID(nil, req.id), `"result":`...)
	err := req.method.stream(req.ctx, req.message, s, prefix, []byte("}"))
	return s.finish(req.ctx, &h.opts, err, func(b []byte, e *Error) []byte { return appendRPCError(b, req.id, e) })
}

// fail answers with an error. JSON-RPC errors are successful HTTP, but for
// what concerns HTTP itself: credentials, verb, type, size and rate.
func (h *rpcHandler) fail(ctx context.Context, w http.ResponseWriter, call *Call, id []byte, err error) {
	e := AsError(err)
	h.opts.log(ctx, e)
	setErrorHeaders(w.Header(), e)
	status := http.StatusOK
	switch e.Kind {
	case Unauthenticated, PermissionDenied, MethodNotAllowed, UnsupportedMediaType, TooLarge, RateLimited:
		status = e.Kind.HTTP
	}
	respond(w, call, status, jsonTypes, appendRPCError(nil, id, e))
}

// rpcRequest is a JSON-RPC request that was read.
type rpcRequest struct {
	ctx     context.Context
	method  *Method
	message any    // what the method has read
	id      []byte // as it was written, nil if it is not known
	hasID   bool
}

// isNotification reports whether the client wants no answer. A request that
// is broken before it can be told is answered.
func (r *rpcRequest) isNotification(err error) bool {
	kind := KindOf(err)
	return !r.hasID && kind != ParseError && kind != InvalidRequest && kind != TooLarge
}

// receive takes a request off the connection. Its buffer is free again when a
// stream begins.
func (h *rpcHandler) receive(ctx context.Context, w http.ResponseWriter, r *http.Request, call *Call) (rpcRequest, error) {
	buf := getBuffer()
	defer putBuffer(buf)
	if err := readBody(w, r, buf, h.opts.Limit()); err != nil {
		return rpcRequest{}, err
	}
	return h.read(ctx, call, buf.b)
}

// read reads the envelope and, in the same pass, the params. The guard admits
// the call as soon as the method is known.
func (h *rpcHandler) read(ctx context.Context, call *Call, body []byte) (rpcRequest, error) {
	d := jsonpb.Acquire(body)
	defer d.Release()
	e := envelope{handler: h, call: call, ctx: ctx, decoder: d}
	err := e.read()
	if err != nil {
		var broken error
		if e.id, broken = findID(body); broken != nil {
			err = broken
		}
	}
	req := rpcRequest{ctx: e.ctx, method: e.method, message: e.request, hasID: e.id != nil}
	if e.id != nil && validID(e.id) {
		req.id = bytes.Clone(e.id)
	}
	return req, err
}

// findID looks for the id of a request that failed, since it may stand behind
// the fault. So may something that is not JSON, which is then the failure and
// leaves the request without an id.
func findID(body []byte) ([]byte, error) {
	var id []byte
	d := jsonpb.Acquire(body)
	defer d.Release()
	for d.BeginObject(); d.NextMember(); {
		found := string(d.Key()) == "id"
		if value := d.SkipValue(); found {
			id = value
		}
	}
	if err := decodeError(d.End()); KindOf(err) == ParseError {
		return nil, err
	}
	return id, nil
}

// validID reports whether a value may be an id: a string, a whole number or
// null (JSON-RPC 2.0, section 4).
func validID(id []byte) bool {
	switch id[0] {
	case '"', 'n':
		return true
	case '{', '[', 't', 'f':
		return false
	}
	return !bytes.ContainsAny(id, ".eE")
}
