// Command server is an agent made with the official Go SDK, for our clients to
// call. It says where its card is in a line of its output.
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"net"
	"net/http"
	"strings"

	"github.com/a2aproject/a2a-go/v2/a2a"
	"github.com/a2aproject/a2a-go/v2/a2agrpc/v1"
	"github.com/a2aproject/a2a-go/v2/a2asrv"
	"github.com/a2aproject/a2a-go/v2/a2asrv/push"
	"google.golang.org/grpc"
)

func main() {
	withPush := flag.Bool("push", true, "serve push notifications")
	flag.Parse()
	log.Fatal(serve(*withPush))
}

// serve serves all bindings on free loopback ports until one of them fails.
func serve(withPush bool) error {
	web, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	rpc, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	base := "http://" + web.Addr().String()
	card := &a2a.AgentCard{
		Name:        "sdk-server",
		Description: "Echoes.",
		Version:     "1.0.0",
		SupportedInterfaces: []*a2a.AgentInterface{
			a2a.NewAgentInterface(base+"/rpc", a2a.TransportProtocolJSONRPC),
			a2a.NewAgentInterface(base+"/rest", a2a.TransportProtocolHTTPJSON),
			a2a.NewAgentInterface(rpc.Addr().String(), a2a.TransportProtocolGRPC),
		},
		DefaultInputModes:  []string{"text/plain"},
		DefaultOutputModes: []string{"text/plain"},
		Capabilities:       a2a.AgentCapabilities{Streaming: true, PushNotifications: withPush},
		SecuritySchemes: a2a.NamedSecuritySchemes{
			"bearer": a2a.HTTPAuthSecurityScheme{Scheme: "Bearer", BearerFormat: "opaque"},
		},
		SecurityRequirements: a2a.SecurityRequirementsOptions{{"bearer": a2a.SecuritySchemeScopes{}}},
		Skills:               []a2a.AgentSkill{{ID: "echo", Name: "Echo", Description: "Echoes.", Tags: []string{"test"}}},
	}
	options := []a2asrv.RequestHandlerOption{a2asrv.WithCallInterceptors(names{}), a2asrv.WithCapabilityChecks(&card.Capabilities)}
	if withPush {
		options = append(options, a2asrv.WithPushNotifications(push.NewInMemoryStore(), push.NewHTTPPushSender(nil)))
	}
	handler := a2asrv.NewHandler(echo{}, options...)

	failed := make(chan error, 2)
	server := grpc.NewServer()
	a2agrpc.NewHandler(handler).RegisterWith(server)
	go func() { failed <- server.Serve(rpc) }()
	mux := http.NewServeMux()
	mux.Handle("/rpc", a2asrv.NewJSONRPCHandler(handler))
	mux.Handle("/rest/", http.StripPrefix("/rest", a2asrv.NewRESTHandler(handler)))
	mux.Handle(a2asrv.WellKnownAgentCardPath, a2asrv.NewStaticAgentCardHandler(card))
	go func() { failed <- http.Serve(web, mux) }()
	fmt.Println("listening on", base)
	return <-failed
}

// names takes a bearer token for the name of the user: the SDK's store lists
// no tasks for callers without one.
type names struct {
	a2asrv.PassthroughCallInterceptor
}

func (names) Before(ctx context.Context, call *a2asrv.CallContext, _ *a2asrv.Request) (context.Context, any, error) {
	values, _ := call.ServiceParams().Get("authorization")
	for _, value := range values {
		if name, ok := strings.CutPrefix(value, "Bearer "); ok {
			call.User = a2asrv.NewAuthenticatedUser(name, nil)
		}
	}
	return ctx, nil, nil
}
