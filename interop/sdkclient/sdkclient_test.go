// Package sdkclient_test calls a generated agent by the official Go SDK's
// client, on each binding.
package sdkclient_test

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/a2aproject/a2a-go/v2/a2a"
	"github.com/a2aproject/a2a-go/v2/a2aclient"
	"github.com/a2aproject/a2a-go/v2/a2aclient/agentcard"
	"github.com/a2aproject/a2a-go/v2/a2agrpc/v1"
	"github.com/a2aproject/a2a-go/v2/a2asrv"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"

	"github.com/a2a-gen/a2a-gen/interop/agent"
)

var bindings = []a2a.TransportProtocol{a2a.TransportProtocolJSONRPC, a2a.TransportProtocolHTTPJSON, a2a.TransportProtocolGRPC}

// deliveryLimit bounds the wait for a push notification.
const deliveryLimit = 30 * time.Second

func TestOfficialGoClient(t *testing.T) {
	base := agent.Start(t)
	card, err := agentcard.DefaultResolver.Resolve(t.Context(), base)
	if err != nil {
		t.Fatalf("the SDK cannot read the card: %v", err)
	}
	if card.Name != "tck-agent" || !card.Capabilities.Streaming || len(card.SupportedInterfaces) != len(bindings) {
		t.Errorf("the SDK reads the card as %+v", card)
	}
	for _, binding := range bindings {
		t.Run(string(binding), func(t *testing.T) {
			client, err := a2aclient.NewFromCard(t.Context(), card,
				a2agrpc.WithGRPCTransport(grpc.WithTransportCredentials(insecure.NewCredentials())),
				a2aclient.WithConfig(a2aclient.Config{PreferredTransports: []a2a.TransportProtocol{binding}}))
			if err != nil {
				t.Fatal(err)
			}
			defer client.Destroy()
			c := calls{client, binding}
			t.Run("send", c.send)
			t.Run("message answer", c.message)
			t.Run("stream", c.stream)
			t.Run("artifacts", c.artifacts)
			t.Run("conversation", c.conversation)
			t.Run("cancel", c.cancel)
			t.Run("list", c.list)
			t.Run("push", c.push)
			t.Run("errors", c.errors)
		})
	}
}

// TestOfficialGoClientCredentials calls an agent that wants credentials. The
// client cannot read its card: it takes the scopes of a requirement for a bare
// list, where the protocol has an object around it. With the interfaces alone
// it works.
func TestOfficialGoClientCredentials(t *testing.T) {
	base := agent.StartSecured(t)
	if _, err := agentcard.DefaultResolver.Resolve(t.Context(), base); err == nil || !strings.Contains(err.Error(), "cannot unmarshal object") {
		t.Errorf("the card: %v; can the SDK read it now?", err)
	}
	for _, iface := range interfaces(t, base) {
		t.Run(string(iface.ProtocolBinding), func(t *testing.T) {
			get := func(key string) error {
				params := &credentials{values: a2aclient.ServiceParams{agent.Header: {key}}}
				client, err := a2aclient.NewFromEndpoints(t.Context(), []*a2a.AgentInterface{iface}, a2aclient.WithCallInterceptors(params),
					a2agrpc.WithGRPCTransport(grpc.WithTransportCredentials(insecure.NewCredentials())))
				if err != nil {
					t.Fatal(err)
				}
				defer client.Destroy()
				_, err = client.GetTask(t.Context(), &a2a.GetTaskRequest{ID: "unknown"})
				return err
			}
			if err := get(agent.Key); !errors.Is(err, a2a.ErrTaskNotFound) {
				t.Errorf("with the key: %v", err)
			}
			// On JSON-RPC the SDK does not read the body of a 401.
			err := get("wrong")
			if !errors.Is(err, a2a.ErrUnauthenticated) && (iface.ProtocolBinding != a2a.TransportProtocolJSONRPC || !strings.Contains(err.Error(), "401")) {
				t.Errorf("with a wrong key: %v", err)
			}
		})
	}
}

// credentials adds headers to each call.
type credentials struct {
	a2aclient.PassthroughInterceptor
	values a2aclient.ServiceParams
}

func (c *credentials) Before(ctx context.Context, req *a2aclient.Request) (context.Context, any, error) {
	maps.Copy(req.ServiceParams, c.values)
	return ctx, nil, nil
}

