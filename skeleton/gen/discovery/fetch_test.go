package discovery_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/wire"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/discovery"
)

// plainCard is the least that Fetch takes.
const plainCard = `{"name":"planner","supportedInterfaces":[{"url":"https://planner.example.com","protocolBinding":"JSONRPC","protocolVersion":"1.0"}]}`

func serve(t *testing.T, handler http.HandlerFunc) string {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return server.URL
}

// serveCard answers every request with the same document.
func serveCard(t *testing.T, document string) string {
	t.Helper()
	return serve(t, func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, document) })
}

func TestFetchRequests(t *testing.T) {
	var got *http.Request
	url := serve(t, func(w http.ResponseWriter, r *http.Request) {
		got = r
		fmt.Fprint(w, plainCard)
	})
	for base, want := range map[string]string{
		"":                                 "/.well-known/agent-card.json",
		"/":                                "/.well-known/agent-card.json",
		"/agents/planner":                  "/agents/planner/.well-known/agent-card.json",
		"/agents/planner/?key=7":           "/agents/planner/.well-known/agent-card.json?key=7",
		"/a%2Fb":                           "/a%2Fb/.well-known/agent-card.json",
		"/cards/planner.json":              "/cards/planner.json",
		"/.well-known/agent-card.json?x=y": "/.well-known/agent-card.json?x=y",
	} {
		card, err := discovery.Fetch(t.Context(), url+base, wire.ClientOptions{Header: http.Header{"X-Key": {"secret"}}})
		if err != nil || card.GetName() != "planner" {
			t.Fatalf("%s: %v, %v", base, card, err)
		}
		if got.Method != "GET" || got.RequestURI != want {
			t.Errorf("%s: %s %s, want GET %s", base, got.Method, got.RequestURI, want)
		}
		for name, value := range map[string]string{"A2A-Version": "1.0", "X-Key": "secret", "Accept": "application/a2a+json, application/json"} {
			if got.Header.Get(name) != value {
				t.Errorf("%s is %q, want %q", name, got.Header.Get(name), value)
			}
		}
	}
}

func TestFetchFailures(t *testing.T) {
	tests := []struct{ name, document, want string }{
		{"not JSON", `<html>hello</html>`, "not JSON"},
		{"nothing", ``, "not JSON"},
		{"two documents", plainCard + plainCard, "not JSON"},
		{"another document", `{"openapi":"3.1.0"}`, "not an agent card: it lists no supportedInterfaces"},
		{"a list", `[]`, "not an agent card: want an object"},
		{"a wrong type", `{"name":"planner","skills":[{"id":7}]}`, "not an agent card: skills[0].id"},
		{"0.3", `{"name":"planner","protocolVersion":"0.3.0","url":"https://planner.example.com","preferredTransport":"JSONRPC","skills":[]}`, "speaks protocol 0.3 only"},
		{"too large", `{"name":"` + strings.Repeat("x", 4<<20) + `"}`, "larger than 4 MiB"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			url := serveCard(t, tt.document)
			card, err := discovery.Fetch(t.Context(), url, wire.ClientOptions{})
			if card != nil || err == nil || !strings.Contains(err.Error(), tt.want) || !strings.HasPrefix(err.Error(), "agent card "+url+"/.well-known/agent-card.json: ") {
				t.Errorf("got %v, %v; want %q", card, err, tt.want)
			}
		})
	}
}

func TestFetchWithoutAnswer(t *testing.T) {
	for _, url := range []string{"planner.example.com", "/cards/planner.json", "file:///cards/planner.json", "https://", "http://[", ""} {
		if _, err := discovery.Fetch(t.Context(), url, wire.ClientOptions{}); err == nil {
			t.Errorf("%q is no URL", url)
		}
	}
	for status, kind := range map[int]*wire.Kind{401: wire.Unauthenticated, 404: wire.MethodNotFound, 500: wire.Internal} {
		url := serve(t, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(status) })
		if _, err := discovery.Fetch(t.Context(), url, wire.ClientOptions{}); wire.KindOf(err) != kind {
			t.Errorf("%d: %v", status, err)
		}
	}
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := discovery.Fetch(canceled, serveCard(t, plainCard), wire.ClientOptions{})
	if !errors.Is(err, context.Canceled) || strings.Count(err.Error(), "http://") != 1 {
		t.Errorf("canceled: %v", err)
	}
}

func TestFetchRedirects(t *testing.T) {
	elsewhere := strings.Replace(serveCard(t, plainCard), "127.0.0.1", "localhost", 1)
	url := serve(t, func(w http.ResponseWriter, r *http.Request) {
		switch {
		case strings.HasPrefix(r.URL.Path, "/away"):
			http.Redirect(w, r, elsewhere, http.StatusFound)
		case strings.HasPrefix(r.URL.Path, "/near"):
			http.Redirect(w, r, "/card.json", http.StatusFound)
		default:
			fmt.Fprint(w, plainCard)
		}
	})
	if _, err := discovery.Fetch(t.Context(), url+"/near", wire.ClientOptions{}); err != nil {
		t.Errorf("the same host: %v", err)
	}
	if _, err := discovery.Fetch(t.Context(), url+"/away", wire.ClientOptions{}); err == nil || !strings.Contains(err.Error(), elsewhere) {
		t.Errorf("another host: %v", err)
	}
}
