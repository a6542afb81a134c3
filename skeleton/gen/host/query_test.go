package host_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/wire"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host"
)

// TestHistoryLength asks for pieces of a history of five messages everywhere.
func TestHistoryLength(t *testing.T) {
	c := start(t, func(_ context.Context, turn *host.Turn) error {
		for i := range 4 {
			turn.Working(fmt.Sprint(i))
		}
		if texts(turn.Message())[0] == "ask" {
			return turn.RequireInput()
		}
		return turn.Complete()
	})
	whole := []string{"hi", "0", "1", "2", "3"}
	task := c.send(request("hi"))
	ops := map[string]func(n *int32) (*a2apb.Task, error){
		"GetTask": func(n *int32) (*a2apb.Task, error) {
			return c.svc.GetTask(c.ctx, &a2apb.GetTaskRequest{Id: task.GetId(), HistoryLength: n})
		},
		"ListTasks": func(n *int32) (*a2apb.Task, error) {
			list, err := c.svc.ListTasks(c.ctx, &a2apb.ListTasksRequest{ContextId: task.GetContextId(), HistoryLength: n})
			if err != nil {
				return nil, err
			}
			return list.GetTasks()[0], nil
		},
		"SendMessage": func(n *int32) (*a2apb.Task, error) {
			req := request("hi")
			req.Configuration = &a2apb.SendMessageConfiguration{HistoryLength: n}
			resp, err := c.svc.SendMessage(c.ctx, req)
			return resp.GetTask(), err
		},
	}
	for name, op := range ops {
		for n, want := range map[int32][]string{0: nil, 2: whole[3:], 5: whole, 99: whole} {
			got, err := op(&n)
			if err != nil || !slices.Equal(texts(got.GetHistory()...), want) {
				t.Errorf("%s, %d: history %q, error %v; want %q", name, n, texts(got.GetHistory()...), err, want)
			}
			if n == 0 && got.History != nil {
				t.Errorf("%s: an empty history instead of none", name)
			}
		}
		if got, err := op(nil); err != nil || !slices.Equal(texts(got.GetHistory()...), whole) {
			t.Errorf("%s without a length: history %q, error %v", name, texts(got.GetHistory()...), err)
		}
		_, err := op(proto.Int32(-1))
		wantKind(t, err, wire.InvalidParams)
	}

	asking := c.send(request("ask"))
	req := follow(asking, "more")
	req.Configuration = &a2apb.SendMessageConfiguration{HistoryLength: proto.Int32(1)}
	r := c.sendStream(req)
	if got := texts(r.next().GetTask().GetHistory()...); !slices.Equal(got, []string{"more"}) {
		t.Errorf("first event of a stream: history %q", got)
	}
	r.rest()
}

func TestListTasks(t *testing.T) {
	c := start(t, func(_ context.Context, turn *host.Turn) error {
		if texts(turn.Message())[0] == "ask" {
			return turn.RequireInput()
		}
		return turn.Artifact(&a2apb.Artifact{Parts: []*a2apb.Part{host.Text("x")}})
	})
	list := func(req *a2apb.ListTasksRequest) *a2apb.ListTasksResponse {
		t.Helper()
		resp, err := c.svc.ListTasks(c.ctx, req)
		if err != nil {
			t.Fatal(err)
		}
		return resp
	}
	if empty := list(&a2apb.ListTasksRequest{}); empty.GetPageSize() != 50 || empty.GetTotalSize() != 0 || empty.GetNextPageToken() != "" {
		t.Errorf("empty list %v", empty)
	}
	var tasks []*a2apb.Task
	for i := range 5 {
		text := "go"
		if i == 0 {
			text = "ask"
		}
		tasks = append(tasks, c.send(request(text)))
	}
	page := list(&a2apb.ListTasksRequest{PageSize: proto.Int32(2)})
	if len(page.GetTasks()) != 2 || page.GetPageSize() != 2 || page.GetTotalSize() != 5 || page.GetNextPageToken() == "" {
		t.Errorf("first page %v", page)
	}
	for _, task := range page.GetTasks() {
		if task.Artifacts != nil {
			t.Error("artifacts came unasked")
		}
	}
	full := list(&a2apb.ListTasksRequest{IncludeArtifacts: proto.Bool(true)})
	for _, task := range full.GetTasks() {
		if want := c.get(task.GetId()); !proto.Equal(task, want) {
			t.Errorf("listed %v\nwant %v", task, want)
		}
	}
	if got := list(&a2apb.ListTasksRequest{Status: inputRequired}); got.GetTotalSize() != 1 || got.GetTasks()[0].GetId() != tasks[0].GetId() {
		t.Errorf("by status: %v", got)
	}
	if got := list(&a2apb.ListTasksRequest{ContextId: tasks[1].GetContextId()}); got.GetTotalSize() != 1 {
		t.Errorf("by context: %v", got)
	}
	at := tasks[4].GetStatus().GetTimestamp()
	if got := list(&a2apb.ListTasksRequest{StatusTimestampAfter: at}); got.GetTotalSize() == 0 {
		t.Error("the boundary does not belong to statusTimestampAfter")
	}
	later := timestamppb.New(at.AsTime().Add(time.Hour))
	if got := list(&a2apb.ListTasksRequest{StatusTimestampAfter: later}); got.GetTotalSize() != 0 {
		t.Errorf("%d tasks from the future", got.GetTotalSize())
	}
	for name, req := range map[string]*a2apb.ListTasksRequest{
		"pageSize 0":     {PageSize: proto.Int32(0)},
		"pageSize -3":    {PageSize: proto.Int32(-3)},
		"pageSize 101":   {PageSize: proto.Int32(101)},
		"pageToken":      {PageToken: "nonsense"},
		"another kind":   {PageToken: "AAAA"},
		"invalid time":   {StatusTimestampAfter: &timestamppb.Timestamp{Nanos: -1}},
		"history length": {HistoryLength: proto.Int32(-1)},
	} {
		_, err := c.svc.ListTasks(c.ctx, req)
		if e := wantKind(t, err, wire.InvalidParams); len(e.Violations) != 1 {
			t.Errorf("%s: %v", name, e)
		}
	}
}