// interfaces reads them, and nothing else, from a card.
func interfaces(t *testing.T, base string) []*a2a.AgentInterface {
	t.Helper()
	resp, err := http.Get(base + a2asrv.WellKnownAgentCardPath)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	var card struct{ SupportedInterfaces []*a2a.AgentInterface }
	if err := json.NewDecoder(resp.Body).Decode(&card); err != nil || len(card.SupportedInterfaces) != len(bindings) {
		t.Fatalf("card %+v, %v", card, err)
	}
	return card.SupportedInterfaces
}

// calls are the scenarios, each on one binding.
type calls struct {
	client  *a2aclient.Client
	binding a2a.TransportProtocol
}

// message makes a message for one of the agent's scenarios.
func message(scenario string) *a2a.Message {
	m := a2a.NewMessage(a2a.MessageRoleUser, a2a.NewTextPart("go"))
	m.ID = scenario + "-" + m.ID
	return m
}

// task sends a message and wants a task in the state.
func (c calls) task(t *testing.T, m *a2a.Message, state a2a.TaskState) *a2a.Task {
	t.Helper()
	result, err := c.client.SendMessage(t.Context(), &a2a.SendMessageRequest{Message: m})
	if err != nil {
		t.Fatal(err)
	}
	task, ok := result.(*a2a.Task)
	if !ok || task.Status.State != state {
		t.Fatalf("got %T %+v, want a task in %s", result, result, state)
	}
	return task
}

func (c calls) send(t *testing.T) {
	task := c.task(t, message("tck-complete-task"), a2a.TaskStateCompleted)
	if got := text(task.Status.Message); got != "Hello from TCK" {
		t.Errorf("status says %q", got)
	}
	got, err := c.client.GetTask(t.Context(), &a2a.GetTaskRequest{ID: task.ID})
	if err != nil || got.ID != task.ID || got.ContextID != task.ContextID || len(got.History) != 1 {
		t.Errorf("GetTask: %+v, %v", got, err)
	}
}

func (c calls) message(t *testing.T) {
	result, err := c.client.SendMessage(t.Context(), &a2a.SendMessageRequest{Message: message("tck-message-response")})
	if err != nil {
		t.Fatal(err)
	}
	if m, ok := result.(*a2a.Message); !ok || text(m) != "Direct message response" {
		t.Errorf("got %T %+v", result, result)
	}
}

func (c calls) stream(t *testing.T) {
	var kinds []string
	var last a2a.TaskState
	for event, err := range c.client.SendStreamingMessage(t.Context(), &a2a.SendMessageRequest{Message: message("tck-stream-001")}) {
		if err != nil {
			t.Fatal(err)
		}
		switch e := event.(type) {
		case *a2a.Task:
			kinds = append(kinds, "task")
		case *a2a.TaskStatusUpdateEvent:
			kinds = append(kinds, "status")
			last = e.Status.State
		case *a2a.TaskArtifactUpdateEvent:
			kinds = append(kinds, "artifact")
		default:
			t.Errorf("event %T", event)
		}
	}
	if len(kinds) != 4 || kinds[0] != "task" || kinds[2] != "artifact" || last != a2a.TaskStateCompleted {
		t.Errorf("events %v, last state %s", kinds, last)
	}
}

func (c calls) artifacts(t *testing.T) {
	part := func(scenario string) *a2a.Part {
		task := c.task(t, message(scenario), a2a.TaskStateCompleted)
		if len(task.Artifacts) != 1 || len(task.Artifacts[0].Parts) != 1 {
			t.Fatalf("%s: artifacts %+v", scenario, task.Artifacts)
		}
		return task.Artifacts[0].Parts[0]
	}
	if got := part("tck-artifact-text").Text(); got != "Generated text content" {
		t.Errorf("text %q", got)
	}
	if got := part("tck-artifact-file"); string(got.Raw()) != "tck" || got.Filename != "output.txt" || got.MediaType != "text/plain" {
		t.Errorf("file %+v", got)
	}
	if got := part("tck-artifact-file-url").URL(); got != "https://example.com/output.txt" {
		t.Errorf("url %q", got)
	}
	if got, err := json.Marshal(part("tck-artifact-data").Data()); err != nil || string(got) != `{"count":42,"key":"value"}` {
		t.Errorf("data %s, %v", got, err)
	}
}

