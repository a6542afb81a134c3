package host_test

import (
	"context"
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/wire"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host"
)

// authorizer is an Authorizer made of a function.
type authorizer func(host.Access) (string, error)

func (a authorizer) Authorize(_ context.Context, access host.Access) (string, error) {
	return a(access)
}

// during returns the client during an operation.
func (c *client) during(operation string) *client {
	ctx := wire.WithCall(c.ctx, &wire.Call{Operation: &wire.Operation{Name: operation}})
	return &client{t: c.t, svc: c.svc, ctx: ctx}
}

// A team shares its tasks; others see nothing of them.
func TestAuthorizeTeam(t *testing.T) {
	f := newFixture(done)
	f.agent.Authorizer = authorizer(func(access host.Access) (string, error) {
		if access.Caller.Name == "planner" || access.Caller.Name == "deployer" {
			return "team", nil
		}
		return access.Caller.Name, nil
	})
	c := f.start(t)
	task := c.as("planner").send(request("x"))
	if got := c.as("deployer").get(task.GetId()); got.GetId() != task.GetId() {
		t.Errorf("got %v", got)
	}
	list, err := c.as("deployer").svc.ListTasks(host.WithIdentity(t.Context(), host.Identity{Name: "deployer"}), &a2apb.ListTasksRequest{})
	if err != nil || list.GetTotalSize() != 1 {
		t.Errorf("the team's list: %v, %v", list, err)
	}
	_, err = c.as("test-runner").svc.GetTask(c.as("test-runner").ctx, &a2apb.GetTaskRequest{Id: task.GetId()})
	wantKind(t, err, a2a.TaskNotFound)
}

// A refusal of an operation is said; a refusal of a task reads like no task,
// for every operation that names one.
func TestAuthorizeRefuses(t *testing.T) {
	f := newFixture(done)
	var secret string
	f.agent.Authorizer = authorizer(func(access host.Access) (string, error) {
		switch {
		case access.Operation == "CancelTask" && access.Caller.Name == "viewer":
			return "", wire.PermissionDenied.New("viewers cancel nothing")
		case access.TaskID != "" && access.TaskID == secret && access.Caller.Name == "viewer":
			return "", wire.PermissionDenied.New("this one is not for viewers")
		case access.Caller.Name == "viewer":
			return "owner", nil
		}
		return access.Caller.Name, nil
	})
	c := f.start(t)
	task := c.as("owner").send(request("x"))
	viewer := c.as("viewer")
	if got := viewer.get(task.GetId()); got.GetId() != task.GetId() {
		t.Fatalf("viewers look: %v", got)
	}
	_, err := viewer.during("CancelTask").cancel(task.GetId())
	wantKind(t, err, wire.PermissionDenied)
	_, err = viewer.during("CancelTask").cancel("unknown")
	wantKind(t, err, wire.PermissionDenied)

	secret = task.GetId()
	const unknown = "00000000-0000-7000-8000-000000000000"
	for name, operation := range operationsOn() {
		known, none := operation(viewer, secret), operation(viewer, unknown)
		if !reflect.DeepEqual(withoutID(known, secret), withoutID(none, unknown)) {
			t.Errorf("%s tells them apart:\n%v\n%v", name, known, none)
		}
	}
}

// operationsOn returns the operations that name a task.
func operationsOn() map[string]func(c *client, id string) error {
	return map[string]func(c *client, id string) error{
		"GetTask": func(c *client, id string) error {
			_, err := c.svc.GetTask(c.ctx, &a2apb.GetTaskRequest{Id: id})
			return err
		},
		"CancelTask": func(c *client, id string) error { _, err := c.cancel(id); return err },
		"SendMessage": func(c *client, id string) error {
			_, err := c.svc.SendMessage(c.ctx, follow(&a2apb.Task{Id: id}, "x"))
			return err
		},
		"SubscribeToTask": func(c *client, id string) error { r := c.subscribe(id); r.rest(); return r.err },
		"CreateTaskPushNotificationConfig": func(c *client, id string) error {
			_, err := c.svc.CreateTaskPushNotificationConfig(c.ctx, &a2apb.TaskPushNotificationConfig{TaskId: id, Url: "http://127.0.0.1:1/"})
			return err
		},
		"GetTaskPushNotificationConfig": func(c *client, id string) error {
			_, err := c.svc.GetTaskPushNotificationConfig(c.ctx, &a2apb.GetTaskPushNotificationConfigRequest{TaskId: id, Id: "p"})
			return err
		},
		"ListTaskPushNotificationConfigs": func(c *client, id string) error {
			_, err := c.svc.ListTaskPushNotificationConfigs(c.ctx, &a2apb.ListTaskPushNotificationConfigsRequest{TaskId: id})
			return err
		},
		"DeleteTaskPushNotificationConfig": func(c *client, id string) error {
			_, err := c.svc.DeleteTaskPushNotificationConfig(c.ctx, &a2apb.DeleteTaskPushNotificationConfigRequest{TaskId: id, Id: "p"})
			return err
		},
	}
}

// withoutID returns an error whose text names no task.
func withoutID(err error, id string) *wire.Error {
	e := *wire.AsError(err)
	e.Message = strings.ReplaceAll(e.Message, id, "ID")
	return &e
}

// A hook that fails or says nothing opens nothing.
func TestAuthorizeFails(t *testing.T) {
	for name, hook := range map[string]authorizer{
		"error":   func(host.Access) (string, error) { return "owner", errors.New("no database") },
		"nothing": func(host.Access) (string, error) { return "", nil },
	} {
		f := newFixture(done)
		c := f.start(t).as("planner")
		task := c.send(request("x"))
		f.agent.Authorizer = hook
		c = f.start(t).as("planner")
		_, err := c.svc.GetTask(c.ctx, &a2apb.GetTaskRequest{Id: task.GetId()})
		if err == nil || wire.KindOf(err) != nil {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

// The extended card is for callers who said who they are.
func TestExtendedCardIsNotForAnybody(t *testing.T) {
	f := newFixture(done)
	f.agent.ExtendedCard = func(context.Context, host.Identity) (*a2apb.AgentCard, error) {
		return &a2apb.AgentCard{Name: "more"}, nil
	}
	c := f.start(t)
	ctx := host.WithIdentity(t.Context(), host.Identity{Anonymous: true, Challenge: "Bearer"})
	_, err := c.svc.GetExtendedAgentCard(ctx, &a2apb.GetExtendedAgentCardRequest{})
	if e := wantKind(t, err, wire.Unauthenticated); e.Challenge != "Bearer" {
		t.Errorf("challenge %q", e.Challenge)
	}
	c = c.as("planner")
	if card, err := c.svc.GetExtendedAgentCard(c.ctx, &a2apb.GetExtendedAgentCardRequest{}); err != nil || card.GetName() != "more" {
		t.Errorf("got %v, %v", card, err)
	}
}
