package agent

import (
	"context"
	"strings"
	"testing"

	"example.com/deployer/gen/a2a"
	"example.com/deployer/gen/a2a/wire"
	"example.com/deployer/gen/a2apb"
	"example.com/deployer/gen/host"
	"example.com/deployer/gen/host/hosttest"
	"example.com/deployer/gen/host/memory"
	"example.com/deployer/gen/skills"
)

// service runs the agent without a network, for tests that watch a task while
// it waits.
func service(t *testing.T) a2a.Service {
	t.Helper()
	agent := New()
	agent.Authenticator = func(context.Context, *wire.Call) (host.Identity, error) { return host.Identity{Anonymous: true}, nil }
	h, err := host.New(skills.Defaults(), agent, memory.New())
	if err != nil {
		t.Fatal(err)
	}
	return h.Service()
}

func as(t *testing.T, name string) context.Context {
	return host.WithIdentity(t.Context(), host.Identity{Name: name})
}

// ask asks for a deployment to production and returns its task, which waits,
// and the approval that it waits for.
func ask(t *testing.T, svc a2a.Service, caller string) (task *a2apb.Task, approval string) {
	t.Helper()
	in := skills.DeployInput{Service: "payments-api", Version: "1.4.0", Environment: "production"}
	resp, err := svc.SendMessage(as(t, caller), &a2apb.SendMessageRequest{Message: hosttest.Message("deploy", hosttest.Data(t, in))})
	if err != nil {
		t.Fatal(err)
	}
	status := resp.GetTask().GetStatus()
	if status.GetState() != authRequired || len(resp.GetTask().GetArtifacts()) != 1 {
		t.Fatalf("the task is %v", resp.GetTask())
	}
	return resp.GetTask(), approvalIn(status)
}

// approvalIn returns what a status says it waits for.
func approvalIn(status *a2apb.TaskStatus) string {
	words := strings.Fields(status.GetMessage().GetParts()[0].GetText())
	return strings.Trim(words[len(words)-1], ".")
}

// decide is one use of the skill approve.
func decide(t *testing.T, svc a2a.Service, caller, approval, decision string) error {
	t.Helper()
	in := skills.ApproveInput{Approval: approval, Decision: decision, Reason: "Not on a Friday."}
	resp, err := svc.SendMessage(as(t, caller), &a2apb.SendMessageRequest{Message: hosttest.Message("approve", hosttest.Data(t, in))})
	if err == nil && resp.GetMessage() == nil {
		t.Errorf("the answer is %v", resp)
	}
	return err
}

// states collects the states of a task until its end.
type states struct {
	last a2apb.TaskState
	said string
}

func (s *states) Send(events ...*wire.Event[a2apb.StreamResponse]) error {
	for _, e := range events {
		if update := e.Message.GetStatusUpdate(); update != nil {
			s.last = update.GetStatus().GetState()
			for _, part := range update.GetStatus().GetMessage().GetParts() {
				s.said = part.GetText()
			}
		}
	}
	return nil
}

func TestApprove(t *testing.T) {
	tests := []struct {
		decision string
		want     a2apb.TaskState
		said     string
	}{
		{"approve", completed, "payments-api 1.4.0 runs in production."},
		{"reject", rejected, "The deployment was rejected. Not on a Friday."},
	}
	for _, test := range tests {
		svc := service(t)
		task, approval := ask(t, svc, "planner")
		if err := decide(t, svc, "planner", approval, test.decision); wire.KindOf(err) != wire.InvalidParams {
			t.Errorf("by who asked for it: %v", err)
		}
		if err := decide(t, svc, "test-runner", "another", test.decision); wire.KindOf(err) != wire.InvalidParams {
			t.Errorf("of nothing: %v", err)
		}
		if err := decide(t, svc, "test-runner", approval, test.decision); err != nil {
			t.Fatal(err)
		}
		if err := decide(t, svc, "test-runner", approval, test.decision); wire.KindOf(err) != wire.InvalidParams {
			t.Errorf("twice: %v", err)
		}
		got := new(states)
		err := svc.SubscribeToTask(as(t, "planner"), &a2apb.SubscribeToTaskRequest{Id: task.GetId()}, got)
		if wire.KindOf(err) == a2a.UnsupportedOperation { // it has ended already
			ended, err := svc.GetTask(as(t, "planner"), &a2apb.GetTaskRequest{Id: task.GetId()})
			if err != nil {
				t.Fatal(err)
			}
			got.last, got.said = ended.GetStatus().GetState(), ended.GetStatus().GetMessage().GetParts()[0].GetText()
		} else if err != nil {
			t.Fatal(err)
		}
		if got.last != test.want || got.said != test.said {
			t.Errorf("%s: %v, %q", test.decision, got.last, got.said)
		}
	}
}

// TestCancel: a deployment that is canceled waits no more.
func TestCancel(t *testing.T) {
	svc := service(t)
	task, approval := ask(t, svc, "planner")
	got, err := svc.CancelTask(as(t, "planner"), &a2apb.CancelTaskRequest{Id: task.GetId()})
	if err != nil || got.GetStatus().GetState() != canceled {
		t.Fatalf("%v, %v", got, err)
	}
	if err := decide(t, svc, "test-runner", approval, "approve"); wire.KindOf(err) != wire.InvalidParams {
		t.Errorf("a canceled deployment was approved: %v", err)
	}
}
