// Package sdkserver_test calls an agent made with the official Go SDK by our
// generated clients, on each binding.
package sdkserver_test

import (
	"net/http"
	"os/exec"
	"regexp"
	"testing"

	"github.com/a2a-gen/a2a-gen/interop/agent"
	"github.com/a2a-gen/a2a-gen/interop/calls"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/wire"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/discovery"
)

var (
	listening = regexp.MustCompile(`listening on (\S+)`)
	bindings  = []string{wire.JSONRPC, wire.HTTPJSON, wire.GRPC}
	planner   = wire.ClientOptions{Header: http.Header{"Authorization": {"Bearer planner"}}}
)

func TestOfficialGoServer(t *testing.T) {
	binary := agent.Build(t, "./sdkserver/server")
	calls.Server{
		Base:     agent.Run(t, exec.Command(binary), listening),
		Bindings: bindings,
		Options:  planner,
		Deviations: map[string]*wire.Kind{
			"message to a finished task":      wire.InvalidParams,
			"stream to a finished task":       wire.InvalidParams,
			"subscription to a finished task": a2a.TaskNotFound,
			"subscription to a waiting task":  a2a.TaskNotFound,
			"page size":                       wire.InvalidRequest,
			"page token":                      wire.ParseError,
			"push config for an unknown task": nil,
			"unknown push config":             wire.Internal,
		},
		NoIdleSubscription: true,
	}.Run(t)
}

// TestOfficialGoServerRefusals calls an agent without push notifications, and
// without credentials, for which the SDK's store lists no tasks.
func TestOfficialGoServerRefusals(t *testing.T) {
	binary := agent.Build(t, "./sdkserver/server")
	base := agent.Run(t, exec.Command(binary, "-push=false"), listening)
	for _, binding := range bindings {
		t.Run(binding, func(t *testing.T) {
			client, err := discovery.Dial(t.Context(), base, wire.ClientOptions{}, binding)
			if err != nil {
				t.Fatal(err)
			}
			defer client.Close()
			if _, err := client.ListTasks(t.Context(), &a2apb.ListTasksRequest{}); wire.KindOf(err) != wire.Unauthenticated {
				t.Errorf("ListTasks: %v", err)
			}
			config := &a2apb.TaskPushNotificationConfig{TaskId: "T", Url: "https://example.com/hook"}
			if _, err := client.CreateTaskPushNotificationConfig(t.Context(), config); wire.KindOf(err) != a2a.PushNotificationNotSupported {
				t.Errorf("CreateTaskPushNotificationConfig: %v", err)
			}
		})
	}
}
