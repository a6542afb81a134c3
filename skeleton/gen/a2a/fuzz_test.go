package a2a_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/wire"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
)

// calmService is the fake service without the failures that it has on purpose,
// so that every failure of the server is a fault of the bindings.
type calmService struct{ service }

func (s calmService) GetTask(ctx context.Context, req *a2apb.GetTaskRequest) (*a2apb.Task, error) {
	switch req.GetId() {
	case "panic", "private":
		return task(req.GetId(), ""), nil
	}
	return s.service.GetTask(ctx, req)
}

func (s calmService) SendStreamingMessage(ctx context.Context, req *a2apb.SendMessageRequest, stream wire.Stream[a2apb.StreamResponse]) error {
	for _, part := range req.GetMessage().GetParts() {
		if part.GetText() == "panic" {
			return nil
		}
	}
	return s.service.SendStreamingMessage(ctx, req, stream)
}

// members returns the members of a JSON object.
func members(t *testing.T, text string) map[string]json.RawMessage {
	t.Helper()
	var object map[string]json.RawMessage
	if err := json.Unmarshal([]byte(text), &object); err != nil || !utf8.ValidString(text) {
		t.Fatalf("the answer is not a JSON object: %v: %q", err, text)
	}
	return object
}

// documents returns the JSON texts of an answer, the events of a stream or the
// one body.
func documents(t *testing.T, w *httptest.ResponseRecorder) []string {
	t.Helper()
	contentType, body := w.Header().Get("Content-Type"), w.Body.String()
	if contentType == "text/event-stream" {
		var list []string
		for event := range strings.SplitSeq(strings.TrimSuffix(body, "\n\n"), "\n\n") {
			data, ok := strings.CutPrefix(strings.TrimPrefix(event, "event: error\n"), "data: ")
			if !ok && body != "" || strings.Contains(data, "\n") {
				t.Fatalf("not an event: %q", event)
			}
			if ok {
				list = append(list, data)
			}
		}
		return list
	}
	if contentType != "application/json" && contentType != "application/a2a+json" {
		t.Fatalf("status %d, type %q: %s", w.Code, contentType, body)
	}
	return []string{body}
}

