package host_test

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/protobuf/proto"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/wire"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host"
)

// serve runs a server for the test. The function that it returns stops it.
func (f *fixture) serve(t *testing.T) (*host.Server, func()) {
	t.Helper()
	s, err := host.Listen(f.config, f.agent, f.store)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	served := make(chan error)
	go func() { served <- s.Serve(ctx) }()
	stop := func() {
		cancel()
		if err, ok := <-served; ok && err != nil {
			t.Errorf("Serve: %v", err)
		}
	}
	waitReady(t, s)
	return s, stop
}

// waitReady asks until the server says that it is ready: connections wait for
// Serve, but it may not have said so yet.
func waitReady(t *testing.T, s *host.Server) {
	t.Helper()
	for {
		resp, err := http.Get("http://" + s.HTTPAddr() + "/readyz")
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if resp.StatusCode == http.StatusOK {
			return
		}
	}
}

func call(t *testing.T, method, url string, header http.Header) (*http.Response, string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, values := range header {
		req.Header[name] = values
	}
	resp, err := http.DefaultTransport.RoundTrip(req) // follows no redirect
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp, string(body)
}

func TestServerPaths(t *testing.T) {
	f := newFixture(done)
	s, stop := f.serve(t)
	defer stop()
	base := "http://" + s.HTTPAddr()
	for _, test := range []struct {
		method, path string
		status       int
	}{
		{"GET", "/healthz", 200}, {"HEAD", "/healthz", 200}, {"POST", "/healthz", 405},
		{"GET", "/readyz", 200},
		{"GET", "/.well-known/agent-card.json", 200}, {"HEAD", "/.well-known/agent-card.json", 200},
		{"POST", "/.well-known/agent-card.json", 405}, {"OPTIONS", "/.well-known/agent-card.json", 405},
		{"GET", "/", 404}, {"GET", "/nope", 404}, {"GET", "//a2a/rest/tasks", 404}, {"GET", "/a2a", 404}, {"POST", "/a2a/rest", 404},
		{"GET", "/a2a/rest/nope", 404}, {"PUT", "/a2a/rest/message:send", 405}, {"POST", "/a2a/rest//message:send", 404},
	} {
		resp, body := call(t, test.method, base+test.path, nil)
		if resp.StatusCode != test.status {
			t.Errorf("%s %s: %s", test.method, test.path, resp.Status)
		}
		if !strings.HasPrefix(resp.Header.Get("Content-Type"), "application/json") || test.method != "HEAD" && !json.Valid([]byte(body)) {
			t.Errorf("%s %s: %s %q is not JSON", test.method, test.path, resp.Header.Get("Content-Type"), body)
		}
		if test.status == 405 && resp.Header.Get("Allow") == "" {
			t.Errorf("%s %s: no Allow", test.method, test.path)
		}
	}
}

func TestServerCard(t *testing.T) {
	f := newFixture(done)
	s, stop := f.serve(t)
	defer stop()
	url := "http://" + s.HTTPAddr() + "/.well-known/agent-card.json"
	resp, body := call(t, "GET", url, nil)
	card := new(a2apb.AgentCard)
	if err := a2a.Unmarshal([]byte(body), card); err != nil || !proto.Equal(card, s.Host().Card()) {
		t.Errorf("card %q, error %v", body, err)
	}
	want := []string{"http://" + s.HTTPAddr() + "/a2a/jsonrpc", "http://" + s.HTTPAddr() + "/a2a/rest", s.GRPCAddr()}
	for i, iface := range card.GetSupportedInterfaces() {
		if iface.GetUrl() != want[i] {
			t.Errorf("%s is at %q, want %q", iface.GetProtocolBinding(), iface.GetUrl(), want[i])
		}
	}
	etag := resp.Header.Get("ETag")
	if etag == "" || strings.HasPrefix(etag, "W/") || resp.Header.Get("Last-Modified") == "" || !strings.Contains(resp.Header.Get("Cache-Control"), "max-age=") {
		t.Errorf("headers %v", resp.Header)
	}
	if resp, body := call(t, "GET", url, http.Header{"If-None-Match": {etag}}); resp.StatusCode != http.StatusNotModified || body != "" {
		t.Errorf("If-None-Match: %s %q", resp.Status, body)
	}
	if resp, body := call(t, "HEAD", url, nil); resp.StatusCode != 200 || body != "" || resp.Header.Get("ETag") != etag {
		t.Errorf("HEAD: %s %q", resp.Status, body)
	}
	f.agent.Card.Description = "Another one."
	again, stopAgain := f.serve(t)
	defer stopAgain()
	if resp, _ := call(t, "GET", "http://"+again.HTTPAddr()+"/.well-known/agent-card.json", nil); resp.Header.Get("ETag") == etag {
		t.Error("another card has the same ETag")
	}
}

