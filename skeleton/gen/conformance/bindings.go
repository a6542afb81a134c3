package conformance

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/emptypb"
	"google.golang.org/protobuf/types/known/wrapperspb"
)

// bindings is about what only one binding has (sections 9 to 11).
func bindings() []requirement {
	return []requirement{
		{id: "BI-01", section: "9.1", level: must, on: onJSONRPC, run: jsonrpcOverHTTP},
		{id: "BI-02", section: "10.1", level: must, on: onGRPC, run: grpcService},
		{id: "BI-03", section: "11.3", level: must, on: onREST, run: restRoutes},
		{id: "BI-04", section: "11.1", level: should, on: onREST, run: restMediaTypes},
		{id: "BI-05", section: "11.5", level: must, on: onREST, run: restParameters},
		{id: "BI-06", section: "11.5", level: must, on: onREST, run: restValues},
		{id: "BI-07", section: "11.5", level: may, on: onREST, run: restRepeatedKeys},
		{id: "BI-08", section: "11.5", level: must, on: onREST, run: restDecoding},
		{id: "BI-09", section: "11.4", level: must, on: onREST, run: restBodies},
	}
}

// fetch sends an HTTP request with the headers of an ordinary client.
func (c *check) fetch(verb, target, contentType, text string) (*http.Response, []byte) {
	c.Helper()
	req := c.httpRequest(verb, target, nil)
	if text != "" {
		req = c.httpRequest(verb, target, []byte(text))
	}
	for name, values := range c.newRequest("", nil, nil).header {
		req.Header[http.CanonicalHeaderKey(name)] = values
	}
	if contentType != "" {
		req.Header.Set("Content-Type", contentType)
	}
	resp := c.do(req)
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	if err != nil {
		c.Fatal(err)
	}
	return resp, data
}

func (c *check) decode(data []byte) obj {
	c.Helper()
	var v obj
	if err := json.Unmarshal(data, &v); err != nil {
		c.Fatalf("%v: %s", err, data)
	}
	return v
}

func jsonrpcOverHTTP(c *check) {
	envelope := string(encode(obj{"jsonrpc": "2.0", "id": 1, "method": "ListTasks", "params": c.withTenant(obj{})}))
	for _, contentType := range []string{"application/json", "application/json; charset=utf-8", "Application/JSON", "application/a2a+json"} {
		resp, data := c.fetch(http.MethodPost, c.url, contentType, envelope)
		if resp.StatusCode != http.StatusOK || resp.Header.Get("Content-Type") != "application/json" || at(c.decode(data), "result") == nil {
			c.Errorf("a body of %s is answered with %d %s", contentType, resp.StatusCode, data)
		}
	}
	resp, data := c.fetch(http.MethodPost, c.url, "text/plain", envelope)
	if code := at(c.decode(data), "error.code"); resp.StatusCode != http.StatusUnsupportedMediaType || code != -32005.0 {
		c.Errorf("a body of text/plain is answered with %d %s", resp.StatusCode, data)
	}
	if resp, data := c.fetch(http.MethodPost, c.url+"/", "", envelope); resp.StatusCode != http.StatusOK || at(c.decode(data), "result") == nil {
		c.Errorf("with a slash at the end of the path the answer is %d %s", resp.StatusCode, data)
	}
	for _, verb := range []string{http.MethodGet, http.MethodPut, http.MethodDelete} {
		if resp, _ := c.fetch(verb, c.url, "", ""); resp.StatusCode != http.StatusMethodNotAllowed || resp.Header.Get("Allow") != "POST" {
			c.Errorf("%s is answered with %d, Allow: %q", verb, resp.StatusCode, resp.Header.Get("Allow"))
		}
	}
	for _, params := range []string{"", `,"params":null`, `,"params":{}`} {
		if c.tenant == "" {
			_, data := c.fetch(http.MethodPost, c.url, "", `{"jsonrpc":"2.0","id":1,"method":"ListTasks"`+params+`}`)
			if at(c.decode(data), "result.tasks") == nil {
				c.Errorf("ListTasks without parameters is answered with %s", data)
			}
		}
	}
}

func grpcService(c *check) {
	ctx := c.outgoing(c.newRequest("GetTask", nil, nil))
	err := c.server.grpc.Invoke(ctx, fullMethod("Nope"), new(emptypb.Empty), new(emptypb.Empty))
	c.same("the code of an unknown method", status.Code(err).String(), codes.Unimplemented.String())
	// The text of field 1 is not UTF-8.
	readers := []string{"GetTask"}
	if c.host.Card().GetCapabilities().GetStreaming() {
		readers = append(readers, "SubscribeToTask")
	}
	for _, op := range readers {
		err = c.server.grpc.Invoke(ctx, fullMethod(op), wrapperspb.Bytes([]byte{0xff}), new(emptypb.Empty))
		c.same("the code of a message that cannot be read", status.Code(err).String(), codes.InvalidArgument.String())
	}
	answer, err := grpc_health_v1.NewHealthClient(c.server.grpc).Check(c.ctx, new(grpc_health_v1.HealthCheckRequest))
	if err != nil || answer.GetStatus() != grpc_health_v1.HealthCheckResponse_SERVING {
		c.Errorf("the health service says %v, %v", answer, err)
	}
	c.inState(c.task(complete), "COMPLETED")
}