func TestTimestamps(t *testing.T) {
	c := start(t, func(_ context.Context, turn *host.Turn) error {
		for range 3 {
			turn.Working("")
		}
		return nil
	})
	r := c.sendStream(request("hi"))
	var last time.Time
	for _, e := range r.rest() {
		status := e.GetStatusUpdate().GetStatus()
		if e.GetTask() != nil {
			status = e.GetTask().GetStatus()
		}
		at := status.GetTimestamp().AsTime()
		if at.Before(last) || at.Nanosecond()%int(time.Millisecond) != 0 {
			t.Errorf("timestamp %v after %v", at, last)
		}
		last = at
	}
}

// TestForeignTasks uses a task with every operation as somebody else: the
// answers are those for an id that does not exist.
func TestForeignTasks(t *testing.T) {
	f := newFixture(func(_ context.Context, turn *host.Turn) error { return turn.RequireInput() })
	f.agent.Card.SupportedInterfaces[0].Tenant = "payments"
	everybody := f.start(t)
	owner := everybody.as("alice")
	task := owner.send(request("hi"))
	if _, err := owner.svc.CreateTaskPushNotificationConfig(owner.ctx, &a2apb.TaskPushNotificationConfig{
		TaskId: task.GetId(), Id: "c", Url: "http://127.0.0.1:1/",
	}); err != nil {
		t.Fatal(err)
	}
	tenant := ""
	ops := map[string]func(c *client, id string) error{
		"GetTask": func(c *client, id string) error {
			_, err := c.svc.GetTask(c.ctx, &a2apb.GetTaskRequest{Tenant: tenant, Id: id})
			return err
		},
		"CancelTask": func(c *client, id string) error {
			_, err := c.svc.CancelTask(c.ctx, &a2apb.CancelTaskRequest{Tenant: tenant, Id: id})
			return err
		},
		"SendMessage": func(c *client, id string) error {
			req := follow(&a2apb.Task{Id: id}, "x")
			req.Tenant = tenant
			_, err := c.svc.SendMessage(c.ctx, req)
			return err
		},
		"SubscribeToTask": func(c *client, id string) error {
			r := c.stream(func(ctx context.Context, s wire.Stream[a2apb.StreamResponse]) error {
				return c.svc.SubscribeToTask(ctx, &a2apb.SubscribeToTaskRequest{Tenant: tenant, Id: id}, s)
			})
			r.rest()
			return r.err
		},
		"CreateTaskPushNotificationConfig": func(c *client, id string) error {
			_, err := c.svc.CreateTaskPushNotificationConfig(c.ctx, &a2apb.TaskPushNotificationConfig{Tenant: tenant, TaskId: id, Url: "http://127.0.0.1:1/"})
			return err
		},
		"GetTaskPushNotificationConfig": func(c *client, id string) error {
			_, err := c.svc.GetTaskPushNotificationConfig(c.ctx, &a2apb.GetTaskPushNotificationConfigRequest{Tenant: tenant, TaskId: id, Id: "c"})
			return err
		},
		"ListTaskPushNotificationConfigs": func(c *client, id string) error {
			_, err := c.svc.ListTaskPushNotificationConfigs(c.ctx, &a2apb.ListTaskPushNotificationConfigsRequest{Tenant: tenant, TaskId: id})
			return err
		},
		"DeleteTaskPushNotificationConfig": func(c *client, id string) error {
			_, err := c.svc.DeleteTaskPushNotificationConfig(c.ctx, &a2apb.DeleteTaskPushNotificationConfigRequest{Tenant: tenant, TaskId: id, Id: "c"})
			return err
		},
	}
	check := func(who string, c *client) {
		t.Helper()
		const unknown = "00000000-0000-7000-8000-000000000000"
		for name, op := range ops {
			got, want := wantKind(t, op(c, task.GetId()), a2a.TaskNotFound), wantKind(t, op(c, unknown), a2a.TaskNotFound)
			if strings.ReplaceAll(got.Text(), task.GetId(), unknown) != want.Text() || len(got.Metadata) != len(want.Metadata) {
				t.Errorf("%s as %s: %q for a foreign task, %q for an unknown one", name, who, got.Text(), want.Text())
			}
		}
		list, err := c.svc.ListTasks(c.ctx, &a2apb.ListTasksRequest{Tenant: tenant})
		if err != nil || list.GetTotalSize() != 0 {
			t.Errorf("ListTasks as %s: %d tasks, error %v", who, list.GetTotalSize(), err)
		}
	}
	check("bob", everybody.as("bob"))
	check("anonymous", everybody)
	tenant = "payments"
	check("the owner in another tenant", owner)
	tenant = ""
	if err := ops["GetTask"](owner, task.GetId()); err != nil {
		t.Errorf("the owner: %v", err)
	}

	req := request("hi")
	req.Tenant = "nobody"
	_, err := owner.svc.SendMessage(owner.ctx, req)
	if e := wantKind(t, err, wire.InvalidParams); e.Violations[0].Field != "tenant" {
		t.Errorf("unknown tenant: %v", e)
	}
}
