package a2a_test

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
)

// exchange sends a request and returns the status, the headers and the body.
func exchange(t *testing.T, verb, url, body string, header ...string) (*http.Response, string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), verb, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("A2A-Version", "1.0")
	if body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i < len(header); i += 2 {
		if header[i+1] == "" {
			req.Header.Del(header[i])
			continue
		}
		req.Header.Set(header[i], header[i+1])
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp, string(data)
}

type rpcAnswer struct {
	ID     json.RawMessage `json:"id"`
	Result json.RawMessage `json:"result"`
	Error  *struct {
		Code    int              `json:"code"`
		Message string           `json:"message"`
		Data    []map[string]any `json:"data"`
	} `json:"error"`
}

func TestJSONRPCEnvelope(t *testing.T) {
	url := httpServer(t) + "/rpc"
	get := func(members string) string { return `{"jsonrpc":"2.0",` + members + `}` }
	const call = `"method":"GetTask","params":{"id":"T"}`
	tests := []struct {
		name, body string
		code       int    // 0 for a result
		id         string // as echoed
	}{
		{"number", get(`"id":1,` + call), 0, "1"},
		{"string", get(`"id":"1",` + call), 0, `"1"`},
		{"zero", get(`"id":0,` + call), 0, "0"},
		{"empty string", get(`"id":"",` + call), 0, `""`},
		{"null", get(`"id":null,` + call), 0, "null"},
		{"large number", get(`"id":12345678901234567890,` + call), 0, "12345678901234567890"},
		{"fraction", get(`"id":1.5,` + call), -32600, "null"},
		{"object as id", get(`"id":{},` + call), -32600, "null"},
		{"array as id", get(`"id":[],` + call), -32600, "null"},
		{"boolean as id", get(`"id":true,` + call), -32600, "null"},
		{"id last", get(call + `,"id":7`), 0, "7"},
		{"params before the method", get(`"params":{"id":"T"},"method":"GetTask","id":7`), 0, "7"},
		{"fault in params before the id", get(`"method":"GetTask","params":{},"id":7`), -32602, "7"},
		{"id twice", get(`"id":1,"id":2,` + call), -32600, "2"},
		{"params twice", get(`"id":1,` + call + `,"params":{}`), -32600, "1"},
		{"method twice and no id", get(call + `,"method":"GetTask"`), -32600, "null"},
		{"cut off behind a method that does not exist", `{"jsonrpc":"2.0","id":1,"method":"Nope","params":{`, -32700, "null"},
		{"cut off behind invalid params", `{"jsonrpc":"2.0","id":1,"method":"GetTask","params":{},`, -32700, "null"},
		{"unknown member", get(`"id":1,"extra":[{}],` + call), 0, "1"},
		{"no params", get(`"id":1,"method":"ListTasks"`), 0, "1"},
		{"params null", get(`"id":1,"method":"ListTasks","params":null`), 0, "1"},
		{"params by position", get(`"id":1,"method":"ListTasks","params":[]`), -32602, "1"},
		{"missing required field", get(`"id":1,"method":"GetTask"`), -32602, "1"},
		{"empty batch", `[]`, -32600, "null"},
		{"batch", `[{"jsonrpc":"2.0","id":1,` + call + `}]`, -32600, "null"},
		{"no version", `{"id":1,` + call + `}`, -32600, "1"},
		{"other version", `{"jsonrpc":"1.0","id":1,` + call + `}`, -32600, "1"},
		{"no method", get(`"id":1`), -32600, "1"},
		{"empty method", get(`"id":1,"method":""`), -32600, "1"},
		{"number as method", get(`"id":1,"method":5,"params":{}`), -32600, "1"},
		{"unknown method", get(`"id":1,"method":"Nope","params":{}`), -32601, "1"},
		{"method of 0.3", get(`"id":1,"method":"message/send","params":{}`), -32601, "1"},
		{"cut off", `{"jsonrpc":`, -32700, "null"},
		{"not JSON", `not json`, -32700, "null"},
		{"empty body", ``, -32700, "null"},
		{"garbage behind", get(`"id":1,`+call) + ` garbage`, -32700, "null"},
		{"second document", get(`"id":1,`+call) + get(`"id":2,`+call), -32700, "null"},
		{"NUL behind", get(`"id":1,`+call) + "\x00", -32700, "null"},
		{"byte order mark", "\xef\xbb\xbf" + get(`"id":1,`+call), -32700, "null"},
		{"invalid UTF-8", get(`"id":1,"method":"GetTask","params":{"id":"` + "\xff" + `"}`), -32700, "null"},
		{"half a surrogate pair", get(`"id":1,"method":"GetTask","params":{"id":"\ud800"}`), -32700, "null"},
		{"too deep", get(`"id":1,"method":"GetTask","params":{"x":` + strings.Repeat("[", 20000) + strings.Repeat("]", 20000) + `}`), -32700, "null"},
		{"unknown enum name", get(`"id":1,"method":"ListTasks","params":{"status":"TASK_STATE_RUNNING"}`), -32602, "1"},
		{"snake case", get(`"id":1,"method":"ListTasks","params":{"page_size":5}`), 0, "1"},
		{"both spellings", get(`"id":1,"method":"ListTasks","params":{"page_size":5,"pageSize":5}`), -32602, "1"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			resp, body := exchange(t, "POST", url, tt.body, "Content-Type", "application/json")
			if resp.StatusCode != 200 {
				t.Errorf("status %d", resp.StatusCode)
			}
			if got := resp.Header.Get("Content-Type"); got != "application/json" {
				t.Errorf("content type %q", got)
			}
			var a rpcAnswer
			if err := json.Unmarshal([]byte(body), &a); err != nil {
				t.Fatalf("%v in %s", err, body)
			}
			code := 0
			if a.Error != nil {
				code = a.Error.Code
			}
			if code != tt.code || string(a.ID) != tt.id {
				t.Errorf("code %d, id %s; want %d, %s\n%s", code, a.ID, tt.code, tt.id, body)
			}
			if (a.Error == nil) != (a.Result != nil) {
				t.Errorf("want either a result or an error: %s", body)
			}
		})
	}
}