// root is the URL of the tenant below the interface.
func (c *check) root() string {
	if c.tenant == "" {
		return c.url
	}
	return c.url + "/" + escape(c.tenant)
}

func restRoutes(c *check) {
	task := c.task(ask)
	id := text(task, "id")
	for path, allow := range map[string]string{
		"/message:send": "POST", "/message:stream": "POST", "/tasks": "GET", "/tasks/" + id: "GET", "/tasks/" + id + ":cancel": "GET, POST", // by GET it is the task of that id
		"/tasks/" + id + ":subscribe": "GET, POST", "/tasks/" + id + "/pushNotificationConfigs": "GET, POST",
		"/tasks/" + id + "/pushNotificationConfigs/x": "DELETE, GET", "/extendedAgentCard": "GET",
	} {
		for _, verb := range []string{http.MethodPut, http.MethodPatch} {
			resp, data := c.fetch(verb, c.root()+path, "", "{}")
			if resp.StatusCode != http.StatusMethodNotAllowed || resp.Header.Get("Allow") != allow {
				c.Errorf("%s %s is answered with %d, Allow: %q, want %q", verb, path, resp.StatusCode, resp.Header.Get("Allow"), allow)
			}
			if at(c.decode(data), "error.message") == nil {
				c.Errorf("%s %s is answered with %s", verb, path, data)
			}
		}
	}
	for _, path := range []string{"/", "/nope", "/tasks/" + id + "/nope", "/tasks/" + id + ":nope/x", "/v1/message:send/x", "//tasks"} {
		if resp, data := c.fetch(http.MethodGet, c.root()+path, "", ""); resp.StatusCode != http.StatusNotFound || at(c.decode(data), "error.status") == nil {
			c.Errorf("GET %s is answered with %d %s", path, resp.StatusCode, data)
		}
	}
	if resp, data := c.fetch(http.MethodHead, c.root()+"/tasks", "", ""); resp.StatusCode != http.StatusOK || len(data) > 0 {
		c.Errorf("HEAD is answered with %d %s", resp.StatusCode, data)
	}
	c.subscribesByBothVerbs(task)
}

// subscribesByBothVerbs is about a route that the proto has as GET and the
// specification as POST.
func (c *check) subscribesByBothVerbs(task obj) {
	c.Helper()
	target := c.root() + "/tasks/" + text(task, "id") + ":subscribe"
	if !c.host.Card().GetCapabilities().GetStreaming() {
		for _, verb := range []string{http.MethodGet, http.MethodPost} {
			if resp, data := c.fetch(verb, target, "", ""); resp.StatusCode != numbered(unsupportedOperation).http {
				c.Errorf("%s without streaming is answered with %d %s", verb, resp.StatusCode, data)
			}
		}
		return
	}
	for _, how := range []struct{ verb, body string }{{"GET", ""}, {"POST", ""}, {"POST", "{}"}, {"POST", "null"}} {
		req := c.httpRequest(how.verb, target, nil)
		if how.body != "" {
			req = c.httpRequest(how.verb, target, []byte(how.body))
		}
		for name, values := range c.newRequest("", nil, nil).header {
			req.Header[http.CanonicalHeaderKey(name)] = values
		}
		resp := c.do(req)
		first := make([]byte, len(`data: {"task":{"id":"`)+len(text(task, "id")))
		_, err := io.ReadFull(resp.Body, first)
		resp.Body.Close()
		if err != nil || string(first) != `data: {"task":{"id":"`+text(task, "id") {
			c.Errorf("%s with the body %q is answered with %d %s %q", how.verb, how.body, resp.StatusCode, resp.Header.Get("Content-Type"), first)
		}
	}
}

func restMediaTypes(c *check) {
	task := c.task(complete)
	for accept, want := range map[string]string{
		"": "application/json", "*/*": "application/json", "application/a2a+json": "application/a2a+json",
		"application/json, application/a2a+json": "application/a2a+json",
	} {
		a := c.call("GetTask", obj{"id": task["id"]}, header("Accept", accept))
		c.same("the media type for "+accept, a.header.Get("Content-Type"), want)
	}
	params := string(encode(c.sending(complete)))
	for contentType, want := range map[string]int{
		"application/a2a+json": 200, "application/json; charset=utf-8": 200, "Application/A2A+JSON": 200, "text/plain": 415, "application/xml": 415,
	} {
		if resp, data := c.fetch(http.MethodPost, c.root()+"/message:send", contentType, params); resp.StatusCode != want {
			c.Errorf("a body of %s is answered with %d %s, want %d", contentType, resp.StatusCode, data, want)
		}
	}
}

// list gets tasks with a query as it is.
func (c *check) list(query string) answer {
	c.Helper()
	resp, data := c.fetch(http.MethodGet, c.root()+"/tasks?"+query, "", "")
	return c.read("ListTasks", resp, data)
}

