package conformance

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strings"

	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/wire"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
)

// request is one request in the JSON of the protocol, whatever the binding
// makes of it. The suite writes requests and reads answers without the
// project's own codec, which is under test too.
type request struct {
	op     string
	params obj
	body   []byte      // of an HTTP request, instead of one made of params
	header http.Header // or gRPC metadata
	query  url.Values  // added to the URL of an HTTP request

	chunked bool // send an HTTP body without its length
}

// edit changes a request before it is sent.
type edit func(r *request)

// header sets a header or gRPC metadata; an empty value removes it.
func header(name, value string) edit {
	return func(r *request) {
		if r.header.Set(name, value); value == "" {
			r.header.Del(name)
		}
	}
}

// as makes a call somebody else's, "" nobody's.
func as(caller string) edit { return header(callerHeader, caller) }

// body sends a body as it is.
func body(text string) edit { return func(r *request) { r.body = []byte(text) } }

// query adds a parameter to the URL.
func query(name, value string) edit { return func(r *request) { r.query.Add(name, value) } }

// answer is what came back.
type answer struct {
	status int         // of HTTP, 0 for gRPC
	header http.Header // or gRPC metadata
	body   []byte      // of HTTP
	result obj         // of a success
	err    *failure    // nil for a success
}

// failure is an error as the binding carries it.
type failure struct {
	code    int    // of JSON-RPC, HTTP or gRPC
	status  string // HTTP+JSON only
	message string
	details []any // google.rpc messages as JSON with @type
}

// detail returns the first detail of a type such as ErrorInfo, nil without one.
func (f *failure) detail(name string) obj {
	for _, d := range f.details {
		if text(d, "@type") == "type.googleapis.com/google.rpc."+name {
			return d.(obj)
		}
	}
	return nil
}

// fields lists the fields that the error blames.
func (f *failure) fields() []string {
	var names []string
	for _, v := range items(f.detail("BadRequest"), "fieldViolations") {
		names = append(names, text(v, "field"))
	}
	return names
}

// newRequest returns the request of an operation with all that an ordinary
// client sends.
func (c *check) newRequest(op string, params obj, edits []edit) *request {
	r := &request{op: op, params: params, header: make(http.Header), query: make(url.Values)}
	r.header.Set("A2A-Version", "1.0")
	r.header.Set(callerHeader, c.caller)
	if uris := c.required(); len(uris) > 0 {
		r.header.Set("A2A-Extensions", strings.Join(uris, ","))
	}
	for _, change := range edits {
		change(r)
	}
	return r
}

// call sends a request and reads the answer.
func (c *check) call(op string, params obj, edits ...edit) answer {
	c.Helper()
	r := c.newRequest(op, params, edits)
	if c.binding == wire.GRPC {
		return c.callGRPC(r)
	}
	resp := c.open(r)
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	if err != nil {
		c.Fatalf("%s: %v", op, err)
	}
	return c.read(op, resp, data)
}

// open sends a request of an HTTP binding.
func (c *check) open(r *request) *http.Response {
	c.Helper()
	var req *http.Request
	if c.binding == wire.JSONRPC {
		req = c.rpcRequest(r)
	} else {
		req = c.restRequest(r)
	}
	for name, values := range r.header {
		req.Header[name] = values
	}
	q := req.URL.Query()
	for name, values := range r.query {
		q[name] = append(q[name], values...)
	}
	req.URL.RawQuery = q.Encode()
	if r.chunked {
		req.ContentLength = -1
	}
	return c.do(req)
}

func (c *check) do(req *http.Request) *http.Response {
	c.Helper()
	resp, err := c.http.Do(req.WithContext(c.ctx))
	if err != nil {
		c.Fatalf("%s %s: %v", req.Method, req.URL, err)
	}
	return resp
}

// rpcID is the id of the suite's JSON-RPC requests.
const rpcID = "7f-conformance"

