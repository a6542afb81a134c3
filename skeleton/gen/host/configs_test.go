package host_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"google.golang.org/protobuf/proto"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/wire"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host"
)

// webhook records what it gets.
type webhook struct {
	*httptest.Server
	got   chan *http.Request
	body  chan string
	reply func(http.ResponseWriter, *http.Request) // nil: 200
}

func newWebhook(t *testing.T) *webhook {
	h := &webhook{got: make(chan *http.Request, 1000), body: make(chan string, 1000)}
	h.Server = httptest.NewServer(h)
	t.Cleanup(h.Close)
	return h
}

func (h *webhook) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	h.got <- r
	h.body <- string(body)
	if h.reply != nil {
		h.reply(w, r)
	}
}

// next returns a short form of the next delivery: the state or the text.
func (h *webhook) next(t *testing.T) string {
	t.Helper()
	var e struct {
		Task         json.RawMessage
		StatusUpdate struct {
			TaskID string
			Status struct{ State string }
		}
		ArtifactUpdate struct {
			Artifact struct{ Parts []struct{ Text string } }
		}
	}
	body := <-h.body
	if err := json.Unmarshal([]byte(body), &e); err != nil {
		t.Fatalf("delivery %q: %v", body, err)
	}
	if e.StatusUpdate.Status.State != "" {
		return strings.TrimPrefix(e.StatusUpdate.Status.State, "TASK_STATE_")
	}
	if len(e.ArtifactUpdate.Artifact.Parts) == 0 {
		t.Fatalf("delivery %q", body)
	}
	return e.ArtifactUpdate.Artifact.Parts[0].Text
}

func (c *client) createConfig(config *a2apb.TaskPushNotificationConfig) *a2apb.TaskPushNotificationConfig {
	c.t.Helper()
	got, err := c.svc.CreateTaskPushNotificationConfig(c.ctx, config)
	if err != nil {
		c.t.Fatal(err)
	}
	return got
}

// withConfig adds a webhook to a request.
func withConfig(req *a2apb.SendMessageRequest, url string) *a2apb.SendMessageRequest {
	if req.Configuration == nil {
		req.Configuration = new(a2apb.SendMessageConfiguration)
	}
	req.Configuration.TaskPushNotificationConfig = &a2apb.TaskPushNotificationConfig{
		Url: url, Token: "t0ken", Authentication: &a2apb.AuthenticationInfo{Scheme: "Bearer", Credentials: "s3cret"},
	}
	return req
}

func TestDelivery(t *testing.T) {
	hook := newWebhook(t)
	hook.reply = func(http.ResponseWriter, *http.Request) { time.Sleep(time.Millisecond) }
	run := func(_ context.Context, turn *host.Turn) error {
		turn.Working("")
		if err := chunks(turn, 3); err != nil {
			return err
		}
		if turn.Task().GetHistory()[0].GetMessageId() == turn.Message().GetMessageId() {
			return turn.RequireInput()
		}
		return turn.Complete()
	}
	want := []string{"WORKING", "0", "1", "2", "INPUT_REQUIRED", "WORKING", "WORKING", "0", "1", "2", "COMPLETED"}
	for name, send := range map[string]func(*client, *a2apb.SendMessageRequest) *a2apb.Task{
		"blocking":  func(c *client, req *a2apb.SendMessageRequest) *a2apb.Task { return c.send(req) },
		"immediate": func(c *client, req *a2apb.SendMessageRequest) *a2apb.Task { return c.send(immediately(req)) },
		"stream": func(c *client, req *a2apb.SendMessageRequest) *a2apb.Task {
			r := c.sendStream(req)
			defer r.rest()
			return r.next().GetTask()
		},
	} {
		t.Run(name, func(t *testing.T) {
			c := start(t, run)
			task := send(c, withConfig(request("hi"), hook.URL))
			for i, text := range want {
				if i == 5 {
					send(c, follow(task, "go on"))
				}
				if got := hook.next(t); got != text {
					t.Errorf("delivery %d is %s, want %s", i, got, text)
				}
				r := <-hook.got
				if r.Header.Get("Authorization") != "Bearer s3cret" || r.Header.Get("A2A-Notification-Token") != "t0ken" || r.Header.Get("Content-Type") != "application/a2a+json" {
					t.Errorf("headers %v", r.Header)
				}
			}
		})
	}
}