// conversation subscribes to a task that waits for input and completes it.
func (c calls) conversation(t *testing.T) {
	task := c.task(t, message("tck-input-required"), a2a.TaskStateInputRequired)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	states := make(chan a2a.TaskState, 16)
	subscribed := make(chan struct{})
	begun := sync.OnceFunc(func() { close(subscribed) })
	go func() {
		defer close(states)
		defer begun()
		for event, err := range c.client.SubscribeToTask(ctx, &a2a.SubscribeToTaskRequest{ID: task.ID}) {
			if err != nil {
				t.Errorf("SubscribeToTask: %v", err)
				return
			}
			switch e := event.(type) {
			case *a2a.Task:
				begun()
			case *a2a.TaskStatusUpdateEvent:
				states <- e.Status.State
			}
		}
	}()
	<-subscribed
	answer := message("tck-complete-task")
	answer.TaskID = task.ID
	if done := c.task(t, answer, a2a.TaskStateCompleted); done.ID != task.ID || done.ContextID != task.ContextID {
		t.Errorf("the answer went to task %s", done.ID)
	}
	var last a2a.TaskState
	for state := range states {
		last = state
	}
	if last != a2a.TaskStateCompleted {
		t.Errorf("the subscriber saw %s last", last)
	}
}

func (c calls) cancel(t *testing.T) {
	task := c.task(t, message("tck-input-required"), a2a.TaskStateInputRequired)
	for range 2 { // canceling again is no error
		got, err := c.client.CancelTask(t.Context(), &a2a.CancelTaskRequest{ID: task.ID})
		if err != nil || got.Status.State != a2a.TaskStateCanceled {
			t.Fatalf("CancelTask: %+v, %v", got, err)
		}
	}
}

func (c calls) list(t *testing.T) {
	first := c.task(t, message("tck-artifact-text"), a2a.TaskStateCompleted)
	for range 2 {
		m := message("tck-complete-task")
		m.ContextID = first.ContextID
		c.task(t, m, a2a.TaskStateCompleted)
	}
	req := &a2a.ListTasksRequest{ContextID: first.ContextID, PageSize: 2}
	page, err := c.client.ListTasks(t.Context(), req)
	if err != nil || len(page.Tasks) != 2 || page.TotalSize != 3 || page.NextPageToken == "" {
		t.Fatalf("first page %+v, %v", page, err)
	}
	seen := map[a2a.TaskID]bool{page.Tasks[0].ID: true, page.Tasks[1].ID: true}
	req.PageToken = page.NextPageToken
	page, err = c.client.ListTasks(t.Context(), req)
	if err != nil || len(page.Tasks) != 1 || page.NextPageToken != "" || seen[page.Tasks[0].ID] {
		t.Fatalf("last page %+v, %v", page, err)
	}
	// Without a size this client asks for 0 tasks on gRPC, and the protocol's
	// minimum is 1.
	_, err = c.client.ListTasks(t.Context(), &a2a.ListTasksRequest{ContextID: first.ContextID})
	if refused := err != nil && strings.Contains(err.Error(), "pageSize"); refused != (c.binding == a2a.TransportProtocolGRPC) {
		t.Errorf("without a page size: %v", err)
	}
	// On HTTP+JSON it sends this by another name than the protocol's.
	future := time.Now().Add(time.Hour)
	page, err = c.client.ListTasks(t.Context(), &a2a.ListTasksRequest{ContextID: first.ContextID, PageSize: 100, StatusTimestampAfter: &future})
	if err != nil || len(page.Tasks) != 0 {
		t.Errorf("tasks of the future %+v, %v", page, err)
	}
	page, err = c.client.ListTasks(t.Context(), &a2a.ListTasksRequest{ContextID: first.ContextID, PageSize: 100, IncludeArtifacts: true})
	if err != nil || len(page.Tasks) != 3 {
		t.Fatalf("all tasks %+v, %v", page, err)
	}
	for _, task := range page.Tasks {
		if want := task.ID == first.ID; (len(task.Artifacts) == 1) != want {
			t.Errorf("task %s has the artifacts %+v", task.ID, task.Artifacts)
		}
	}
}

