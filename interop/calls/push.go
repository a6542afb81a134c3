package calls

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
)

// delivery is what a webhook was sent.
type delivery struct {
	authorization string
	body          map[string]json.RawMessage
}

// webhook answers every delivery with success.
func webhook(t *testing.T) (url string, deliveries <-chan delivery) {
	t.Helper()
	got := make(chan delivery, 64)
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		d := delivery{authorization: r.Header.Get("Authorization")}
		if err := json.NewDecoder(r.Body).Decode(&d.body); err != nil {
			t.Errorf("webhook: %v", err)
		}
		got <- d
	}))
	t.Cleanup(server.Close)
	return server.URL, got
}

func (c calls) push(t *testing.T) {
	ctx := within(t)
	url, deliveries := webhook(t)
	task := c.task(t, ctx, say("ask"), inputRequired)
	config, err := c.client.CreateTaskPushNotificationConfig(ctx, &a2apb.TaskPushNotificationConfig{
		TaskId: task.GetId(), Url: url, Authentication: &a2apb.AuthenticationInfo{Scheme: "Bearer", Credentials: "secret"},
	})
	if err != nil || config.GetId() == "" || config.GetTaskId() != task.GetId() || config.GetUrl() != url {
		t.Fatalf("create: %v, %v", config, err)
	}
	got, err := c.client.GetTaskPushNotificationConfig(ctx, &a2apb.GetTaskPushNotificationConfigRequest{TaskId: task.GetId(), Id: config.GetId()})
	if err != nil || got.GetUrl() != url {
		t.Errorf("get: %v, %v", got, err)
	}
	list, err := c.client.ListTaskPushNotificationConfigs(ctx, &a2apb.ListTaskPushNotificationConfigsRequest{TaskId: task.GetId()})
	if err != nil || len(list.GetConfigs()) != 1 || list.GetConfigs()[0].GetId() != config.GetId() {
		t.Errorf("list: %v, %v", list, err)
	}
	c.task(t, ctx, answer(task, "more"), completed)
	select {
	case d := <-deliveries:
		if d.authorization != "Bearer secret" || len(d.body) != 1 {
			t.Errorf("the webhook got %v", d)
		}
	case <-ctx.Done():
		t.Fatal("the webhook got nothing")
	}
	if _, err := c.client.DeleteTaskPushNotificationConfig(ctx, &a2apb.DeleteTaskPushNotificationConfigRequest{TaskId: task.GetId(), Id: config.GetId()}); err != nil {
		t.Errorf("delete: %v", err)
	}
	list, err = c.client.ListTaskPushNotificationConfigs(ctx, &a2apb.ListTaskPushNotificationConfigsRequest{TaskId: task.GetId()})
	if err != nil || len(list.GetConfigs()) != 0 {
		t.Errorf("list after delete: %v, %v", list, err)
	}
}