func TestConfigOperations(t *testing.T) {
	c := start(t, done)
	task := c.send(request("hi"))
	full := &a2apb.TaskPushNotificationConfig{
		TaskId: task.GetId(), Url: "http://127.0.0.1:1/", Token: "t",
		Authentication: &a2apb.AuthenticationInfo{Scheme: "Bearer", Credentials: "s3cret"},
	}
	made := c.createConfig(full)
	if made.GetId() == "" || made.GetAuthentication().GetCredentials() != "s3cret" || full.GetId() != "" {
		t.Errorf("created %v of %v", made, full)
	}
	shown := proto.CloneOf(made)
	shown.Authentication.Credentials = ""
	got, err := c.svc.GetTaskPushNotificationConfig(c.ctx, &a2apb.GetTaskPushNotificationConfigRequest{TaskId: task.GetId(), Id: made.GetId()})
	if err != nil || !proto.Equal(got, shown) {
		t.Errorf("Get: %v, %v", got, err)
	}
	if stored, err := c.svc.CreateTaskPushNotificationConfig(c.ctx, proto.CloneOf(got)); err != nil || stored.GetAuthentication().GetCredentials() != "s3cret" {
		t.Errorf("what Get shows replaced the credentials: %v, %v", stored, err)
	}
	for _, id := range []string{"b", "a", "c"} {
		c.createConfig(&a2apb.TaskPushNotificationConfig{TaskId: task.GetId(), Id: id, Url: "http://127.0.0.1:1/"})
	}
	var ids []string
	req := &a2apb.ListTaskPushNotificationConfigsRequest{TaskId: task.GetId(), PageSize: 1}
	for {
		page, err := c.svc.ListTaskPushNotificationConfigs(c.ctx, req)
		if err != nil || len(page.GetConfigs()) != 1 {
			t.Fatalf("page %v, %v", page, err)
		}
		ids = append(ids, page.GetConfigs()[0].GetId())
		if req.PageToken = page.GetNextPageToken(); req.PageToken == "" {
			break
		}
	}
	if want := []string{made.GetId(), "a", "b", "c"}; !slices.Equal(ids, want) {
		t.Errorf("listed %q, want %q", ids, want)
	}
	for range 2 {
		if _, err := c.svc.DeleteTaskPushNotificationConfig(c.ctx, &a2apb.DeleteTaskPushNotificationConfigRequest{TaskId: task.GetId(), Id: "a"}); err != nil {
			t.Errorf("Delete: %v", err)
		}
	}
	_, err = c.svc.GetTaskPushNotificationConfig(c.ctx, &a2apb.GetTaskPushNotificationConfigRequest{TaskId: task.GetId(), Id: "a"})
	wantKind(t, err, a2a.TaskNotFound)

	for i := range 13 {
		c.createConfig(&a2apb.TaskPushNotificationConfig{TaskId: task.GetId(), Id: fmt.Sprint("more", i), Url: "http://127.0.0.1:1/"})
	}
	_, err = c.svc.CreateTaskPushNotificationConfig(c.ctx, &a2apb.TaskPushNotificationConfig{TaskId: task.GetId(), Url: "http://127.0.0.1:1/"})
	wantKind(t, err, wire.InvalidParams)
	c.createConfig(&a2apb.TaskPushNotificationConfig{TaskId: task.GetId(), Id: "more1", Url: "http://127.0.0.1:2/"})
}

func TestConfigFaults(t *testing.T) {
	f := newFixture(done)
	f.config.PushAllowPrivate, f.config.PushAllowHTTP = false, false
	c := f.start(t)
	task := c.send(request("hi"))
	for _, url := range []string{"http://hooks.example.com/", "https://127.0.0.1/", "https://169.254.169.254/", "ftp://x"} {
		_, err := c.svc.CreateTaskPushNotificationConfig(c.ctx, &a2apb.TaskPushNotificationConfig{TaskId: task.GetId(), Url: url})
		if e := wantKind(t, err, wire.InvalidParams); e.Violations[0].Field != "url" {
			t.Errorf("%s: %v", url, e)
		}
		_, err = c.svc.SendMessage(c.ctx, withConfig(request("hi"), url))
		if e := wantKind(t, err, wire.InvalidParams); e.Violations[0].Field != "configuration.taskPushNotificationConfig.url" {
			t.Errorf("%s in a message: %v", url, e)
		}
	}
	req := withConfig(request("hi"), "https://hooks.example.com/")
	req.Configuration.TaskPushNotificationConfig.TaskId = "another"
	_, err := c.svc.SendMessage(c.ctx, req)
	wantKind(t, err, wire.InvalidParams)
	_, err = c.svc.ListTaskPushNotificationConfigs(c.ctx, &a2apb.ListTaskPushNotificationConfigsRequest{TaskId: task.GetId(), PageToken: "!"})
	wantKind(t, err, wire.InvalidParams)
}