func TestJSONRPCNotifications(t *testing.T) {
	url := httpServer(t) + "/rpc"
	for _, body := range []string{
		`{"jsonrpc":"2.0","method":"GetTask","params":{"id":"T"}}`,
		`{"jsonrpc":"2.0","method":"GetTask","params":{}}`,
		`{"jsonrpc":"2.0","method":"Nope"}`,
	} {
		resp, got := exchange(t, "POST", url, body)
		if resp.StatusCode != 202 || got != "" {
			t.Errorf("%s: status %d, body %q; want 202 and nothing", body, resp.StatusCode, got)
		}
	}
}

func TestJSONRPCOverHTTP(t *testing.T) {
	url := httpServer(t) + "/rpc"
	const call = `{"jsonrpc":"2.0","id":1,"method":"GetTask","params":{"id":"T"}}`
	tests := []struct {
		name, verb, body string
		header           []string
		status, code     int
	}{
		{"a2a+json", "POST", call, []string{"Content-Type", "application/a2a+json"}, 200, 0},
		{"parameters and case", "POST", call, []string{"Content-Type", "Application/JSON; charset=UTF-8"}, 200, 0},
		{"no content type", "POST", call, []string{"Content-Type", ""}, 200, 0},
		{"text", "POST", call, []string{"Content-Type", "text/plain"}, 415, -32005},
		{"stranger", "POST", call, []string{"Authorization", "stranger"}, 401, -32090},
		{"GET", "GET", "", nil, 405, -32601},
		{"too large", "POST", `{"x":"` + strings.Repeat("x", 2<<20) + `"}`, nil, 413, -32600},
		{"other version", "POST", call, []string{"A2A-Version", "99.0"}, 200, -32009},
		{"no version and a method of 0.3", "POST", `{"jsonrpc":"2.0","id":1,"method":"message/send"}`, []string{"A2A-Version", ""}, 200, -32009},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			resp, body := exchange(t, tt.verb, url, tt.body, tt.header...)
			var a rpcAnswer
			if err := json.Unmarshal([]byte(body), &a); err != nil {
				t.Fatalf("%v in %s", err, body)
			}
			code := 0
			if a.Error != nil {
				code = a.Error.Code
			}
			if resp.StatusCode != tt.status || code != tt.code {
				t.Errorf("status %d, code %d; want %d, %d\n%s", resp.StatusCode, code, tt.status, tt.code, body)
			}
			if tt.status == 401 && resp.Header.Get("WWW-Authenticate") != "Bearer" {
				t.Error("no challenge")
			}
			if tt.status == 405 && resp.Header.Get("Allow") != "POST" {
				t.Error("no Allow header")
			}
		})
	}
}

