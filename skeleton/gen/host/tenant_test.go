package host_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"

	"google.golang.org/protobuf/proto"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/wire"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host"
)

// withTenants lists every interface of a card once for each tenant.
func withTenants(card *a2apb.AgentCard, tenants ...string) {
	var list []*a2apb.AgentInterface
	for _, tenant := range tenants {
		for _, i := range card.GetSupportedInterfaces() {
			own := proto.CloneOf(i)
			own.Tenant = tenant
			list = append(list, own)
		}
	}
	card.SupportedInterfaces = list
}

func fetchCard(t *testing.T, h *host.Host, path string) (*a2apb.AgentCard, *httptest.ResponseRecorder) {
	t.Helper()
	answer := httptest.NewRecorder()
	h.Handler().ServeHTTP(answer, httptest.NewRequest(http.MethodGet, path, nil))
	card := new(a2apb.AgentCard)
	if answer.Code == http.StatusOK {
		if err := a2a.Unmarshal(answer.Body.Bytes(), card); err != nil {
			t.Fatal(err)
		}
	}
	return card, answer
}

// TestTenantCards: each tenant has a card of its own interfaces, and nobody
// else has.
func TestTenantCards(t *testing.T) {
	f := newFixture(done)
	withTenants(f.agent.Card, "payments", "test runner")
	f.config.PublicURL = "https://planner.example.com/base"
	h, err := host.New(f.config, f.agent, f.store)
	if err != nil {
		t.Fatal(err)
	}
	tags := make(map[string]bool)
	for path, want := range map[string]string{
		"/payments/.well-known/agent-card.json":           "payments",
		"/test%20runner/.well-known/agent-card.json":      "test runner",
		"/base/payments/.well-known/agent-card.json":      "payments",
		"/base/test%20runner/.well-known/agent-card.json": "test runner",
	} {
		card, answer := fetchCard(t, h, path)
		if len(card.GetSupportedInterfaces()) != 3 {
			t.Fatalf("%s: %d, interfaces %v", path, answer.Code, card.GetSupportedInterfaces())
		}
		for _, i := range card.GetSupportedInterfaces() {
			if i.GetTenant() != want {
				t.Errorf("%s: interface of tenant %q", path, i.GetTenant())
			}
		}
		tags[answer.Header().Get("ETag")] = true
	}
	all, answer := fetchCard(t, h, "/.well-known/agent-card.json")
	if tags[answer.Header().Get("ETag")] = true; len(tags) != 3 || len(all.GetSupportedInterfaces()) != 6 {
		t.Errorf("%d different cards, %d interfaces", len(tags), len(all.GetSupportedInterfaces()))
	}
	for _, path := range []string{"/deployer/.well-known/agent-card.json", "//.well-known/agent-card.json", "/Payments/.well-known/agent-card.json"} {
		if _, answer := fetchCard(t, h, path); answer.Code != http.StatusNotFound {
			t.Errorf("%s: %d", path, answer.Code)
		}
	}
}

// TestTenants goes through all operations with a tenant that is not the
// task's, one that the agent does not have, and none (section 8.3.2).
func TestTenants(t *testing.T) {
	f := newFixture(func(_ context.Context, turn *host.Turn) error { return turn.RequireInput(host.Text("more")) })
	withTenants(f.agent.Card, "payments", "planner")
	f.agent.Card.Capabilities.ExtendedAgentCard = proto.Bool(true)
	f.agent.ExtendedCard = func(context.Context, host.Identity) (*a2apb.AgentCard, error) { return f.agent.Card, nil }
	c := f.start(t).as("ann")
	req := request("x")
	req.Tenant = "payments"
	task := c.send(req)
	hook := &a2apb.TaskPushNotificationConfig{Tenant: "payments", TaskId: task.GetId(), Id: "c", Url: "http://127.0.0.1:1/"}
	if _, err := c.svc.CreateTaskPushNotificationConfig(c.ctx, hook); err != nil {
		t.Fatal(err)
	}
	id := task.GetId()
	for _, tenant := range []string{"planner", "nobody", ""} {
		known := tenant == "planner"
		calls := map[string]struct {
			call func() error
			want *wire.Kind
		}{
			"get": {func() error {
				_, err := c.svc.GetTask(c.ctx, &a2apb.GetTaskRequest{Tenant: tenant, Id: id})
				return err
			}, a2a.TaskNotFound},
			"cancel": {func() error {
				_, err := c.svc.CancelTask(c.ctx, &a2apb.CancelTaskRequest{Tenant: tenant, Id: id})
				return err
			}, a2a.TaskNotFound},
			"subscribe": {func() error {
				return c.svc.SubscribeToTask(c.ctx, &a2apb.SubscribeToTaskRequest{Tenant: tenant, Id: id}, nil)
			}, a2a.TaskNotFound},
			"create hook": {func() error {
				other := proto.CloneOf(hook)
				other.Tenant = tenant
				_, err := c.svc.CreateTaskPushNotificationConfig(c.ctx, other)
				return err
			}, a2a.TaskNotFound},
			"get hook": {func() error {
				_, err := c.svc.GetTaskPushNotificationConfig(c.ctx, &a2apb.GetTaskPushNotificationConfigRequest{Tenant: tenant, TaskId: id, Id: "c"})
				return err
			}, a2a.TaskNotFound},
			"list hooks": {func() error {
				_, err := c.svc.ListTaskPushNotificationConfigs(c.ctx, &a2apb.ListTaskPushNotificationConfigsRequest{Tenant: tenant, TaskId: id})
				return err
			}, a2a.TaskNotFound},
			"delete hook": {func() error {
				_, err := c.svc.DeleteTaskPushNotificationConfig(c.ctx, &a2apb.DeleteTaskPushNotificationConfigRequest{Tenant: tenant, TaskId: id, Id: "c"})
				return err
			}, a2a.TaskNotFound},
			"follow": {func() error {
				req := follow(task, "y")
				req.Tenant = tenant
				_, err := c.svc.SendMessage(c.ctx, req)
				return err
			}, unlessKnown(known, a2a.TaskNotFound)},
			"stream": {func() error {
				req := follow(task, "y")
				req.Tenant = tenant
				return c.svc.SendStreamingMessage(c.ctx, req, nil)
			}, unlessKnown(known, a2a.TaskNotFound)},
			"list": {func() error {
				page, err := c.svc.ListTasks(c.ctx, &a2apb.ListTasksRequest{Tenant: tenant})
				if len(page.GetTasks()) > 0 || page.GetTotalSize() > 0 {
					t.Errorf("tenant %q lists %v", tenant, page)
				}
				return err
			}, unlessKnown(known, nil)},
			"extended card": {func() error {
				card, err := c.svc.GetExtendedAgentCard(c.ctx, &a2apb.GetExtendedAgentCardRequest{Tenant: tenant})
				for _, i := range card.GetSupportedInterfaces() {
					if i.GetTenant() != tenant {
						t.Errorf("tenant %q is shown %v", tenant, i)
					}
				}
				return err
			}, unlessKnown(known, nil)},
		}
		for name, test := range calls {
			if err := test.call(); wire.KindOf(err) != test.want {
				t.Errorf("%s by tenant %q: %v", name, tenant, err)
			}
		}
	}
	got, err := c.svc.GetTask(c.ctx, &a2apb.GetTaskRequest{Tenant: "payments", Id: id})
	if err != nil || got.GetStatus().GetState() != inputRequired || len(got.GetHistory()) != 1 {
		t.Errorf("the task is %v, %v", got, err)
	}
}