func restParameters(c *check) {
	task := c.task(complete)
	c.task(ask)
	for query, want := range map[string]int{
		"contextId=" + text(task, "contextId"): 1, "context_id=" + text(task, "contextId"): 1, "pageSize=1": 1, "pageSize=2&unknown=1": 2,
		"status=TASK_STATE_COMPLETED": 1, "historyLength=0": 2, "includeArtifacts=true&pageSize=5": 2,
	} {
		a := c.list(query)
		if a.err != nil || len(ids(a.result)) != want {
			c.Errorf("?%s gives %s, want %d tasks", query, a.body, want)
		}
	}
	c.isFault("an id that contradicts the path", c.call("GetTask", obj{"id": task["id"]}, query("id", "other")), invalidParams)
	c.ok("GetTask", obj{"id": task["id"]}, query("id", text(task, "id")))
}

func restValues(c *check) {
	c.task(complete)
	for query, field := range map[string]string{
		"status=completed": "status", "status=TASK_STATE_DONE": "status", "includeArtifacts=yes": "includeArtifacts",
		"includeArtifacts=1": "includeArtifacts", "pageSize=many": "pageSize", "pageSize=1.5": "pageSize", "pageSize=99999999999": "pageSize",
		"statusTimestampAfter=yesterday": "statusTimestampAfter", "historyLength=-": "historyLength",
	} {
		a := c.list(query)
		if c.isFault("?"+query, a, invalidParams); a.err != nil {
			c.blames(a.err, field)
		}
	}
	for _, query := range []string{"includeArtifacts=true", "includeArtifacts=false", "statusTimestampAfter=2020-01-01T00:00:00Z", "statusTimestampAfter=2020-01-01T01:00:00%2B01:00"} {
		if a := c.list(query); a.err != nil || len(ids(a.result)) != 1 {
			c.Errorf("?%s gives %s", query, a.body)
		}
	}
}

// restRepeatedKeys: no parameter of the protocol is a list, so a key that comes
// again must say the same.
func restRepeatedKeys(c *check) {
	c.task(complete)
	if a := c.list("pageSize=7&pageSize=7"); a.err != nil || number(a.result, "pageSize") != 7 {
		c.Errorf("the same size twice gives %s", a.body)
	}
	c.isFault("two sizes", c.list("pageSize=7&pageSize=8"), invalidParams)
}

func restDecoding(c *check) {
	task := c.task(complete)
	id := text(task, "id")
	encoded := fmt.Sprintf("%%%02X", id[0]) + id[1:]
	resp, data := c.fetch(http.MethodGet, c.root()+"/tasks/"+encoded, "", "")
	c.same("the task by its encoded id", c.read("GetTask", resp, data).result["id"], id)
	context := "a/b&c=d+e%25"
	made := c.taskOf(inContext(c.sending(complete), context))
	a := c.list("contextId=" + url.QueryEscape(context))
	c.same("the tasks of an odd context", ids(a.result), []any{made["id"]})
	for _, bad := range []string{"%ff", "%zz"} { // neither UTF-8 nor an escape
		resp, data := c.fetchRaw("/tasks/" + bad)
		if resp.StatusCode < 400 || resp.StatusCode >= 500 {
			c.Errorf("the id %s is answered with %d %s", bad, resp.StatusCode, data)
		}
	}
	if c.host.Card().GetCapabilities().GetPushNotifications() {
		const odd = "a/b:c d?%41" // not decoded twice
		hook := obj{"taskId": id, "id": odd, "url": hookURL}
		c.ok("CreateTaskPushNotificationConfig", hook)
		c.same("the id of a configuration", c.ok("GetTaskPushNotificationConfig", obj{"taskId": id, "id": odd})["id"], odd)
	}
}

// fetchRaw gets a path that net/url does not take.
func (c *check) fetchRaw(path string) (*http.Response, []byte) {
	c.Helper()
	req := c.httpRequest(http.MethodGet, c.root(), nil)
	for name, values := range c.newRequest("", nil, nil).header {
		req.Header[http.CanonicalHeaderKey(name)] = values
	}
	req.URL.Opaque = "//" + req.URL.Host + req.URL.EscapedPath() + path
	resp := c.do(req)
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	if err != nil {
		c.Fatal(err)
	}
	return resp, data
}

func restBodies(c *check) {
	for _, empty := range []string{"", "{}", "null"} {
		task := c.task(ask)
		resp, data := c.fetch(http.MethodPost, c.root()+"/tasks/"+text(task, "id")+":cancel", "", empty)
		if resp.StatusCode != http.StatusOK || state(c.decode(data)) != "CANCELED" {
			c.Errorf("a cancel with the body %q is answered with %d %s", empty, resp.StatusCode, data)
		}
	}
	task := c.task(ask)
	f := c.refused(invalidParams, "CancelTask", obj{"id": task["id"]}, body(`{"id":"other"}`))
	c.blames(f, "id")
	c.inState(c.taskOf(nil, body(string(encode(c.sending(complete))))), "COMPLETED")
	wrapped := c.refused(invalidParams, "SendMessage", nil, body(string(encode(obj{"request": c.sending(complete)}))))
	c.blames(wrapped, "message")
}
