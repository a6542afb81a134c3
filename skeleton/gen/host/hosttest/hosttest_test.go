package hosttest_test

import (
	"context"
	"errors"
	"testing"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/wire"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host/hosttest"
)

// executor is an agent's code.
type executor func(ctx context.Context, turn *host.Turn) error

func (e executor) Execute(ctx context.Context, turn *host.Turn) error { return e(ctx, turn) }

func agent(e executor) host.Agent {
	return host.Agent{
		Executor: e,
		Card: &a2apb.AgentCard{
			DefaultInputModes:    []string{"*/*"},
			SupportedInterfaces:  []*a2apb.AgentInterface{{ProtocolBinding: "JSONRPC", ProtocolVersion: "1.0", Tenant: "platform"}},
			SecurityRequirements: []*a2apb.SecurityRequirement{{}},
		},
	}
}

// TestConversation follows a task that asks twice: for input, and for an
// authorization that it waits for.
func TestConversation(t *testing.T) {
	running := hosttest.Start(t, agent(func(ctx context.Context, turn *host.Turn) error {
		if turn.Message().GetParts()[0].GetText() == "first" {
			return turn.RequireInput(host.Text("more?"))
		}
		if err := turn.RequireAuth(host.Text("sign "), host.Text("in")); err != nil {
			return err
		}
		if _, err := turn.Receive(ctx); err != nil {
			return err
		}
		turn.Working("signed in")
		part := hosttest.Data(t, map[string]int{"n": 1})
		if err := turn.Artifact(&a2apb.Artifact{Name: "n.json", Parts: []*a2apb.Part{part}}); err != nil {
			return err
		}
		return turn.Complete(host.Text("done"))
	}))
	asked := running.Run(hosttest.Message("any", host.Text("first")))
	if asked.State() != a2apb.TaskState_TASK_STATE_INPUT_REQUIRED || asked.Said() != "more?" || len(asked.Events) != 2 || asked.Events[0].GetTask() == nil {
		t.Fatalf("got %v: %s: %v", asked.State(), asked.Said(), asked.Events)
	}
	auth := asked.Answer(host.Text("second"))
	if auth.State() != a2apb.TaskState_TASK_STATE_AUTH_REQUIRED || auth.Said() != "sign in" {
		t.Fatalf("got %v: %s", auth.State(), auth.Said())
	}
	done := auth.Answer(host.Text("third"))
	var n struct{ N int }
	if done.JSON("n.json", &n); n.N != 1 || done.Said() != "done" || len(done.Events) != 3 {
		t.Errorf("got %v: %s: %v", n, done.Said(), done.Events)
	}
}

func TestReply(t *testing.T) {
	r := hosttest.Run(t, agent(func(_ context.Context, turn *host.Turn) error {
		return turn.Reply(host.Text("hello " + turn.Caller().Name))
	}), hosttest.Message("", host.Text("hi")))
	if r.Task != nil || r.Reply == nil || r.Said() != "hello test" || len(r.Events) != 0 {
		t.Errorf("got %+v", r)
	}
}

func TestSend(t *testing.T) {
	running := hosttest.Start(t, agent(func(_ context.Context, turn *host.Turn) error {
		if turn.Caller().Name == "" {
			return turn.Refuse(a2a.UnsupportedOperation.New("who are you?"))
		}
		return errors.New("on fire")
	}))
	req := &a2apb.SendMessageRequest{Tenant: "platform", Message: hosttest.Message("", host.Text("hi"))}
	if _, err := running.Send(t.Context(), req); wire.KindOf(err) != a2a.UnsupportedOperation {
		t.Errorf("got %v", err)
	}
	ctx := host.WithIdentity(t.Context(), host.Identity{Name: "planner"})
	if r, err := running.Send(ctx, req); err != nil || r.State() != a2apb.TaskState_TASK_STATE_FAILED {
		t.Errorf("got %v: %v", r, err)
	}
}