// unlessKnown is the failure of a call that tells unknown tenants.
func unlessKnown(known bool, kind *wire.Kind) *wire.Kind {
	if known {
		return kind
	}
	return wire.InvalidParams
}

// TestSignatures: a card that is served otherwise than it was signed is served
// without signatures.
func TestSignatures(t *testing.T) {
	signed := func() *fixture {
		f := newFixture(done)
		f.config.PublicURL, f.config.PublicGRPC = "https://planner.example.com", "planner.example.com:443"
		h, err := host.New(f.config, f.agent, f.store)
		if err != nil {
			t.Fatal(err)
		}
		f.agent.Card = proto.CloneOf(h.Card())
		f.agent.Card.Signatures = []*a2apb.AgentCardSignature{{Protected: "cA", Signature: "cw"}}
		return f
	}
	tests := []struct {
		name   string
		change func(*host.Config)
		want   int
	}{
		{"as signed", func(*host.Config) {}, 1},
		{"other URL", func(c *host.Config) { c.PublicURL = "http://127.0.0.1:41241" }, 0},
		{"other gRPC address", func(c *host.Config) { c.PublicGRPC = "127.0.0.1:41242" }, 0},
		{"without gRPC", func(c *host.Config) { c.GRPCAddr = "off" }, 0},
	}
	for _, test := range tests {
		f := signed()
		test.change(&f.config)
		h, err := host.New(f.config, f.agent, f.store)
		if err != nil {
			t.Fatal(err)
		}
		if card, _ := fetchCard(t, h, "/.well-known/agent-card.json"); len(card.GetSignatures()) != test.want {
			t.Errorf("%s: signatures %v", test.name, card.GetSignatures())
		}
	}
	f := signed()
	withTenants(f.agent.Card, "payments")
	h, err := host.New(f.config, f.agent, f.store)
	if err != nil {
		t.Fatal(err)
	}
	if card, _ := fetchCard(t, h, "/payments/.well-known/agent-card.json"); len(card.GetSupportedInterfaces()) == 0 || len(card.GetSignatures()) > 0 {
		t.Errorf("the card of a tenant is %v", card)
	}
}

// TestExtendedModes: skills of the extended card take what they say they take,
// from those who may see it.
func TestExtendedModes(t *testing.T) {
	f := newFixture(done)
	f.agent.Card.Capabilities.ExtendedAgentCard = proto.Bool(true)
	f.agent.ExtendedCard = func(context.Context, host.Identity) (*a2apb.AgentCard, error) {
		card := proto.CloneOf(f.agent.Card)
		card.Skills = append(card.Skills, &a2apb.AgentSkill{Id: "render", InputModes: []string{"model/*"}})
		return card, nil
	}
	c := f.start(t)
	req := request("x")
	req.Message.Parts = append(req.Message.Parts, host.File("a.stl", "model/stl", []byte("x")))
	if _, err := c.svc.SendMessage(c.ctx, req); wire.KindOf(err) != a2a.ContentTypeNotSupported {
		t.Errorf("anonymous: %v", err)
	}
	if _, err := c.as("ann").svc.SendMessage(c.as("ann").ctx, req); err != nil {
		t.Error(err)
	}
	req.Message.Parts[1].MediaType = "audio/mpeg"
	if _, err := c.as("ann").svc.SendMessage(c.as("ann").ctx, req); wire.KindOf(err) != a2a.ContentTypeNotSupported {
		t.Errorf("a type that no skill takes: %v", err)
	}
}
