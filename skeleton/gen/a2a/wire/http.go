package wire

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"mime"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Media types of the HTTP bindings (sections 9.1 and 11.1).
const (
	jsonType = "application/json"
	a2aType  = "application/a2a+json"
)

// The same as values of a Content-Type header. Nobody may change them.
var (
	jsonTypes = []string{jsonType}
	a2aTypes  = []string{a2aType}
)

// newCall gathers the facts of an HTTP request, and puts them into its context.
func newCall(binding string, r *http.Request) (context.Context, *Call) {
	ctx := &callContext{r.Context(), Call{Binding: binding, Header: r.Header, TLS: r.TLS, RemoteAddr: r.RemoteAddr}}
	if r.URL.RawQuery != "" {
		ctx.call.Query = r.URL.Query()
	}
	return ctx, &ctx.call
}

// callContext is WithCall in one piece of memory.
type callContext struct {
	context.Context
	call Call
}

func (c *callContext) Value(key any) any {
	if key == (callKey{}) {
		return &c.call
	}
	return c.Context.Value(key)
}

// isJSON reports whether a body of this Content-Type is JSON to A2A. A missing
// type is taken for JSON: a body in any other form fails as JSON anyway.
func isJSON(contentType string) bool {
	if contentType == jsonType || contentType == "" {
		return true
	}
	mediaType, _, err := mime.ParseMediaType(contentType)
	return err == nil && (mediaType == jsonType || mediaType == a2aType)
}

// accepted chooses the media type of an HTTP+JSON answer: the protocol's own
// if the client names it, else plain JSON, which every client can read.
func accepted(r *http.Request) []string {
	for _, accept := range r.Header.Values("Accept") {
		if strings.Contains(strings.ToLower(accept), a2aType) {
			return a2aTypes
		}
	}
	return jsonTypes
}

// readBody reads a request's body into buf within the limits. How long a client
// may take to send it is the server's ReadTimeout, which ends here: the answer
// may take any time.
func readBody(w http.ResponseWriter, r *http.Request, buf *buffer, limit int64) error {
	body := r.Body // the server ends it at the announced length
	if r.ContentLength < 0 || r.ContentLength > limit {
		body = http.MaxBytesReader(w, r.Body, limit)
	}
	err := buf.readAll(body, r.ContentLength, limit)
	if tooLarge, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return TooLarge.New("the request is larger than %d bytes", tooLarge.Limit)
	}
	if err != nil {
		return &Error{Kind: InvalidRequest, Message: "the request could not be read to its end", Cause: err}
	}
	_ = http.NewResponseController(w).SetReadDeadline(time.Time{}) // not every ResponseWriter can
	return nil
}

// autoLength is how long an answer may be for net/http to announce its length
// by itself, which costs less.
const autoLength = 1 << 10

// respond writes a complete JSON answer.
func respond(w http.ResponseWriter, call *Call, status int, contentType []string, body []byte) {
	h := w.Header()
	h["Content-Type"] = contentType
	if len(body) > autoLength {
		h.Set("Content-Length", strconv.Itoa(len(body)))
	}
	setActivated(h, call)
	w.WriteHeader(status)
	_, _ = w.Write(body) // a client that is gone cannot be told
}

// unchanged says how long a client may keep an answer, and answers with 304 if
// it has the same one already (RFC 9110, section 13.1.2).
func unchanged(w http.ResponseWriter, r *http.Request, call *Call, body []byte) bool {
	sum := sha256.Sum256(body)
	tag := `"` + hex.EncodeToString(sum[:16]) + `"`
	h := w.Header()
	h.Set("Cache-Control", call.CacheControl)
	h.Set("ETag", tag)
	h.Set("Vary", "Accept")
	for _, list := range r.Header.Values("If-None-Match") {
		for known := range strings.SplitSeq(list, ",") {
			if known = strings.TrimSpace(known); known == tag || known == "W/"+tag || known == "*" {
				setActivated(h, call)
				w.WriteHeader(http.StatusNotModified)
				return true
			}
		}
	}
	return false
}

// setActivated names the extensions in use (section 3.2.6).
func setActivated(h http.Header, call *Call) {
	if len(call.Activated) > 0 {
		h.Set("A2A-Extensions", strings.Join(call.Activated, ", "))
	}
}

// setErrorHeaders sets what HTTP itself says of a failure.
func setErrorHeaders(h http.Header, e *Error) {
	if e.Challenge != "" {
		h.Set("WWW-Authenticate", e.Challenge)
	}
	if e.RetryAfter > 0 {
		seconds := (e.RetryAfter + time.Second - 1) / time.Second
		h.Set("Retry-After", strconv.FormatInt(int64(seconds), 10))
	}
}
