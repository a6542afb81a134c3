package a2a_test

import (
	"net/http"
	"testing"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/structpb"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/wire"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
)

func request(texts ...string) *a2apb.SendMessageRequest {
	m := &a2apb.Message{MessageId: "m", Role: a2apb.Role_ROLE_USER}
	for _, text := range texts {
		m.Parts = append(m.Parts, &a2apb.Part{Content: &a2apb.Part_Text{Text: text}})
	}
	return &a2apb.SendMessageRequest{Message: m}
}

// TestClients calls the same service by each binding and wants the same.
func TestClients(t *testing.T) {
	for binding, c := range clients(t, nil) {
		t.Run(binding, func(t *testing.T) {
			ctx := t.Context()
			req := request("hi <b>&amp; 日本 😀 \u2028")
			req.Message.Parts = append(req.Message.Parts,
				&a2apb.Part{Content: &a2apb.Part_Raw{Raw: []byte{0, 0xFB, 0xFF}}},
				&a2apb.Part{Content: &a2apb.Part_Data{Data: structpb.NewNullValue()}})
			sent, err := c.SendMessage(ctx, req)
			if err != nil || !proto.Equal(sent.GetMessage(), req.GetMessage()) {
				t.Errorf("SendMessage: %v, %v", sent, err)
			}
			for _, id := range []string{"a/b", "100%", "discount%20", "..", "x:cancel", "日本", "x:subscribe"} {
				got, err := c.CancelTask(ctx, &a2apb.CancelTaskRequest{Id: id})
				if err != nil || got.GetId() != id {
					t.Errorf("CancelTask %q: %v, %v", id, got, err)
				}
				got, err = c.GetTask(ctx, &a2apb.GetTaskRequest{Id: id, Tenant: "acme"})
				if err != nil || got.GetId() != id || got.GetContextId() != "acme" {
					t.Errorf("GetTask %q: %v, %v", id, got, err)
				}
			}
			list, err := c.ListTasks(ctx, &a2apb.ListTasksRequest{PageSize: proto.Int32(7)})
			if err != nil || list.GetPageSize() != 7 {
				t.Errorf("ListTasks: %v, %v", list, err)
			}
			if _, err := c.DeleteTaskPushNotificationConfig(ctx, &a2apb.DeleteTaskPushNotificationConfigRequest{TaskId: "T", Id: "C"}); err != nil {
				t.Errorf("DeleteTaskPushNotificationConfig: %v", err)
			}
			config, err := c.CreateTaskPushNotificationConfig(ctx, &a2apb.TaskPushNotificationConfig{TaskId: "T", Url: "https://example.com"})
			if err != nil || config.GetTaskId() != "T" {
				t.Errorf("CreateTaskPushNotificationConfig: %v, %v", config, err)
			}
		})
	}
}

func TestClientStreams(t *testing.T) {
	for binding, c := range clients(t, nil) {
		t.Run(binding, func(t *testing.T) {
			var texts []string
			var failure error
			for event, err := range c.SendStreamingMessage(t.Context(), request("a", "b", "fail", "c")) {
				if err != nil {
					failure = err
					continue
				}
				texts = append(texts, event.GetMessage().GetParts()[0].GetText())
			}
			if len(texts) != 2 || texts[0] != "a" || texts[1] != "b" || wire.KindOf(failure) != a2a.ContentTypeNotSupported {
				t.Errorf("got %q, %v", texts, failure)
			}
			for event, err := range c.SubscribeToTask(t.Context(), &a2apb.SubscribeToTaskRequest{Id: "x:y"}) {
				if err != nil || event.GetTask().GetId() != "x:y" {
					t.Errorf("SubscribeToTask: %v, %v", event, err)
				}
			}
		})
	}
}

// TestClientErrors wants the same kind of error from each binding.
func TestClientErrors(t *testing.T) {
	for binding, c := range clients(t, nil) {
		t.Run(binding, func(t *testing.T) {
			ctx := t.Context()
			tests := []struct {
				name string
				call func() error
				want *wire.Kind
			}{
				{"unknown task", func() error { _, err := c.GetTask(ctx, &a2apb.GetTaskRequest{Id: "unknown"}); return err }, a2a.TaskNotFound},
				{"internal", func() error { _, err := c.GetTask(ctx, &a2apb.GetTaskRequest{Id: "panic"}); return err }, wire.Internal},
				{"invalid", func() error { _, err := c.SendMessage(ctx, request()); return err }, wire.InvalidParams},
				{"unsupported", func() error { _, err := c.GetExtendedAgentCard(ctx, &a2apb.GetExtendedAgentCardRequest{}); return err }, a2a.UnsupportedOperation},
				{"stream before its first event", func() error {
					for _, err := range c.SubscribeToTask(ctx, &a2apb.SubscribeToTaskRequest{Id: "unknown"}) {
						return err
					}
					return nil
				}, a2a.TaskNotFound},
			}
			for _, tt := range tests {
				if got := wire.KindOf(tt.call()); got != tt.want {
					t.Errorf("%s: got %v, want %s", tt.name, got, tt.want.Reason)
				}
			}
		})
	}
}

func TestClientWithoutCredentials(t *testing.T) {
	for binding, c := range clients(t, http.Header{"Authorization": {"stranger"}}) {
		if _, err := c.GetTask(t.Context(), &a2apb.GetTaskRequest{Id: "T"}); wire.KindOf(err) != wire.Unauthenticated {
			t.Errorf("%s: %v", binding, err)
		}
	}
}
