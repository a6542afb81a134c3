// Package calls plays scenarios against a server made with an official SDK, by
// our generated clients. Whoever imports it must not import an SDK: both would
// declare the same protobuf names.
package calls

import (
	"context"
	"testing"
	"time"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/wire"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/discovery"
)

// limit bounds every scenario.
const limit = 30 * time.Second

// Server is the server to call, and what it does in other ways than the
// protocol has it.
type Server struct {
	Base     string   // URL below which the card is
	Bindings []string // in the card's order
	Options  wire.ClientOptions

	// Deviations are errors that are not the protocol's, by the name of the
	// case; one that holds in a single binding has its name before the case,
	// as in "GRPC unknown task". Nil stands for no error at all.
	Deviations map[string]*wire.Kind
	// NoIdleSubscription is set if tasks that wait for input cannot be
	// subscribed to.
	NoIdleSubscription bool
	// ListNeedsState is set if lists are empty unless they ask for a state.
	ListNeedsState bool
}

// Run plays all scenarios on all bindings.
func (s Server) Run(t *testing.T) {
	card, err := discovery.Fetch(t.Context(), s.Base, s.Options)
	if err != nil {
		t.Fatalf("the card cannot be read: %v", err)
	}
	s.checkCard(t, card)
	for _, binding := range s.Bindings {
		t.Run(binding, func(t *testing.T) {
			client, err := discovery.Dial(t.Context(), s.Base, s.Options, binding)
			if err != nil {
				t.Fatal(err)
			}
			defer client.Close()
			c := calls{client: client, server: s, binding: binding}
			t.Run("send", c.send)
			t.Run("message answer", c.reply)
			t.Run("parts", c.parts)
			t.Run("poll", c.poll)
			t.Run("stream", c.stream)
			t.Run("subscribe", c.subscribe)
			t.Run("conversation", c.conversation)
			t.Run("cancel", c.cancel)
			t.Run("list", c.list)
			t.Run("push", c.push)
			t.Run("errors", c.errors)
		})
	}
}

func (s Server) checkCard(t *testing.T, card *a2apb.AgentCard) {
	t.Helper()
	var bindings []string
	for _, iface := range card.GetSupportedInterfaces() {
		bindings = append(bindings, iface.GetProtocolBinding())
	}
	if len(bindings) != len(s.Bindings) || card.GetName() != "sdk-server" || !card.GetCapabilities().GetStreaming() || len(card.GetSkills()) != 1 {
		t.Errorf("card %v", card)
	}
	scheme := card.GetSecuritySchemes()["bearer"].GetHttpAuthSecurityScheme()
	if scheme.GetScheme() != "Bearer" || scheme.GetBearerFormat() != "opaque" {
		t.Errorf("security schemes %v", card.GetSecuritySchemes())
	}
	if needs := card.GetSecurityRequirements(); len(needs) != 1 || needs[0].GetSchemes()["bearer"] == nil {
		t.Errorf("security requirements %v", needs)
	}
}

// calls are the scenarios, each on one binding.
type calls struct {
	client  a2a.Client
	server  Server
	binding string
}

// within bounds a scenario in time.
func within(t *testing.T) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	t.Cleanup(cancel)
	return ctx
}

// say makes a request to send a text.
func say(text string) *a2apb.SendMessageRequest {
	return &a2apb.SendMessageRequest{Message: &a2apb.Message{
		MessageId: newID(), Role: a2apb.Role_ROLE_USER, Parts: []*a2apb.Part{textPart(text)},
	}}
}

// answer makes a request to go on with a task.
func answer(task *a2apb.Task, text string) *a2apb.SendMessageRequest {
	req := say(text)
	req.Message.TaskId = task.GetId()
	return req
}

// task sends a message and wants a task in the state.
func (c calls) task(t *testing.T, ctx context.Context, req *a2apb.SendMessageRequest, state a2apb.TaskState) *a2apb.Task {
	t.Helper()
	resp, err := c.client.SendMessage(ctx, req)
	if err != nil {
		t.Fatal(err)
	}
	if resp.GetTask().GetStatus().GetState() != state {
		t.Fatalf("got %v, want a task in %v", resp, state)
	}
	return resp.GetTask()
}

func textPart(text string) *a2apb.Part {
	return &a2apb.Part{Content: &a2apb.Part_Text{Text: text}}
}
