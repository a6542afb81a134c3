package calls

import (
	"context"
	"testing"

	"google.golang.org/protobuf/proto"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/wire"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
)

// errors makes mistakes and wants the protocol's errors, but for what the
// server is known to answer.
func (c calls) errors(t *testing.T) {
	ctx := within(t)
	done := c.task(t, ctx, say("hello"), completed)
	waiting := c.task(t, ctx, say("ask"), inputRequired)
	unknown := &a2apb.Task{Id: "unknown"}
	noParts := say("")
	noParts.Message.Parts = nil
	for _, tt := range []struct {
		name string
		got  error
		want *wire.Kind
	}{
		{"unknown task", c.get(ctx, unknown), a2a.TaskNotFound},
		{"cancel of an unknown task", c.cancelError(ctx, unknown), a2a.TaskNotFound},
		{"cancel of a finished task", c.cancelError(ctx, done), a2a.TaskNotCancelable},
		{"message to an unknown task", c.sendError(ctx, answer(unknown, "hello")), a2a.TaskNotFound},
		{"message to a finished task", c.sendError(ctx, answer(done, "hello")), a2a.UnsupportedOperation},
		{"message without parts", c.sendError(ctx, noParts), wire.InvalidParams},
		{"subscription to an unknown task", c.subscribeError(ctx, unknown), a2a.TaskNotFound},
		{"subscription to a finished task", c.subscribeError(ctx, done), a2a.UnsupportedOperation},
		{"subscription to a waiting task", c.subscribeError(ctx, waiting), nil},
		{"stream to a finished task", c.streamError(ctx, answer(done, "hello")), a2a.UnsupportedOperation},
		{"page size", c.listError(ctx, &a2apb.ListTasksRequest{PageSize: proto.Int32(101)}), wire.InvalidParams},
		{"page token", c.listError(ctx, &a2apb.ListTasksRequest{PageToken: "nonsense"}), wire.InvalidParams},
		{"push config for an unknown task", c.pushError(ctx, unknown), a2a.TaskNotFound},
		{"unknown push config", c.pushConfigError(ctx, waiting), a2a.TaskNotFound},
		{"extended card", c.extendedCard(ctx), a2a.UnsupportedOperation},
	} {
		if deviation, ok := c.server.Deviations[c.binding+" "+tt.name]; ok {
			tt.want = deviation
		} else if deviation, ok := c.server.Deviations[tt.name]; ok {
			tt.want = deviation
		}
		if got := reason(tt.got); got != name(tt.want) {
			t.Errorf("%s: %v (%s), want %s", tt.name, tt.got, got, name(tt.want))
		}
	}
}

// reason names the kind of an error.
func reason(err error) string {
	if err == nil {
		return name(nil)
	}
	return name(wire.KindOf(err))
}

func name(kind *wire.Kind) string {
	if kind == nil {
		return "no error"
	}
	return kind.Reason
}

func (c calls) get(ctx context.Context, task *a2apb.Task) error {
	_, err := c.client.GetTask(ctx, &a2apb.GetTaskRequest{Id: task.GetId()})
	return err
}

func (c calls) cancelError(ctx context.Context, task *a2apb.Task) error {
	_, err := c.client.CancelTask(ctx, &a2apb.CancelTaskRequest{Id: task.GetId()})
	return err
}

func (c calls) sendError(ctx context.Context, req *a2apb.SendMessageRequest) error {
	_, err := c.client.SendMessage(ctx, req)
	return err
}

func (c calls) streamError(ctx context.Context, req *a2apb.SendMessageRequest) error {
	for _, err := range c.client.SendStreamingMessage(ctx, req) {
		return err
	}
	return nil
}

func (c calls) subscribeError(ctx context.Context, task *a2apb.Task) error {
	for _, err := range c.client.SubscribeToTask(ctx, &a2apb.SubscribeToTaskRequest{Id: task.GetId()}) {
		return err
	}
	return nil
}

func (c calls) listError(ctx context.Context, req *a2apb.ListTasksRequest) error {
	_, err := c.client.ListTasks(ctx, req)
	return err
}

func (c calls) pushError(ctx context.Context, task *a2apb.Task) error {
	_, err := c.client.CreateTaskPushNotificationConfig(ctx, &a2apb.TaskPushNotificationConfig{TaskId: task.GetId(), Url: "http://127.0.0.1:9/"})
	return err
}

func (c calls) pushConfigError(ctx context.Context, task *a2apb.Task) error {
	_, err := c.client.GetTaskPushNotificationConfig(ctx, &a2apb.GetTaskPushNotificationConfigRequest{TaskId: task.GetId(), Id: "unknown"})
	return err
}

func (c calls) extendedCard(ctx context.Context) error {
	_, err := c.client.GetExtendedAgentCard(ctx, &a2apb.GetExtendedAgentCardRequest{})
	return err
}
