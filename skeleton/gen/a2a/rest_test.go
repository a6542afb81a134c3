package a2a_test

import (
	"encoding/json"
	"strings"
	"testing"
)

const message = `{"messageId":"m","role":"ROLE_USER","parts":[{"text":"hi"}]}`

func TestREST(t *testing.T) {
	url := httpServer(t) + "/rest"
	big := `{"message":{"messageId":"m","role":"ROLE_USER","parts":[{"text":"` + strings.Repeat("x", 2<<20) + `"}]}}`
	tests := []struct {
		name, verb, path, body string
		header                 []string
		status                 int
		contains               string
	}{
		{"send", "POST", "/message:send", `{"message":` + message + `}`, nil, 200, `{"message":{"messageId":"m"`},
		{"send for a tenant", "POST", "/acme/message:send", `{"message":` + message + `}`, nil, 200, `"text":"hi"`},
		{"a2a+json", "POST", "/message:send", `{"message":` + message + `}`, []string{"Content-Type", "application/a2a+json"}, 200, ""},
		{"case and parameters", "POST", "/message:send", `{"message":` + message + `}`, []string{"Content-Type", "Application/JSON; charset=UTF-8"}, 200, ""},
		{"text", "POST", "/message:send", `{"message":` + message + `}`, []string{"Content-Type", "text/plain"}, 415, "CONTENT_TYPE_NOT_SUPPORTED"},
		{"not JSON", "POST", "/message:send", `not json`, nil, 400, `"status":"INVALID_ARGUMENT"`},
		{"garbage behind", "POST", "/message:send", `{"message":` + message + `} x`, nil, 400, ""},
		{"empty", "POST", "/message:send", `{}`, nil, 400, `"field":"message"`},
		{"no body", "POST", "/message:send", ``, nil, 400, `"field":"message"`},
		{"missing fields", "POST", "/message:send", `{"message":{"parts":[]}}`, nil, 400, `"field":"message.messageId"`},
		{"too large", "POST", "/message:send", big, nil, 413, "RESOURCE_EXHAUSTED"},
		{"unknown members", "POST", "/message:send", `{"message":` + message + `,"x":{"y":[1]}}`, nil, 200, ""},

		{"get", "GET", "/tasks/T", "", nil, 200, `"id":"T"`},
		{"HEAD", "HEAD", "/tasks/T", "", nil, 200, ""},
		{"get for a tenant", "GET", "/acme/tasks/T", "", nil, 200, `"contextId":"acme"`},
		{"tenant as query", "GET", "/tasks/T?tenant=acme", "", nil, 200, `"contextId":"acme"`},
		{"two tenants", "GET", "/acme/tasks/T?tenant=other", "", nil, 400, `"field":"tenant"`},
		{"path variable as query", "GET", "/tasks/T?id=T", "", nil, 200, ""},
		{"contradicting query", "GET", "/tasks/T?id=U", "", nil, 400, `"field":"id"`},
		{"odd id", "GET", "/tasks/a%2Fb%3Ac", "", nil, 200, `"id":"a/b:c"`},
		{"id that is not UTF-8", "GET", "/tasks/%FF", "", nil, 400, ""},
		{"unknown task", "GET", "/tasks/unknown", "", nil, 404, `"reason":"TASK_NOT_FOUND"`},
		{"panic", "GET", "/tasks/panic", "", nil, 500, `"message":"internal error"`},
		{"metadata of an error", "GET", "/tasks/version", "", nil, 400, `"metadata":{"supportedVersions":"1.0"}`},

		{"list", "GET", "/tasks", "", nil, 200, `{"tasks":[],"nextPageToken":"1970","pageSize":0,"totalSize":0}`},
		{"camel case", "GET", "/tasks?pageSize=5", "", nil, 200, `"pageSize":5`},
		{"snake case", "GET", "/tasks?page_size=5", "", nil, 200, `"pageSize":5`},
		{"alias of the Go client", "GET", "/tasks?lastUpdatedAfter=2026-01-31T12:00:00%2B01:00", "", nil, 200, `"nextPageToken":"2026"`},
		{"unknown parameter", "GET", "/tasks?unknown=1", "", nil, 200, ""},
		{"twice the same", "GET", "/tasks?pageSize=5&pageSize=5", "", nil, 200, ""},
		{"twice", "GET", "/tasks?pageSize=5&pageSize=6", "", nil, 400, `"field":"pageSize"`},
		{"not a number", "GET", "/tasks?pageSize=abc", "", nil, 400, `"field":"pageSize"`},
		{"fraction", "GET", "/tasks?pageSize=1.5", "", nil, 400, ""},
		{"empty number", "GET", "/tasks?pageSize=", "", nil, 400, ""},
		{"boolean", "GET", "/tasks?includeArtifacts=false", "", nil, 200, ""},
		{"upper-case boolean", "GET", "/tasks?includeArtifacts=TRUE", "", nil, 400, `"field":"includeArtifacts"`},
		{"one as boolean", "GET", "/tasks?includeArtifacts=1", "", nil, 400, ""},
		{"enum name", "GET", "/tasks?status=TASK_STATE_WORKING", "", nil, 200, ""},
		{"enum number", "GET", "/tasks?status=2", "", nil, 400, `"field":"status"`},
		{"state of 0.3", "GET", "/tasks?status=working", "", nil, 400, ""},
		{"not a time", "GET", "/tasks?statusTimestampAfter=null", "", nil, 400, `"field":"statusTimestampAfter"`},

		{"cancel without a body", "POST", "/tasks/T:cancel", "", nil, 200, `"id":"T"`},
		{"cancel with an empty body and a type", "POST", "/tasks/T:cancel", "", []string{"Content-Type", "text/plain"}, 200, ""},
		{"cancel with {}", "POST", "/tasks/T:cancel", "{}", nil, 200, ""},
		{"cancel with null", "POST", "/tasks/T:cancel", "null", nil, 200, ""},
		{"metadata of a cancel", "POST", "/tasks/T:cancel", `{"metadata":{"why":"late"}}`, nil, 200, `"contextId":"late"`},
		{"cancel with another id in the body", "POST", "/tasks/T:cancel", `{"id":"U"}`, nil, 400, `"field":"id"`},

		{"subscribe", "POST", "/tasks/T:subscribe", "", nil, 200, `data: {"task":{"id":"T"`},
		{"subscribe with {}", "POST", "/tasks/T:subscribe", "{}", nil, 200, `data: {"task":{"id":"T"`},
		{"subscribe by GET", "GET", "/tasks/T:subscribe", "", nil, 200, `data: {"task":{"id":"T"`},
		{"subscribe to nothing", "POST", "/tasks/unknown:subscribe", "", nil, 404, "TASK_NOT_FOUND"},

		{"create config", "POST", "/tasks/T/pushNotificationConfigs", `{"url":"https://h/x"}`, nil, 200, `"taskId":"T"`},
		{"create config in an old form", "POST", "/tasks/T/pushNotificationConfigs", `{"pushNotificationConfig":{"url":"https://h/x"}}`, nil, 400, `"field":"url"`},
		{"create config for another task", "POST", "/tasks/T/pushNotificationConfigs", `{"url":"https://h/x","taskId":"U"}`, nil, 400, `"field":"task_id"`},
		{"delete config", "DELETE", "/tasks/T/pushNotificationConfigs/C", "", nil, 200, `{}`},

		{"no such path", "GET", "/nope", "", nil, 404, `"status":"NOT_FOUND"`},
		{"double slash", "POST", "//message:send", `{}`, nil, 404, ""},
		{"wrong verb", "PUT", "/message:send", `{}`, nil, 405, ""},
		{"OPTIONS", "OPTIONS", "/message:send", "", nil, 405, ""},
		{"stranger", "GET", "/tasks/T", "", []string{"Authorization", "stranger"}, 401, "UNAUTHENTICATED"},
		{"no version", "GET", "/tasks/T", "", []string{"A2A-Version", ""}, 400, "VERSION_NOT_SUPPORTED"},
		{"version as query", "GET", "/tasks/T?A2A-Version=1.0", "", []string{"A2A-Version", ""}, 200, ""},
		{"two versions", "GET", "/tasks/T?a2a-version=0.3", "", nil, 400, `"field":"A2A-Version"`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			resp, body := exchange(t, tt.verb, url+tt.path, tt.body, tt.header...)
			if resp.StatusCode != tt.status {
				t.Errorf("status %d, want %d: %.300s", resp.StatusCode, tt.status, body)
			}
			if !strings.Contains(body, tt.contains) {
				t.Errorf("%s is not in %.300s", tt.contains, body)
			}
			if tt.status == 405 && resp.Header.Get("Allow") != "POST" {
				t.Errorf("Allow is %q", resp.Header.Get("Allow"))
			}
			if tt.status >= 400 && tt.verb != "HEAD" {
				checkErrorBody(t, resp.StatusCode, resp.Header.Get("Content-Type"), body)
			}
		})
	}
}