func TestJSONRPCErrorDetails(t *testing.T) {
	url := httpServer(t) + "/rpc"
	_, body := exchange(t, "POST", url, `{"jsonrpc":"2.0","id":1,"method":"GetTask","params":{"id":"unknown"}}`)
	want := `{"jsonrpc":"2.0","id":1,"error":{"code":-32001,"message":"task \"unknown\" does not exist","data":[` +
		`{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"TASK_NOT_FOUND","domain":"a2a-protocol.org"}]}}`
	if body != want {
		t.Errorf("got  %s\nwant %s", body, want)
	}
	_, body = exchange(t, "POST", url, `{"jsonrpc":"2.0","id":1,"method":"SendMessage","params":{"message":{"role":"ROLE_USER","parts":[{"filename":"f"}]}}}`)
	for _, want := range []string{`"field":"message.messageId"`, `"field":"message.parts[0]"`, "google.rpc.BadRequest"} {
		if !strings.Contains(body, want) {
			t.Errorf("%s is not in %s", want, body)
		}
	}
	for _, id := range []string{"panic", "private"} {
		_, body = exchange(t, "POST", url, `{"jsonrpc":"2.0","id":1,"method":"GetTask","params":{"id":"`+id+`"}}`)
		if strings.Contains(body, "purpose") || strings.Contains(body, "deadline") || !strings.Contains(body, `"error"`) {
			t.Errorf("task %s: %s", id, body)
		}
	}
}

func TestJSONRPCStream(t *testing.T) {
	url := httpServer(t) + "/rpc"
	send := func(id string, texts ...string) (*http.Response, string) {
		parts := `{"text":"` + strings.Join(texts, `"},{"text":"`) + `"}`
		return exchange(t, "POST", url, `{"jsonrpc":"2.0","id":`+id+`,"method":"SendStreamingMessage","params":{"message":{"messageId":"m","role":"ROLE_USER","parts":[`+parts+`]}}}`)
	}
	for _, id := range []string{"1", `"1"`, "null"} {
		resp, body := send(id, "a", `b\n\nc`)
		if got := resp.Header.Get("Content-Type"); got != "text/event-stream" {
			t.Errorf("content type %q", got)
		}
		event := func(text string) string {
			return `data: {"jsonrpc":"2.0","id":` + id + `,"result":{"message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":"` + text + `"}]}}}` + "\n\n"
		}
		if want := event("a") + event(`b\n\nc`); body != want {
			t.Errorf("got  %q\nwant %q", body, want)
		}
	}
	resp, body := send("1", "fail")
	if resp.Header.Get("Content-Type") != "application/json" || !strings.Contains(body, "-32005") {
		t.Errorf("a failure before the first event: %s %s", resp.Header.Get("Content-Type"), body)
	}
	_, body = send("1", "a", "fail")
	if !strings.Contains(body, "event: error\ndata: {\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32005") {
		t.Errorf("a failure after the first event: %s", body)
	}
	_, body = send("1", "a", "panic")
	if !strings.Contains(body, "-32603") || strings.Contains(body, "purpose") {
		t.Errorf("a panic after the first event: %s", body)
	}
}