func TestPushOff(t *testing.T) {
	f := newFixture(done)
	f.agent.Card.Capabilities.PushNotifications = nil
	c := f.start(t)
	task := c.send(request("hi"))
	_, err := c.svc.SendMessage(c.ctx, withConfig(request("hi"), "https://hooks.example.com/"))
	wantKind(t, err, a2a.PushNotificationNotSupported)
	_, err = c.svc.CreateTaskPushNotificationConfig(c.ctx, &a2apb.TaskPushNotificationConfig{TaskId: task.GetId(), Url: "https://hooks.example.com/"})
	wantKind(t, err, a2a.PushNotificationNotSupported)
	_, err = c.svc.GetTaskPushNotificationConfig(c.ctx, &a2apb.GetTaskPushNotificationConfigRequest{TaskId: task.GetId(), Id: "x"})
	wantKind(t, err, a2a.PushNotificationNotSupported)
	_, err = c.svc.ListTaskPushNotificationConfigs(c.ctx, &a2apb.ListTaskPushNotificationConfigsRequest{TaskId: task.GetId()})
	wantKind(t, err, a2a.PushNotificationNotSupported)
	_, err = c.svc.DeleteTaskPushNotificationConfig(c.ctx, &a2apb.DeleteTaskPushNotificationConfigRequest{TaskId: task.GetId(), Id: "x"})
	wantKind(t, err, a2a.PushNotificationNotSupported)
}

// TestDeadWebhook has a webhook that never answers: nobody else notices.
func TestDeadWebhook(t *testing.T) {
	hang := make(chan struct{})
	dead, alive := newWebhook(t), newWebhook(t)
	dead.reply = func(_ http.ResponseWriter, r *http.Request) {
		select {
		case <-hang:
		case <-r.Context().Done():
		}
	}
	t.Cleanup(func() { close(hang) })
	begin := make(chan struct{})
	c := start(t, func(_ context.Context, turn *host.Turn) error {
		turn.Working("")
		<-begin
		return chunks(turn, 100)
	})
	task := c.send(immediately(withConfig(request("hi"), dead.URL)))
	c.createConfig(&a2apb.TaskPushNotificationConfig{TaskId: task.GetId(), Url: alive.URL})
	r := c.subscribe(task.GetId())
	close(begin)
	r.rest()
	wantState(t, c.get(task.GetId()), completed)
	for got := ""; got != "COMPLETED"; {
		got = alive.next(t)
	}
	if n := len(dead.got); n != 1 {
		t.Errorf("%d calls to the dead webhook, want the first one only", n)
	}
}

// TestGoneWebhook holds that a webhook that says it is gone loses its
// configuration, and only that one.
func TestGoneWebhook(t *testing.T) {
	gone, alive := newWebhook(t), newWebhook(t)
	gone.reply = func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusGone) }
	c := start(t, func(_ context.Context, turn *host.Turn) error { return turn.RequireInput(host.Text("more?")) })
	task := c.send(withConfig(request("hi"), gone.URL))
	c.createConfig(&a2apb.TaskPushNotificationConfig{TaskId: task.GetId(), Id: "alive", Url: alive.URL})
	<-gone.got
	for { // until the agent has heard the answer
		list, err := c.svc.ListTaskPushNotificationConfigs(c.ctx, &a2apb.ListTaskPushNotificationConfigsRequest{TaskId: task.GetId()})
		if err != nil {
			t.Fatal(err)
		}
		if configs := list.GetConfigs(); len(configs) == 1 && configs[0].GetId() == "alive" {
			return
		}
		if err := t.Context().Err(); err != nil {
			t.Fatal(err)
		}
		runtime.Gosched()
	}
}

// TestDeleteDuringDelivery deletes a configuration while an event is on its
// way to it.
func TestDeleteDuringDelivery(t *testing.T) {
	hook := newWebhook(t)
	released := make(chan struct{})
	hook.reply = func(_ http.ResponseWriter, r *http.Request) {
		<-r.Context().Done() // until the agent gives up
		close(released)
	}
	c := start(t, func(_ context.Context, turn *host.Turn) error { return chunks(turn, 10) })
	req := withConfig(request("hi"), hook.URL)
	req.Configuration.TaskPushNotificationConfig.Id = "mine"
	task := c.send(req)
	<-hook.got
	if _, err := c.svc.DeleteTaskPushNotificationConfig(c.ctx, &a2apb.DeleteTaskPushNotificationConfigRequest{TaskId: task.GetId(), Id: "mine"}); err != nil {
		t.Fatal(err)
	}
	<-released
	hook.Close() // waits for calls that have begun
	if n := len(hook.got); n != 0 {
		t.Errorf("%d calls after the configuration was deleted", n)
	}
}

// TestReplaceDuringDelivery moves a webhook while events wait for it.
func TestReplaceDuringDelivery(t *testing.T) {
	old, next := newWebhook(t), newWebhook(t)
	old.reply = func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }
	c := start(t, func(_ context.Context, turn *host.Turn) error { return chunks(turn, 3) })
	req := withConfig(request("hi"), old.URL)
	req.Configuration.TaskPushNotificationConfig.Id = "mine"
	task := c.send(req)
	if got := old.next(t); got != "0" {
		t.Errorf("first delivery %s", got)
	}
	c.createConfig(&a2apb.TaskPushNotificationConfig{TaskId: task.GetId(), Id: "mine", Url: next.URL})
	for _, want := range []string{"1", "2", "COMPLETED"} {
		if got := next.next(t); got != want {
			t.Errorf("delivery %s, want %s", got, want)
		}
	}
}
