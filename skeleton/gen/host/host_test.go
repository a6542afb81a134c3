package host_test

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"testing"

	"google.golang.org/protobuf/proto"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/wire"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host/memory"
)

// Short names for the states.
const (
	submitted     = a2apb.TaskState_TASK_STATE_SUBMITTED
	working       = a2apb.TaskState_TASK_STATE_WORKING
	completed     = a2apb.TaskState_TASK_STATE_COMPLETED
	failed        = a2apb.TaskState_TASK_STATE_FAILED
	canceled      = a2apb.TaskState_TASK_STATE_CANCELED
	rejected      = a2apb.TaskState_TASK_STATE_REJECTED
	inputRequired = a2apb.TaskState_TASK_STATE_INPUT_REQUIRED
	authRequired  = a2apb.TaskState_TASK_STATE_AUTH_REQUIRED
)

// script is an executor made of a function.
type script func(ctx context.Context, turn *host.Turn) error

func (s script) Execute(ctx context.Context, turn *host.Turn) error { return s(ctx, turn) }

func done(context.Context, *host.Turn) error { return nil }

// testCard is a card with all capabilities and bindings.
func testCard() *a2apb.AgentCard {
	return &a2apb.AgentCard{
		Name: "test-runner", Description: "Runs tests.", Version: "0.1.0",
		SupportedInterfaces: []*a2apb.AgentInterface{
			{ProtocolBinding: wire.JSONRPC, ProtocolVersion: "1.0"},
			{ProtocolBinding: wire.HTTPJSON, ProtocolVersion: "1.0"},
			{ProtocolBinding: wire.GRPC, ProtocolVersion: "1.0"},
		},
		Capabilities:       &a2apb.AgentCapabilities{Streaming: proto.Bool(true), PushNotifications: proto.Bool(true)},
		DefaultInputModes:  []string{"text/plain", "application/*"},
		DefaultOutputModes: []string{"text/plain"},
		Skills:             []*a2apb.AgentSkill{{Id: "run-tests", Name: "Run", Description: "Runs.", Tags: []string{"ci"}, InputModes: []string{"image/png"}}},
	}
}

// fixture is a host under test.
type fixture struct {
	config host.Config
	agent  host.Agent
	store  host.Store
}

func newFixture(run script) *fixture {
	config := host.DefaultConfig()
	config.Logger = slog.New(slog.DiscardHandler)
	config.HTTPAddr, config.GRPCAddr = "127.0.0.1:0", "127.0.0.1:0"
	config.PushAllowPrivate, config.PushAllowHTTP = true, true
	return &fixture{config: config, agent: host.Agent{Card: testCard(), Executor: run}, store: memory.New()}
}

// client calls a service in process.
type client struct {
	t   *testing.T
	svc a2a.Service
	ctx context.Context
}

func (f *fixture) start(t *testing.T) *client {
	t.Helper()
	h, err := host.New(f.config, f.agent, f.store)
	if err != nil {
		t.Fatal(err)
	}
	return &client{t: t, svc: h.Service(), ctx: t.Context()}
}

func start(t *testing.T, run script) *client {
	t.Helper()
	return newFixture(run).start(t)
}

// as returns the client with another identity.
func (c *client) as(name string) *client {
	return &client{t: c.t, svc: c.svc, ctx: host.WithIdentity(c.ctx, host.Identity{Name: name})}
}

// request returns a request with one text part.
func request(text string) *a2apb.SendMessageRequest {
	return &a2apb.SendMessageRequest{Message: &a2apb.Message{
		MessageId: "m-" + text, Role: a2apb.Role_ROLE_USER, Parts: []*a2apb.Part{host.Text(text)},
	}}
}

// follow returns a request for a task.
func follow(task *a2apb.Task, text string) *a2apb.SendMessageRequest {
	req := request(text)
	req.Message.TaskId = task.GetId()
	return req
}

// immediately makes a request return at once.
func immediately(req *a2apb.SendMessageRequest) *a2apb.SendMessageRequest {
	if req.Configuration == nil {
		req.Configuration = new(a2apb.SendMessageConfiguration)
	}
	req.Configuration.ReturnImmediately = true
	return req
}

// send sends a request and returns the task.
func (c *client) send(req *a2apb.SendMessageRequest) *a2apb.Task {
	c.t.Helper()
	resp, err := c.svc.SendMessage(c.ctx, req)
	if err != nil {
		c.t.Fatalf("SendMessage: %v", err)
	}
	if resp.GetTask() == nil {
		c.t.Fatalf("SendMessage: no task in %v", resp)
	}
	return resp.GetTask()
}

