package skill_test

import (
	"context"
	"testing"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/wire"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host/hosttest"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host/skill"
)

// A skill that asks for more than the caller has proved does not run, and what
// the caller is told is what the authenticator says. No task is left behind; one
// that exists waits for somebody who may go on.
func TestDenied(t *testing.T) {
	runs := 0
	ask := func(_ context.Context, task *skill.Task) error {
		runs++
		return task.RequireInput("Which environment?")
	}
	started := hosttest.Start(t, agent(nil,
		skill.Skill{ID: "deploy", InputModes: []string{"*/*"}, Run: ask},
		skill.Skill{ID: "look", InputModes: []string{"*/*"}, Run: ask},
	))
	denial := wire.PermissionDenied.New("the skill deploy: the credentials lack the scope deploy")
	denial.Challenge = `Bearer scope="deploy"`
	full := host.WithIdentity(t.Context(), host.Identity{Name: "planner"})
	narrow := host.WithIdentity(t.Context(), host.Identity{Name: "planner", Denied: map[string]*wire.Error{"deploy": denial}})

	_, err := started.Send(narrow, &a2apb.SendMessageRequest{Message: hosttest.Message("deploy", host.Text("go"))})
	if e := wire.AsError(err); e.Kind != wire.PermissionDenied || e.Challenge != denial.Challenge || runs != 0 {
		t.Fatalf("error %v with challenge %q after %d runs", err, e.Challenge, runs)
	}
	if r, err := started.Send(narrow, &a2apb.SendMessageRequest{Message: hosttest.Message("look", host.Text("go"))}); err != nil || r.Said() != "Which environment?" {
		t.Errorf("another skill: %v, %v", r, err)
	}

	r, err := started.Send(full, &a2apb.SendMessageRequest{Message: hosttest.Message("deploy", host.Text("go"))})
	if err != nil {
		t.Fatal(err)
	}
	next := hosttest.Message("", host.Text("staging"))
	next.TaskId = r.Task.GetId()
	before := runs
	r, err = started.Send(narrow, &a2apb.SendMessageRequest{Message: next})
	if err != nil || r.State() != a2apb.TaskState_TASK_STATE_INPUT_REQUIRED || r.Said() != denial.Text() || runs != before {
		t.Errorf("an existing task: %v, %v after %d more runs", r, err, runs-before)
	}
}