// FuzzJSONRPC wants a JSON-RPC response to whatever is posted, and never one
// that blames the server.
func FuzzJSONRPC(f *testing.F) {
	call := func(members string) { f.Add([]byte(`{"jsonrpc":"2.0",` + members + `}`)) }
	get := `"method":"GetTask","params":{"id":"T"}`
	for _, id := range []string{"null", "1", `"1"`, "0", `""`, "12345678901234567890", "1.5", "{}", "[]", "true", "-0", "1e3", `"\ud83d\ude00"`} {
		call(`"id":` + id + `,` + get)
	}
	for _, members := range []string{
		get, get + `,"id":7`, `"params":{"id":"T"},"method":"GetTask","id":7`, `"id":1,"id":2,` + get, `"id":1,"method":""`, `"id":1,"method":5`,
		`"id":1,"method":"Nope","params":{}`, `"id":1,"method":"message/send"`, `"id":1,"method":"ListTasks","params":[]`, `"id":1,"method":"ListTasks","params":null`,
		`"id":1,"method":"ListTasks","params":{"status":"TASK_STATE_RUNNING"}`, `"id":1,"method":"ListTasks","params":{"pageSize":1e1,"page_size":"10"}`,
		`"id":1,"method":"ListTasks","params":{"statusTimestampAfter":"2026-01-31T12:00:00+01:00"}`, `"id":1,"method":"ListTasks","params":{"status":3,"includeArtifacts":false}`,
		`"id":1,"method":"CancelTask","params":{"id":"T","metadata":{"why":"late","a":null,"b":{"c":null,"d":{}},"e":[null,{}]}}`,
		`"id":1,"method":"SubscribeToTask","params":{"id":"T"}`, `"id":1,"method":"SubscribeToTask","params":{"id":"unknown"}`, `"id":1,"method":"GetExtendedAgentCard"`,
		`"id":9,"method":"DeleteTaskPushNotificationConfig","params":{"taskId":"T","id":"C"}`,
		`"id":1,"method":"CreateTaskPushNotificationConfig","params":{"taskId":"T","url":"https://example.com","authentication":{"scheme":"Bearer","credentials":"x"}}`,
		`"id":1,"method":"GetTask","params":{"id":"` + "\xff" + `"}`, `"id":1,"method":"GetTask","params":{"id":"\ud800"}`, `"id":1,"method":"GetTask","params":{"id":"T","historyLength":2147483648}`,
		`"id":1,"method":"GetTask","params":` + strings.Repeat(`{"x":`, 200) + `0` + strings.Repeat(`}`, 200),
	} {
		call(members)
	}
	for _, parts := range []string{
		`[]`, `null`, `[null]`, `[{}]`, `[{"text":""}]`, `[{"text":"a","data":{"k":1}}]`, `[{"text":"a","url":null}]`, `[{"filename":"f.txt"}]`, `[{"text":"a"},{"text":"fail"}]`,
		`[{"raw":"+/8="},{"raw":"-_8"},{"raw":"+_8="}]`, `[{"data":null},{"data":3.5},{"data":"s"},{"data":[1,null]},{"data":{"a":null}}]`, `[{"data":1e400}]`, `[{"data":NaN}]`,
		`[{"text":"<b>&amp; 日本 😀 \u2028"}]`, `[{"text":"x","mediaType":"a/b","media_type":"c/d"}]`, `[{"data":9007199254740993}]`, `[{"kind":"text","text":"hi"}]`,
	} {
		for _, method := range []string{"SendMessage", "SendStreamingMessage"} {
			call(`"id":1,"method":"` + method + `","params":{"message":{"messageId":"m","role":"ROLE_USER","parts":` + parts + `},"configuration":{"acceptedOutputModes":["text/plain"],"historyLength":0}}`)
		}
	}
	for _, body := range []string{``, `[]`, `[1]`, `{}`, `null`, `"x"`, `{"jsonrpc":`, `not json`, `{"":}`, "\xef\xbb\xbf{}", `{"jsonrpc":"2.0","id":1,` + get + `} garbage`, `{"id":1,` + get + `}`} {
		f.Add([]byte(body))
	}

	handler := a2a.NewJSONRPCHandler(calmService{}, options())
	f.Fuzz(func(t *testing.T, body []byte) {
		r := httptest.NewRequest(http.MethodPost, "/rpc", bytes.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("A2A-Version", "1.0")
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		if w.Code == http.StatusAccepted && w.Body.Len() == 0 && json.Valid(body) {
			return // a notification
		}
		if w.Code != http.StatusOK {
			t.Fatalf("status %d: %s", w.Code, w.Body)
		}
		for _, text := range documents(t, w) {
			answer := members(t, text)
			if (answer["result"] == nil) == (answer["error"] == nil) || answer["id"] == nil || string(answer["jsonrpc"]) != `"2.0"` || len(answer) != 3 {
				t.Fatalf("not a JSON-RPC response: %s", text)
			}
			if answer["error"] != nil {
				checkCode(t, body, members(t, string(answer["error"]))["code"])
			} else if !json.Valid(body) {
				t.Fatalf("%q is not JSON, yet it is answered with %s", body, text)
			}
		}
	})
}

// checkCode wants a client's mistake, and -32700 exactly for what is not JSON
// to this side: that is more than what is not JSON at all.
func checkCode(t *testing.T, body []byte, code json.RawMessage) {
	t.Helper()
	switch string(code) {
	case "-32603", "-32093":
		t.Fatalf("code %s for %q", code, body)
	case "-32700":
	default:
		if !json.Valid(body) {
			t.Fatalf("code %s for %q, which is not JSON", code, body)
		}
	}
}

// FuzzREST wants JSON in answer to any request, and never a status that blames
// the server.
func FuzzREST(f *testing.F) {
	for _, id := range []string{"T", "unknown", "urn:task:7", "urn%3Atask%3A7", "x:cancel", "a%2Fb", "100%25", "discount%2520", "a%20b", "..", "%2E%2E", "a+b", "a%3Fb%23c", "%E6%97%A5", "%FF", "%zz", "", "T;x"} {
		f.Add("GET", "/rest/tasks/"+id, "", "", "")
		f.Add("GET", "/rest/acme/tasks/"+id, "", "application/a2a+json", "")
		f.Add("POST", "/rest/tasks/"+id+":cancel", "application/json", "", `{"metadata":{"why":"late"}}`)
		f.Add("POST", "/rest/tasks/"+id+":subscribe", "", "text/event-stream", "null")
		f.Add("GET", "/rest/tasks/"+id+":subscribe", "", "", "")
		f.Add("DELETE", "/rest/tasks/"+id+"/pushNotificationConfigs/"+id, "", "", "")
		f.Add("POST", "/rest/tasks/"+id+"/pushNotificationConfigs", "", "", `{"url":"https://example.com"}`)
	}
	for _, query := range []string{
		"includeArtifacts=true", "includeArtifacts=TRUE", "includeArtifacts=", "pageSize=0", "pageSize=101", "pageSize=-1", "pageSize=abc", "pageSize=1.5", "pageSize=5&pageSize=6",
		"page_size=5", "historyLength=-5", "status=TASK_STATE_WORKING", "status=2", "status=working", "statusTimestampAfter=null", "statusTimestampAfter=2026-01-31T12:00:00Z",
		"statusTimestampAfter=0000-01-01T00:00:00Z", "lastUpdatedAfter=9999-12-31T23:59:59%2B01:00", "unknown=1", "contextId=%FF", "tenant=a&tenant=b", "A2A-Version=1.0", "a2a-version=0.3", "%zz=1", ";",
	} {
		f.Add("GET", "/rest/tasks?"+query, "", "", "")
	}
	const send = `{"message":{"messageId":"m","role":"ROLE_USER","parts":[{"text":"hi"}]}}`
	for _, contentType := range []string{"application/json", "application/a2a+json", "Application/JSON; charset=UTF-8", "text/plain", "", "a/b;c"} {
		f.Add("POST", "/rest/message:send", contentType, "", send)
		f.Add("POST", "/rest/acme/message:stream", contentType, "text/event-stream", send)
	}
	for _, body := range []string{``, `{}`, `null`, `{"message":`, `not json`, send + ` garbage`, send + send, send + "\x00", "\xef\xbb\xbf" + send, `{"message":{"parts":[{"text":"fail"}]}}`} {
		f.Add("POST", "/rest/message:send", "application/json", "*/*", body)
		f.Add("POST", "/rest/message:stream", "application/json", "*/*", body)
	}
	f.Add("PUT", "/rest/message:send", "", "", send)
	f.Add("OPTIONS", "/rest/message:send", "", "", "")
	f.Add("HEAD", "/rest/tasks/T", "", "", "")
	f.Add("POST", "//rest//message:send", "", "", send)
	f.Add("GET", "/rest/extendedAgentCard", "", "", "")
	f.Add("GET", "/rest", "", "", "")
	f.Add("GET", "/", "", "", "")

	handler := a2a.NewRESTHandler(calmService{}, options())
	f.Fuzz(func(t *testing.T, verb, target, contentType, accept, body string) {
		u, err := url.ParseRequestURI(target)
		if err != nil {
			return // never gets past net/http
		}
		r := &http.Request{
			Method: verb, URL: u, Body: io.NopCloser(strings.NewReader(body)), ContentLength: int64(len(body)),
			Header: http.Header{"Content-Type": {contentType}, "Accept": {accept}, "A2a-Version": {"1.0"}},
		}
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		if w.Code != http.StatusOK && (w.Code < 400 || w.Code >= 500) {
			t.Fatalf("status %d: %s", w.Code, w.Body)
		}
		for _, text := range documents(t, w) {
			answer := members(t, text)
			if w.Code == http.StatusOK && answer["error"] == nil {
				continue
			}
			failure := members(t, string(answer["error"]))
			if len(answer) != 1 || failure["message"] == nil || w.Code != http.StatusOK && string(failure["code"]) != strconv.Itoa(w.Code) {
				t.Fatalf("status %d: %s", w.Code, text)
			}
		}
	})
}