func (c *client) get(id string) *a2apb.Task {
	c.t.Helper()
	task, err := c.svc.GetTask(c.ctx, &a2apb.GetTaskRequest{Id: id})
	if err != nil {
		c.t.Fatalf("GetTask: %v", err)
	}
	return task
}

func (c *client) cancel(id string) (*a2apb.Task, error) {
	return c.svc.CancelTask(c.ctx, &a2apb.CancelTaskRequest{Id: id})
}

// reader receives a stream.
type reader struct {
	t      *testing.T
	events chan *a2apb.StreamResponse
	err    error // of the operation, after events was closed
	leave  context.CancelFunc
}

// Send implements wire.Stream.
func (r *reader) Send(events ...*wire.Event[a2apb.StreamResponse]) error {
	for _, e := range events {
		r.events <- e.Message
	}
	return nil
}

// stream begins a streaming operation.
func (c *client) stream(op func(context.Context, wire.Stream[a2apb.StreamResponse]) error) *reader {
	ctx, cancel := context.WithCancel(c.ctx)
	r := &reader{t: c.t, events: make(chan *a2apb.StreamResponse, 1<<16), leave: cancel}
	go func() {
		defer close(r.events)
		r.err = op(ctx, r)
	}()
	return r
}

func (c *client) sendStream(req *a2apb.SendMessageRequest) *reader {
	return c.stream(func(ctx context.Context, s wire.Stream[a2apb.StreamResponse]) error {
		return c.svc.SendStreamingMessage(ctx, req, s)
	})
}

func (c *client) subscribe(id string) *reader {
	return c.stream(func(ctx context.Context, s wire.Stream[a2apb.StreamResponse]) error {
		return c.svc.SubscribeToTask(ctx, &a2apb.SubscribeToTaskRequest{Id: id}, s)
	})
}

// next returns the next event, which must come.
func (r *reader) next() *a2apb.StreamResponse {
	r.t.Helper()
	e, ok := <-r.events
	if !ok {
		r.t.Fatalf("the stream has ended: %v", r.err)
	}
	return e
}

// rest returns all events until the end of the stream.
func (r *reader) rest() []*a2apb.StreamResponse {
	var all []*a2apb.StreamResponse
	for e := range r.events {
		all = append(all, e)
	}
	return all
}

// states returns the states that events show.
func states(events []*a2apb.StreamResponse) []a2apb.TaskState {
	var out []a2apb.TaskState
	for _, e := range events {
		switch {
		case e.GetTask() != nil:
			out = append(out, e.GetTask().GetStatus().GetState())
		case e.GetStatusUpdate() != nil:
			out = append(out, e.GetStatusUpdate().GetStatus().GetState())
		}
	}
	return out
}

func wantState(t *testing.T, task *a2apb.Task, want a2apb.TaskState) {
	t.Helper()
	if got := task.GetStatus().GetState(); got != want {
		t.Errorf("task is %v, want %v", got, want)
	}
}

func wantKind(t *testing.T, err error, want *wire.Kind) *wire.Error {
	t.Helper()
	var e *wire.Error
	if !errors.As(err, &e) || e.Kind != want {
		t.Fatalf("error %v, want %s", err, want.Reason)
	}
	return e
}

// texts returns the text parts of messages.
func texts(messages ...*a2apb.Message) []string {
	var out []string
	for _, m := range messages {
		for _, p := range m.GetParts() {
			out = append(out, p.GetText())
		}
	}
	return out
}

// failingStore fails on demand.
type failingStore struct {
	host.Store
	create, config bool                             // fail always
	append         func(*a2apb.StreamResponse) bool // fail for some events; may be nil
}

var errStore = errors.New("the disk is full")

func (s *failingStore) Create(ctx context.Context, scope host.Scope, task *a2apb.Task) error {
	if s.create {
		return errStore
	}
	return s.Store.Create(ctx, scope, task)
}

func (s *failingStore) PutPushConfig(ctx context.Context, scope host.Scope, c *a2apb.TaskPushNotificationConfig) error {
	if s.config {
		return errStore
	}
	return s.Store.PutPushConfig(ctx, scope, c)
}

func (s *failingStore) Append(ctx context.Context, id string, after uint64, events ...*a2apb.StreamResponse) error {
	if s.append != nil && slices.ContainsFunc(events, s.append) {
		return errStore
	}
	return s.Store.Append(ctx, id, after, events...)
}