func (c *check) rpcRequest(r *request) *http.Request {
	data := r.body
	if data == nil {
		params := r.params
		if c.tenant != "" && !has(params, "tenant") {
			params = merge(params, obj{"tenant": c.tenant})
		}
		data = encode(obj{"jsonrpc": "2.0", "id": rpcID, "method": r.op, "params": params})
	}
	return c.httpRequest(http.MethodPost, c.url, data)
}

func (c *check) restRequest(r *request) *http.Request {
	verb, path, rest := route(r.op, r.params)
	if c.tenant != "" {
		path = "/" + escape(c.tenant) + path
	}
	data := r.body
	if data == nil && verb == http.MethodPost && len(rest) > 0 {
		data = encode(rest)
	}
	req := c.httpRequest(verb, c.url+path, data)
	if verb != http.MethodPost {
		q := make(url.Values)
		for name, value := range rest {
			q.Set(name, fmt.Sprint(value))
		}
		req.URL.RawQuery = q.Encode()
	}
	return req
}

func (c *check) httpRequest(verb, target string, data []byte) *http.Request {
	c.Helper()
	var reader io.Reader
	if data != nil {
		reader = bytes.NewReader(data)
	}
	req, err := http.NewRequestWithContext(c.ctx, verb, target, reader)
	if err != nil {
		c.Fatal(err)
	}
	if data != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	return req
}

// route returns verb and path of an operation (section 11.3), and the members
// that the path does not carry.
func route(op string, params obj) (verb, path string, rest obj) {
	rest = merge(params, nil)
	take := func(name string) string {
		value, _ := rest[name].(string)
		delete(rest, name)
		return escape(value)
	}
	configs := func() string { return "/tasks/" + take("taskId") + "/pushNotificationConfigs" }
	switch op {
	case "SendMessage":
		return http.MethodPost, "/message:send", rest
	case "SendStreamingMessage":
		return http.MethodPost, "/message:stream", rest
	case "GetTask":
		return http.MethodGet, "/tasks/" + take("id"), rest
	case "ListTasks":
		return http.MethodGet, "/tasks", rest
	case "CancelTask":
		return http.MethodPost, "/tasks/" + take("id") + ":cancel", rest
	case "SubscribeToTask":
		return http.MethodPost, "/tasks/" + take("id") + ":subscribe", rest
	case "CreateTaskPushNotificationConfig":
		return http.MethodPost, configs(), rest
	case "GetTaskPushNotificationConfig":
		return http.MethodGet, configs() + "/" + take("id"), rest
	case "ListTaskPushNotificationConfigs":
		return http.MethodGet, configs(), rest
	case "DeleteTaskPushNotificationConfig":
		return http.MethodDelete, configs() + "/" + take("id"), rest
	}
	return http.MethodGet, "/extendedAgentCard", rest
}

func escape(segment string) string {
	return strings.ReplaceAll(url.PathEscape(segment), ":", "%3A")
}

// read takes an HTTP answer apart.
func (c *check) read(op string, resp *http.Response, data []byte) answer {
	c.Helper()
	a := answer{status: resp.StatusCode, header: resp.Header, body: data}
	if len(data) == 0 {
		return a
	}
	if got, _, _ := mime.ParseMediaType(resp.Header.Get("Content-Type")); got != "application/json" && got != "application/a2a+json" {
		c.Fatalf("%s: the answer is %q, want JSON: %s", op, got, data)
	}
	a.result, a.err = c.readBody(op, data)
	return a
}

// readBody reads the body of an answer, or one event of a stream.
func (c *check) readBody(op string, data []byte) (obj, *failure) {
	c.Helper()
	var whole obj
	if err := json.Unmarshal(data, &whole); err != nil {
		c.Fatalf("%s: the answer is not a JSON object: %v: %s", op, err, data)
	}
	result, _ := whole["result"].(obj)
	details := "data"
	if c.binding == wire.HTTPJSON {
		result, details = whole, "details"
	}
	if e, ok := whole["error"].(obj); ok {
		code, _ := e["code"].(float64)
		return nil, &failure{code: int(code), status: text(e, "status"), message: text(e, "message"), details: items(e, details)}
	}
	c.conforms(op, result)
	return result, nil
}

