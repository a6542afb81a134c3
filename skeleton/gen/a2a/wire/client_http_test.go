package wire_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/wire"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
)

// serve starts a server and returns its URL.
func serve(t *testing.T, handler http.HandlerFunc) string {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return server.URL
}

// answer always answers the same. header holds pairs.
func answer(t *testing.T, status int, body string, header ...string) string {
	return serve(t, func(w http.ResponseWriter, r *http.Request) {
		for i := 0; i < len(header); i += 2 {
			w.Header().Set(header[i], header[i+1])
		}
		w.WriteHeader(status)
		fmt.Fprint(w, body)
	})
}

var getTask = &a2apb.GetTaskRequest{Id: "T"}

func TestRequestsOfHTTPClients(t *testing.T) {
	var got *http.Request
	url := serve(t, func(w http.ResponseWriter, r *http.Request) {
		got = r
		fmt.Fprint(w, `{"id":"T","result":{"id":"T"}}`)
	})
	opts := wire.ClientOptions{
		Header:     http.Header{"authorization": {"Bearer x"}, "A2A-Version": {"9"}},
		Extensions: []string{"https://example.com/a", "https://example.com/b"},
		Tenant:     "acme",
	}
	tests := []struct {
		name         string
		client       a2a.Client
		tenant       string
		path, accept string
	}{
		{"JSON-RPC", a2a.NewJSONRPCClient(url+"/rpc", opts), "", "/rpc", "application/json"},
		{"a slash at the end belongs to the URL", a2a.NewJSONRPCClient(url+"/rpc/", opts), "", "/rpc/", "application/json"},
		{"HTTP+JSON", a2a.NewRESTClient(url+"/rest", opts), "", "/rest/acme/tasks/T", "application/a2a+json, application/json"},
		{"the path follows one slash", a2a.NewRESTClient(url+"/rest/", opts), "", "/rest/acme/tasks/T", "application/a2a+json, application/json"},
		{"the request's own tenant", a2a.NewRESTClient(url, opts), "other", "/other/tasks/T", "application/a2a+json, application/json"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			req := &a2apb.GetTaskRequest{Id: "T", Tenant: tt.tenant}
			if _, err := tt.client.GetTask(t.Context(), req); err != nil {
				t.Fatal(err)
			}
			if req.GetTenant() != tt.tenant {
				t.Error("the caller's request was changed")
			}
			for name, want := range map[string]string{
				"Accept": tt.accept, "Authorization": "Bearer x", "A2A-Version": "1.0", "A2A-Extensions": "https://example.com/a,https://example.com/b",
			} {
				if value := got.Header.Get(name); value != want {
					t.Errorf("%s is %q, want %q", name, value, want)
				}
			}
			if got.URL.Path != tt.path {
				t.Errorf("path %q, want %q", got.URL.Path, tt.path)
			}
		})
	}
}

// TestAnswersWithoutResult accepts every form in which servers answer an
// operation that has nothing to tell, and none of another operation.
func TestAnswersWithoutResult(t *testing.T) {
	tests := []struct {
		name, body string
		status     int
		binding    func(string, wire.ClientOptions) a2a.Client
	}{
		{"empty object", `{}`, 200, a2a.NewRESTClient},
		{"null", `null`, 200, a2a.NewRESTClient},
		{"200 without a body", ``, 200, a2a.NewRESTClient},
		{"204", ``, 204, a2a.NewRESTClient},
		{"result is an object", `{"jsonrpc":"2.0","id":1,"result":{}}`, 200, a2a.NewJSONRPCClient},
		{"result is null", `{"jsonrpc":"2.0","id":1,"result":null}`, 200, a2a.NewJSONRPCClient},
		{"no result", `{"jsonrpc":"2.0","id":1}`, 200, a2a.NewJSONRPCClient},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := tt.binding(answer(t, tt.status, tt.body), wire.ClientOptions{})
			if _, err := c.DeleteTaskPushNotificationConfig(t.Context(), &a2apb.DeleteTaskPushNotificationConfigRequest{TaskId: "T", Id: "C"}); err != nil {
				t.Errorf("delete: %v", err)
			}
			sent, err := c.SendMessage(t.Context(), &a2apb.SendMessageRequest{})
			if strings.Contains(tt.body, "{}") { // a message without members
				return
			}
			if err == nil || wire.KindOf(err) != nil {
				t.Errorf("send: %v, %v; want an error that is not the agent's", sent, err)
			}
		})
	}
}

func TestCreated(t *testing.T) {
	c := a2a.NewRESTClient(answer(t, 201, `{"id":"C","taskId":"T","url":"https://example.com"}`, "Content-Type", "application/a2a+json"), wire.ClientOptions{})
	got, err := c.CreateTaskPushNotificationConfig(t.Context(), &a2apb.TaskPushNotificationConfig{TaskId: "T", Url: "https://example.com"})
	if err != nil || got.GetId() != "C" {
		t.Errorf("%v, %v", got, err)
	}
}

// TestUnreadableAnswers: a fault of the answer must not look like an error that
// the agent reports.
func TestUnreadableAnswers(t *testing.T) {
	for _, body := range []string{`<html>`, `{"id":5,"result":{"id":5}}`, `[]`, `{"id":"T","result":{"id":"T"}`} {
		url := answer(t, 200, body)
		for name, c := range map[string]a2a.Client{
			wire.JSONRPC: a2a.NewJSONRPCClient(url, wire.ClientOptions{}), wire.HTTPJSON: a2a.NewRESTClient(url, wire.ClientOptions{}),
		} {
			_, err := c.GetTask(t.Context(), getTask)
			if err == nil || wire.KindOf(err) != nil || !strings.HasPrefix(err.Error(), "GetTask: the agent's answer ") {
				t.Errorf("%s, %s: %v", name, body, err)
			}
		}
	}
}

func TestRedirects(t *testing.T) {
	elsewhere := strings.Replace(answer(t, 200, `{"id":"T"}`), "127.0.0.1", "localhost", 1)
	url := serve(t, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/away/tasks/T":
			http.Redirect(w, r, elsewhere, http.StatusTemporaryRedirect)
		case "/near/tasks/T":
			http.Redirect(w, r, "/tasks/T", http.StatusTemporaryRedirect)
		case "/moved":
			http.Redirect(w, r, "/tasks/T", http.StatusMovedPermanently)
		case "/circle/tasks/T":
			http.Redirect(w, r, r.URL.Path, http.StatusFound)
		default:
			fmt.Fprint(w, `{"id":"T"}`)
		}
	})
	tests := []struct {
		name   string
		client a2a.Client
		want   string // "" for success
	}{
		{"same host", a2a.NewRESTClient(url+"/near", wire.ClientOptions{}), ""},
		{"other host", a2a.NewRESTClient(url+"/away", wire.ClientOptions{}), "redirects to " + elsewhere},
		{"POST would become GET", a2a.NewJSONRPCClient(url+"/moved", wire.ClientOptions{}), "redirects to " + url + "/tasks/T"},
		{"circle", a2a.NewRESTClient(url+"/circle", wire.ClientOptions{}), "in circles"},
		{"the caller's own policy", a2a.NewRESTClient(url+"/away", wire.ClientOptions{HTTP: &http.Client{
			CheckRedirect: func(*http.Request, []*http.Request) error { return nil },
		}}), ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := tt.client.GetTask(t.Context(), getTask)
			if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
				t.Errorf("%v", err)
			}
		})
	}
}