// checkErrorBody checks the form of section 11.6.
func checkErrorBody(t *testing.T, status int, contentType, body string) {
	t.Helper()
	var answer map[string]map[string]any
	if err := json.Unmarshal([]byte(body), &answer); err != nil {
		t.Fatalf("%v in %s", err, body)
	}
	if answer["error"]["code"] != float64(status) || answer["error"]["message"] == "" || contentType != "application/json" {
		t.Errorf("status %d, type %s: %s", status, contentType, body)
	}
}

func TestRESTMediaTypeOfAnswers(t *testing.T) {
	url := httpServer(t) + "/rest"
	for accept, want := range map[string]string{
		"":                     "application/json",
		"*/*":                  "application/json",
		"application/a2a+json": "application/a2a+json",
		"application/json, Application/A2A+json;q=0.9": "application/a2a+json",
	} {
		for _, path := range []string{"/tasks/T", "/tasks/unknown"} {
			resp, _ := exchange(t, "GET", url+path, "", "Accept", accept)
			if got := resp.Header.Get("Content-Type"); got != want {
				t.Errorf("Accept %q, %s: %q, want %q", accept, path, got, want)
			}
		}
	}
}

func TestRESTStreamErrors(t *testing.T) {
	url := httpServer(t) + "/rest"
	send := func(parts string) string {
		_, body := exchange(t, "POST", url+"/message:stream", `{"message":{"messageId":"m","role":"ROLE_USER","parts":[`+parts+`]}}`)
		return body
	}
	if body := send(`{"text":"fail"}`); !strings.HasPrefix(body, `{"error":{"code":400`) {
		t.Errorf("before the first event: %s", body)
	}
	if body := send(`{"text":"a"},{"text":"fail"}`); !strings.Contains(body, "event: error\ndata: {\"error\":{\"code\":400") {
		t.Errorf("after the first event: %s", body)
	}
}

func TestActivatedExtensionsAreNamed(t *testing.T) {
	url := httpServer(t)
	for _, target := range []struct{ verb, path, body string }{
		{"GET", "/rest/tasks/T", ""},
		{"POST", "/rpc", `{"jsonrpc":"2.0","id":1,"method":"GetTask","params":{"id":"T"}}`},
	} {
		resp, _ := exchange(t, target.verb, url+target.path, target.body, "A2A-Extensions", "https://example.com/a, https://example.com/b,https://example.com/a")
		if got := resp.Header.Get("A2A-Extensions"); got != "https://example.com/a, https://example.com/b" {
			t.Errorf("%s: %q", target.path, got)
		}
	}
}
