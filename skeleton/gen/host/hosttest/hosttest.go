// Package hosttest runs an agent in a test: in memory, without a server, and
// with nothing between the test and the agent's code but the host itself.
//
//	result := hosttest.Run(t, agent.New(), hosttest.Message("echo", host.Text("hello")))
//	if got := result.Text("echo.txt"); got != "hello" { ... }
package hosttest

import (
	"context"
	"crypto/rand"
	"log/slog"
	"testing"

	"google.golang.org/protobuf/types/known/structpb"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/wire"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host/memory"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host/skill"
)

// Message returns a message of a client for a skill, or for any if the skill
// is "".
func Message(skillID string, parts ...*a2apb.Part) *a2apb.Message {
	m := &a2apb.Message{MessageId: rand.Text(), Role: a2apb.Role_ROLE_USER, Parts: parts}
	if skillID != "" {
		m.Metadata = &structpb.Struct{Fields: map[string]*structpb.Value{skill.MetadataKey: structpb.NewStringValue(skillID)}}
	}
	return m
}

// Data returns a part with the JSON of v, which may be JSON text itself as a
// json.RawMessage.
func Data(t testing.TB, v any) *a2apb.Part {
	t.Helper()
	part, err := host.Data(v)
	if err != nil {
		t.Fatal(err)
	}
	return part
}

// Run sends a message to an agent and waits like a client that blocks: until
// the task has ended or waits for the client. A message that is refused fails
// the test.
func Run(t testing.TB, agent host.Agent, message *a2apb.Message) *Result {
	t.Helper()
	return Start(t, agent).Run(message)
}

// Agent is an agent at work.
type Agent struct {
	t       testing.TB
	service a2a.Service
	events  *recorder
	tenant  string // the first on the card
}

// Start lets an agent work until the test ends. Nobody is asked for
// credentials. What the host logs is in the output of a test that fails.
func Start(t testing.TB, agent host.Agent) *Agent {
	t.Helper()
	if agent.Authenticator == nil {
		agent.Authenticator = func(context.Context, *wire.Call) (host.Identity, error) {
			return host.Identity{Anonymous: true}, nil
		}
	}
	config := host.DefaultConfig()
	config.Logger = slog.New(slog.NewTextHandler(newOutput(t), &slog.HandlerOptions{Level: slog.LevelDebug}))
	events := &recorder{Store: memory.New()}
	h, err := host.New(config, agent, events)
	if err != nil {
		t.Fatal(err)
	}
	return &Agent{t: t, service: h.Service(), events: events, tenant: h.Card().GetSupportedInterfaces()[0].GetTenant()}
}

// Run sends a message and waits, like the function of that name. The caller is
// authenticated and called "test"; an agent of several tenants gets the message
// for the first.
func (a *Agent) Run(message *a2apb.Message) *Result {
	a.t.Helper()
	ctx := host.WithIdentity(a.t.Context(), host.Identity{Name: "test"})
	result, err := a.Send(ctx, &a2apb.SendMessageRequest{Tenant: a.tenant, Message: message})
	if err != nil {
		a.t.Fatalf("the message was refused: %v", err)
	}
	return result
}

// Send sends a request and waits. The error is the one that the client gets
// instead of a task or a message. The caller is the identity that the context
// carries, anonymous without.
func (a *Agent) Send(ctx context.Context, req *a2apb.SendMessageRequest) (*Result, error) {
	response, err := a.service.SendMessage(ctx, req)
	if err != nil {
		return nil, err
	}
	r := &Result{Task: response.GetTask(), Reply: response.GetMessage(), agent: a}
	r.Events = a.events.take(r.Task.GetId())
	return r, nil
}
