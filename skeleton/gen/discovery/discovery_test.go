package discovery_test

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"strings"
	"testing"

	"google.golang.org/grpc"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/wire"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/discovery"
)

func iface(binding, version, url string) *a2apb.AgentInterface {
	return &a2apb.AgentInterface{ProtocolBinding: binding, ProtocolVersion: version, Url: url}
}

func TestChoose(t *testing.T) {
	old, rpc, rest, rpcGRPC := iface("JSONRPC", "0.3", "1"), iface("JSONRPC", "1.0", "2"), iface("HTTP+JSON", "1.0", "3"), iface("GRPC", "1.0", "4")
	next, custom := iface("JSONRPC", "1.1", "5"), iface("https://example.com/bindings/mqtt", "1.0", "6")
	tests := []struct {
		name      string
		ifaces    []*a2apb.AgentInterface
		preferred []string
		want      string // URL, or part of the error
	}{
		{"the card's order", []*a2apb.AgentInterface{rest, rpc, rpcGRPC}, nil, "3"},
		{"the caller's order", []*a2apb.AgentInterface{rest, rpc, rpcGRPC}, []string{wire.GRPC, wire.JSONRPC}, "4"},
		{"the caller's second choice", []*a2apb.AgentInterface{rest, rpc}, []string{wire.GRPC, wire.JSONRPC}, "2"},
		{"nothing that the caller prefers", []*a2apb.AgentInterface{rest, rpc}, []string{wire.GRPC}, "3"},
		{"two of the preferred", []*a2apb.AgentInterface{rest, rpc, iface("JSONRPC", "1.0", "7")}, []string{wire.JSONRPC}, "2"},
		{"old, new and custom ones", []*a2apb.AgentInterface{custom, old, next, rpc}, []string{wire.JSONRPC}, "2"},
		{"patch number and case", []*a2apb.AgentInterface{iface("jsonrpc", "1.0.7", "8")}, nil, "8"},
		{"only 0.3", []*a2apb.AgentInterface{old, iface("GRPC", "0.3.0", "")}, nil, "speaks protocol 0.3 only"},
		{"only 1.1", []*a2apb.AgentInterface{next}, nil, `"JSONRPC" in version "1.1"`},
		{"only 1.00", []*a2apb.AgentInterface{iface("JSONRPC", "1.00", "")}, nil, "in version 1.0; the agent offers"},
		{"no version", []*a2apb.AgentInterface{iface("JSONRPC", "", "")}, nil, `"JSONRPC" in version ""`},
		{"only custom", []*a2apb.AgentInterface{custom}, nil, "bindings/mqtt"},
		{"none", nil, nil, "lists no interface"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := discovery.Choose(&a2apb.AgentCard{SupportedInterfaces: tt.ifaces}, tt.preferred...)
			if err == nil && got.GetUrl() != tt.want || err != nil && !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, %v; want %s", got, err, tt.want)
			}
		})
	}
}

func TestNewClientRefuses(t *testing.T) {
	for _, f := range []*a2apb.AgentInterface{
		iface("JSONRPC", "1.0", ""),
		iface("JSONRPC", "1.0", "/rpc"),
		iface("JSONRPC", "1.0", "http://["),
		iface("HTTP+JSON", "1.0", "planner.example.com:443"),
		iface("HTTP+JSON", "1.0", "ftp://planner.example.com"),
		iface("GRPC", "1.0", "http://planner.example.com:80"),
		iface("https://example.com/bindings/mqtt", "1.0", "mqtt://example.com"),
	} {
		if c, err := discovery.NewClient(f, wire.ClientOptions{}); err == nil || c != nil {
			t.Errorf("%v: %v, %v", f, c, err)
		}
	}
	c, err := discovery.NewClient(iface("GRPC", "1.0", "http://planner.example.com:80"), wire.ClientOptions{Plaintext: true})
	if err != nil {
		t.Fatal(err)
	}
	c.Close()
}

// echo answers with the tenant that it was asked for.
type echo struct{ a2a.UnimplementedService }

func (echo) GetTask(_ context.Context, req *a2apb.GetTaskRequest) (*a2apb.Task, error) {
	return &a2apb.Task{Id: req.GetId(), ContextId: req.GetTenant(), Status: &a2apb.TaskStatus{State: a2apb.TaskState_TASK_STATE_WORKING}}, nil
}

type openGuard struct{}

func (openGuard) Authenticate(ctx context.Context, _ *wire.Call) (context.Context, error) {
	return ctx, nil
}

func (openGuard) Admit(ctx context.Context, _ *wire.Call) (context.Context, error) { return ctx, nil }

// TestDial goes the whole way by each binding, gRPC without TLS since it is on
// this machine.
func TestDial(t *testing.T) {
	opts := wire.Options{Guard: openGuard{}}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := grpc.NewServer()
	a2a.RegisterGRPC(server, echo{}, opts)
	go server.Serve(listener)
	t.Cleanup(server.Stop)

	mux := http.NewServeMux()
	url := serve(t, mux.ServeHTTP)
	mux.Handle("/rpc", a2a.NewJSONRPCHandler(echo{}, opts))
	mux.Handle("/rest/", a2a.NewRESTHandler(echo{}, wire.Options{Guard: openGuard{}, Prefix: "/rest"}))
	mux.HandleFunc("/.well-known/agent-card.json", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprintf(w, `{"name":"planner","supportedInterfaces":[
			{"url":%q,"protocolBinding":"JSONRPC","protocolVersion":"1.0","tenant":"acme"},
			{"url":%q,"protocolBinding":"HTTP+JSON","protocolVersion":"1.0","tenant":"acme"},
			{"url":%q,"protocolBinding":"GRPC","protocolVersion":"1.0"}]}`, url+"/rpc", url+"/rest", listener.Addr())
	})

	for binding, tenant := range map[string]string{wire.JSONRPC: "acme", wire.HTTPJSON: "acme", wire.GRPC: "own"} {
		c, err := discovery.Dial(t.Context(), url, wire.ClientOptions{Tenant: "own"}, binding)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		task, err := c.GetTask(t.Context(), &a2apb.GetTaskRequest{Id: "T"})
		if err != nil || task.GetContextId() != tenant {
			t.Errorf("%s: %v, %v", binding, task, err)
		}
	}
}

func TestDialFailures(t *testing.T) {
	for document, want := range map[string]string{
		`x`: "not JSON",
		`{"name":"planner","supportedInterfaces":[{"protocolBinding":"GRPC","protocolVersion":"0.3"}]}`:                     `agent "planner": the agent speaks protocol 0.3 only`,
		`{"name":"planner","supportedInterfaces":[{"protocolBinding":"JSONRPC","protocolVersion":"1.0","url":"/a2a/rpc"}]}`: "not an absolute http or https URL",
	} {
		c, err := discovery.Dial(t.Context(), serveCard(t, document), wire.ClientOptions{})
		if c != nil || err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, %v; want %q", c, err, want)
		}
	}
}
