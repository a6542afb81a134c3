package wire

import (
	"context"
	"log/slog"
	"net/http"
	"slices"
	"strings"
)

// restHandler serves the HTTP+JSON binding (section 11).
type restHandler struct {
	opts   Options
	routes routes
}

// NewREST returns the HTTP+JSON binding of a service that has these routes. It
// answers every request below opts.Prefix, unknown paths included, with JSON.
func NewREST(opts Options, list []Route) http.Handler {
	return &restHandler{opts: opts, routes: newRoutes(list)}
}

func (h *restHandler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ctx, call := newCall(HTTPJSON, r)
	if err := h.serve(ctx, w, r, call); err != nil {
		h.fail(ctx, w, r, call, err)
	}
}

func (h *restHandler) serve(ctx context.Context, w http.ResponseWriter, r *http.Request, call *Call) error {
	route, params, err := h.route(w, r)
	if err != nil {
		return err
	}
	method := route.Method
	call.Operation = method.Operation
	if ctx, err = h.opts.Guard.Authenticate(ctx, call); err != nil {
		return err
	}
	if ctx, err = h.opts.Guard.Admit(ctx, call); err != nil {
		return err
	}
	req, err := h.receive(w, r, route, input{params: params, query: call.Query})
	if err != nil {
		return err
	}
	if method.stream != nil {
		s := newSSEWriter(w, call, h.opts.KeepAlive)
		defer s.close()
		return s.finish(ctx, &h.opts, method.stream(ctx, req, s, nil, nil), appendHTTPError)
	}
	out := getBuffer()
	defer putBuffer(out)
	if out.b, err = method.unary(ctx, req, out.b); err != nil {
		return err
	}
	if call.CacheControl != "" && r.Method != http.MethodPost && unchanged(w, r, call, out.b) {
		return nil
	}
	respond(w, call, http.StatusOK, accepted(r), out.b)
	return nil
}

// receive takes a request off the connection. Its buffer is free again when a
// stream begins.
func (h *restHandler) receive(w http.ResponseWriter, r *http.Request, route *Route, in input) (any, error) {
	if route.Body == "" {
		return route.Method.read(in)
	}
	buf := getBuffer()
	defer putBuffer(buf)
	var err error
	if in.body, err = h.body(w, r, buf); err != nil {
		return nil, err
	}
	return route.Method.read(in)
}

// route finds the operation of a request. HEAD is answered like GET; net/http
// leaves the body out.
func (h *restHandler) route(w http.ResponseWriter, r *http.Request) (*Route, []param, error) {
	path, ok := strings.CutPrefix(r.URL.EscapedPath(), h.opts.Prefix)
	if !ok || !strings.HasPrefix(path, "/") {
		return nil, nil, notFound(r)
	}
	verb := r.Method
	if verb == http.MethodHead {
		verb = http.MethodGet
	}
	route, params, allowed := h.routes.find(verb, path)
	switch {
	case route != nil:
		return route, params, nil
	case allowed != nil:
		slices.Sort(allowed)
		w.Header().Set("Allow", strings.Join(allowed, ", "))
		return nil, nil, MethodNotAllowed.New("%s is not served here; allowed: %s", r.Method, strings.Join(allowed, ", "))
	default:
		return nil, nil, notFound(r)
	}
}

func notFound(r *http.Request) error {
	return PathNotFound.New("nothing is served at %s %s", r.Method, r.URL.EscapedPath())
}

// body reads the JSON of a request, nil when there is none: an empty body and
// null both mean a message without members (sections 11.3 and 11.4).
func (h *restHandler) body(w http.ResponseWriter, r *http.Request, buf *buffer) ([]byte, error) {
	if err := readBody(w, r, buf, h.opts.Limit()); err != nil {
		return nil, err
	}
	if len(buf.b) == 0 {
		return nil, nil
	}
	if contentType := r.Header.Get("Content-Type"); !isJSON(contentType) {
		return nil, unsupportedMediaType(contentType)
	}
	if string(buf.b) == "null" {
		return nil, nil
	}
	return buf.b, nil
}

func (h *restHandler) fail(ctx context.Context, w http.ResponseWriter, r *http.Request, call *Call, err error) {
	e := AsError(err)
	h.opts.log(ctx, e)
	setErrorHeaders(w.Header(), e)
	respond(w, call, e.Kind.HTTP, accepted(r), appendHTTPError(nil, e))
}

// unsupportedMediaType is the answer to a body that is not JSON. HTTP has a
// status of its own for that; what A2A says of content types is about parts.
func unsupportedMediaType(contentType string) error {
	return UnsupportedMediaType.New("the Content-Type is %q; send application/json or application/a2a+json", contentType)
}

// NotFoundHandler answers every request with a JSON 404 in the form of the
// HTTP+JSON binding. A server uses it for the paths that nothing is mounted at.
func NotFoundHandler(logger *slog.Logger) http.Handler {
	h := &restHandler{opts: Options{Logger: logger}}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx, call := newCall(HTTPJSON, r)
		h.fail(ctx, w, r, call, notFound(r))
	})
}