func (c calls) push(t *testing.T) {
	type call struct {
		authorization string
		body          map[string]json.RawMessage
	}
	calls := make(chan call, 16)
	hook := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		got := call{authorization: r.Header.Get("Authorization")}
		if err := json.NewDecoder(r.Body).Decode(&got.body); err != nil {
			t.Errorf("webhook body: %v", err)
		}
		calls <- got
	}))
	defer hook.Close()

	task := c.task(t, message("tck-input-required"), a2a.TaskStateInputRequired)
	config, err := c.client.CreateTaskPushConfig(t.Context(), &a2a.PushConfig{
		TaskID: task.ID, URL: hook.URL, Token: "token", Auth: &a2a.PushAuthInfo{Scheme: "Bearer", Credentials: "secret"},
	})
	if err != nil || config.ID == "" || config.TaskID != task.ID {
		t.Fatalf("CreateTaskPushConfig: %+v, %v", config, err)
	}
	list, err := c.client.ListTaskPushConfigs(t.Context(), &a2a.ListTaskPushConfigRequest{TaskID: task.ID})
	if err != nil || len(list) != 1 || list[0].ID != config.ID {
		t.Errorf("ListTaskPushConfigs: %+v, %v", list, err)
	}
	answer := message("tck-complete-task")
	answer.TaskID = task.ID
	c.task(t, answer, a2a.TaskStateCompleted)
	select {
	case got := <-calls:
		if got.authorization != "Bearer secret" || got.body["statusUpdate"] == nil {
			t.Errorf("the webhook got %+v", got)
		}
	case <-time.After(deliveryLimit):
		t.Error("the webhook got nothing")
	}
	remove := &a2a.DeleteTaskPushConfigRequest{TaskID: task.ID, ID: config.ID}
	for range 2 { // deleting again is no error
		if err := c.client.DeleteTaskPushConfig(t.Context(), remove); err != nil {
			t.Errorf("DeleteTaskPushConfig: %v", err)
		}
	}
	if _, err := c.client.GetTaskPushConfig(t.Context(), &a2a.GetTaskPushConfigRequest{TaskID: task.ID, ID: config.ID}); !errors.Is(err, a2a.ErrTaskNotFound) {
		t.Errorf("GetTaskPushConfig of a deleted config: %v", err)
	}
}

func (c calls) errors(t *testing.T) {
	done := c.task(t, message("tck-complete-task"), a2a.TaskStateCompleted)
	late := message("tck-complete-task")
	late.TaskID = done.ID
	lost := message("tck-complete-task")
	lost.TaskID = "unknown"
	get := func(id a2a.TaskID) error {
		_, err := c.client.GetTask(t.Context(), &a2a.GetTaskRequest{ID: id})
		return err
	}
	cancel := func(id a2a.TaskID) error {
		_, err := c.client.CancelTask(t.Context(), &a2a.CancelTaskRequest{ID: id})
		return err
	}
	send := func(m *a2a.Message) error {
		_, err := c.client.SendMessage(t.Context(), &a2a.SendMessageRequest{Message: m})
		return err
	}
	tests := []struct {
		name      string
		got, want error
	}{
		{"unknown task", get("unknown"), a2a.ErrTaskNotFound},
		{"cancel of a finished task", cancel(done.ID), a2a.ErrTaskNotCancelable},
		{"message to a finished task", send(late), a2a.ErrUnsupportedOperation},
		{"message to an unknown task", send(lost), a2a.ErrTaskNotFound},
		{"subscription to a finished task", c.subscribe(t, done.ID), c.refused()},
	}
	for _, tt := range tests {
		if !errors.Is(tt.got, tt.want) {
			t.Errorf("%s: %v, want %v", tt.name, tt.got, tt.want)
		}
	}
	_, err := c.client.ListTasks(t.Context(), &a2a.ListTasksRequest{PageSize: 101})
	if err == nil || !strings.Contains(err.Error(), "pageSize") {
		t.Errorf("invalid page size: %v, want a text that names the field", err)
	}
	// On HTTP+JSON the SDK knows errors by the reason of an ErrorInfo, which
	// only A2A's own errors carry.
	if known := errors.Is(err, a2a.ErrInvalidParams); known != (c.binding != a2a.TransportProtocolHTTPJSON) {
		t.Errorf("invalid page size: %v", err)
	}
}

// subscribe returns the first failure of a subscription.
func (c calls) subscribe(t *testing.T, id a2a.TaskID) error {
	for _, err := range c.client.SubscribeToTask(t.Context(), &a2a.SubscribeToTaskRequest{ID: id}) {
		return err
	}
	return nil
}

// refused is what the SDK makes of a stream that is refused. On JSON-RPC it
// looks for events in the plain answer, finds none, and reports the end of a
// stream; the protocol's kit wants the plain answer.
func (c calls) refused() error {
	if c.binding == a2a.TransportProtocolJSONRPC {
		return nil
	}
	return a2a.ErrUnsupportedOperation
}

func text(m *a2a.Message) string {
	if m == nil || len(m.Parts) == 0 {
		return ""
	}
	return m.Parts[0].Text()
}