// TestServerBindings sends over each binding, and with a public path.
func TestServerBindings(t *testing.T) {
	f := newFixture(done)
	f.config.PublicURL = "https://agent.example.com/run"
	s, stop := f.serve(t)
	defer stop()
	base := "http://" + s.HTTPAddr()
	onGRPC, err := a2a.NewGRPCClient(s.GRPCAddr(), wire.ClientOptions{Plaintext: true})
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]a2a.Client{
		"JSON-RPC":                 a2a.NewJSONRPCClient(base+"/a2a/jsonrpc", wire.ClientOptions{}),
		"JSON-RPC with a slash":    a2a.NewJSONRPCClient(base+"/a2a/jsonrpc/", wire.ClientOptions{}),
		"JSON-RPC below the path":  a2a.NewJSONRPCClient(base+"/run/a2a/jsonrpc", wire.ClientOptions{}),
		"HTTP+JSON":                a2a.NewRESTClient(base+"/a2a/rest", wire.ClientOptions{}),
		"HTTP+JSON below the path": a2a.NewRESTClient(base+"/run/a2a/rest", wire.ClientOptions{}),
		"gRPC":                     onGRPC,
	} {
		resp, err := c.SendMessage(t.Context(), request("hi"))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		wantState(t, resp.GetTask(), completed)
		task, err := c.GetTask(t.Context(), &a2apb.GetTaskRequest{Id: resp.GetTask().GetId()})
		if err != nil || !proto.Equal(task, resp.GetTask()) {
			t.Errorf("%s: GetTask %v, error %v", name, task, err)
		}
		_, err = c.GetTask(t.Context(), &a2apb.GetTaskRequest{Id: "nope"})
		wantKind(t, err, a2a.TaskNotFound)
		if err := c.Close(); err != nil {
			t.Errorf("%s: Close: %v", name, err)
		}
	}
}

func TestServerShutdown(t *testing.T) {
	f := newFixture(nil)
	release := make(chan struct{})
	f.agent.Executor = script(func(_ context.Context, turn *host.Turn) error {
		turn.Working("")
		<-release
		return turn.Complete()
	})
	s, stop := f.serve(t)
	conn, err := grpc.NewClient(s.GRPCAddr(), grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	health := grpc_health_v1.NewHealthClient(conn)
	watch, err := health.Watch(t.Context(), new(grpc_health_v1.HealthCheckRequest))
	if err != nil {
		t.Fatal(err)
	}
	status := func(want grpc_health_v1.HealthCheckResponse_ServingStatus) {
		t.Helper()
		got, err := watch.Recv()
		if err != nil || got.GetStatus() != want {
			t.Errorf("health %v, error %v; want %v", got, err, want)
		}
	}
	status(grpc_health_v1.HealthCheckResponse_SERVING)

	c := a2a.NewJSONRPCClient("http://"+s.HTTPAddr()+"/a2a/jsonrpc", wire.ClientOptions{})
	sent := make(chan *a2apb.Task)
	working := make(chan struct{})
	go func() {
		var last *a2apb.TaskStatus
		for e, err := range c.SendStreamingMessage(t.Context(), request("hi")) {
			if err != nil {
				t.Errorf("stream: %v", err)
				break
			}
			if u := e.GetStatusUpdate(); u != nil {
				if last == nil {
					close(working)
				}
				last = u.GetStatus()
			}
		}
		sent <- &a2apb.Task{Status: last}
	}()
	<-working
	go func() {
		status(grpc_health_v1.HealthCheckResponse_NOT_SERVING)
		close(release)
	}()
	stop()
	wantState(t, <-sent, completed)
	if _, err := http.Get("http://" + s.HTTPAddr() + "/healthz"); err == nil {
		t.Error("the server still answers")
	}
}

func TestHostRefusesBadAgents(t *testing.T) {
	for name, change := range map[string]func(*fixture){
		"no card":     func(f *fixture) { f.agent.Card = nil },
		"no executor": func(f *fixture) { f.agent.Executor = nil },
		"nobody to check credentials": func(f *fixture) {
			f.agent.Card.SecurityRequirements = []*a2apb.SecurityRequirement{{}}
		},
		"nobody to check those of a skill": func(f *fixture) {
			f.agent.Card.Skills[0].SecurityRequirements = []*a2apb.SecurityRequirement{{}}
		},
		"no interface": func(f *fixture) { f.agent.Card.SupportedInterfaces = nil },
		"no version": func(f *fixture) {
			f.agent.Card.SupportedInterfaces = []*a2apb.AgentInterface{{ProtocolBinding: wire.JSONRPC}}
		},
		"address taken": func(f *fixture) {
			f.config.HTTPAddr = "256.0.0.1:1"
		},
		"gRPC address taken": func(f *fixture) {
			f.config.GRPCAddr = "256.0.0.1:1"
		},
	} {
		f := newFixture(done)
		change(f)
		if s, err := host.Listen(f.config, f.agent, f.store); err == nil {
			s.Close()
			t.Errorf("%s: accepted", name)
		}
	}
}

func TestExtendedCard(t *testing.T) {
	f := newFixture(done)
	c := f.start(t)
	_, err := c.svc.GetExtendedAgentCard(c.ctx, new(a2apb.GetExtendedAgentCardRequest))
	wantKind(t, err, a2a.ExtendedAgentCardNotConfigured)
	f.agent.ExtendedCard = func(_ context.Context, caller host.Identity) (*a2apb.AgentCard, error) {
		return &a2apb.AgentCard{Name: "for " + caller.Name}, nil
	}
	c = f.start(t).as("alice")
	card, err := c.svc.GetExtendedAgentCard(c.ctx, new(a2apb.GetExtendedAgentCardRequest))
	if err != nil || card.GetName() != "for alice" {
		t.Errorf("card %v, error %v", card, err)
	}
}