// conforms checks that a result has nothing but what the proto knows.
func (c *check) conforms(op string, result obj) {
	c.Helper()
	if err := protojson.Unmarshal(encode(result), newMessage(method(op).Output())); err != nil {
		c.Fatalf("%s: the answer does not fit the proto: %v", op, err)
	}
}

// method returns an operation of the service.
func method(op string) protoreflect.MethodDescriptor {
	return a2apb.File_lf_a2a_v1_a2a_proto.Services().ByName("A2AService").Methods().ByName(protoreflect.Name(op))
}

func newMessage(d protoreflect.MessageDescriptor) proto.Message {
	found, err := protoregistry.GlobalTypes.FindMessageByName(d.FullName())
	if err != nil {
		panic(err) // of the proto that is linked in
	}
	return found.New().Interface()
}

// message makes the message of a request for gRPC.
func (c *check) message(r *request) proto.Message {
	c.Helper()
	params := r.params
	if c.tenant != "" && !has(params, "tenant") {
		params = merge(params, obj{"tenant": c.tenant})
	}
	m := newMessage(method(r.op).Input())
	if err := (protojson.UnmarshalOptions{DiscardUnknown: true}).Unmarshal(encode(params), m); err != nil {
		c.Fatalf("%s: gRPC cannot carry the request: %v", r.op, err)
	}
	return m
}

func (c *check) outgoing(r *request) context.Context {
	md := make(metadata.MD)
	for name, values := range r.header {
		md.Append(name, values...)
	}
	return metadata.NewOutgoingContext(c.ctx, md)
}

func (c *check) callGRPC(r *request) answer {
	c.Helper()
	d := method(r.op)
	if d.IsStreamingServer() {
		return c.firstOfGRPC(r)
	}
	reply := newMessage(d.Output())
	var md metadata.MD
	err := c.grpc.Invoke(c.outgoing(r), fullMethod(r.op), c.message(r), reply, grpc.Header(&md))
	return c.grpcAnswer(reply, md, err)
}

func fullMethod(op string) string { return "/lf.a2a.v1.A2AService/" + op }

// firstOfGRPC returns the first event of a stream, or why there is none.
func (c *check) firstOfGRPC(r *request) answer {
	c.Helper()
	ctx, cancel := context.WithCancel(c.outgoing(r))
	defer cancel()
	reply := new(a2apb.StreamResponse)
	stream, err := c.grpc.NewStream(ctx, &grpc.StreamDesc{ServerStreams: true}, fullMethod(r.op))
	if err == nil {
		err = stream.SendMsg(c.message(r))
	}
	if err == nil {
		err = stream.CloseSend()
	}
	if err == nil {
		err = stream.RecvMsg(reply)
	}
	if stream == nil {
		return c.grpcAnswer(reply, nil, err)
	}
	md, _ := stream.Header() // a failure is that of RecvMsg
	return c.grpcAnswer(reply, md, err)
}

func (c *check) grpcAnswer(reply proto.Message, md metadata.MD, err error) answer {
	c.Helper()
	a := answer{header: make(http.Header)}
	for name, values := range md {
		a.header[http.CanonicalHeaderKey(name)] = values
	}
	if err == nil {
		a.result = c.toJSON(reply)
		return a
	}
	st := status.Convert(err)
	a.err = &failure{code: int(st.Code()), message: st.Message()}
	for _, detail := range st.Proto().GetDetails() {
		a.err.details = append(a.err.details, c.toJSON(detail))
	}
	return a
}

// toJSON returns a message as an object.
func (c *check) toJSON(m proto.Message) obj {
	c.Helper()
	data, err := protojson.Marshal(m)
	if err != nil {
		c.Fatal(err)
	}
	var out obj
	if err := json.Unmarshal(data, &out); err != nil {
		c.Fatal(err)
	}
	return out
}
