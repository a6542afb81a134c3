package conformance

import (
	"context"
	"crypto/rand"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"google.golang.org/protobuf/proto"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/wire"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host"
)

// patience is when a test that waits for something gives up. Nothing waits that
// long unless it fails.
const patience = 20 * time.Second

// check is one requirement over one binding while it is tested. Its caller has
// no tasks but those that the test makes.
type check struct {
	*testing.T
	*server
	requirement requirement
	binding     string
	url         string
	tenant      string
	caller      string
	client      a2a.Client
	ctx         context.Context
}

// check prepares the test of a requirement; i is nil if it is about the card.
func (s *server) check(t *testing.T, r requirement, i *a2apb.AgentInterface) *check {
	t.Parallel()
	return s.prepare(t, r, i)
}

func (s *server) prepare(t *testing.T, r requirement, i *a2apb.AgentInterface) *check {
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	t.Cleanup(cancel)
	c := &check{T: t, server: s, requirement: r, caller: "caller-" + rand.Text(), ctx: ctx}
	if i != nil {
		c.binding, c.url, c.tenant = i.GetProtocolBinding(), i.GetUrl(), i.GetTenant()
		c.client = c.clientOf(c.caller)
	}
	return c
}

// run tests the requirement, or that the agent refuses what it is about.
func (c *check) run() {
	capabilities := c.host.Card().GetCapabilities()
	switch {
	case c.requirement.needs == streaming && !capabilities.GetStreaming():
		c.refusesStreams()
	case c.requirement.needs == pushing && !capabilities.GetPushNotifications():
		c.refusesPush()
	default:
		c.requirement.run(c)
	}
}

// on returns the same check against another server.
func (c *check) on(s *server) *check {
	c.Helper()
	other := *c
	other.server = s
	for _, i := range s.interfaces() {
		if i.GetProtocolBinding() == c.binding {
			other.url, other.tenant = i.GetUrl(), i.GetTenant()
			other.client = other.clientOf(c.caller)
			return &other
		}
	}
	c.Fatalf("the agent does not serve %s any more", c.binding)
	return nil
}

// variant returns the same check against the agent with other settings.
func (c *check) variant(settings ...setting) *check {
	c.Helper()
	return c.on(c.server.variant(c.T, settings...))
}

// withCard changes the card of the agent under test.
func withCard(change func(card *a2apb.AgentCard)) setting {
	return func(agent *host.Agent, _ *host.Config) {
		if agent.Card.Capabilities == nil {
			agent.Card.Capabilities = new(a2apb.AgentCapabilities)
		}
		change(agent.Card)
	}
}

// withoutPush makes the agent declare no push notifications.
func withoutPush(card *a2apb.AgentCard) { card.Capabilities.PushNotifications = proto.Bool(false) }

// clientOf returns the generated client of a caller.
func (c *check) clientOf(caller string) a2a.Client {
	c.Helper()
	opts := wire.ClientOptions{
		HTTP: c.http, Header: http.Header{callerHeader: {caller}}, Tenant: c.tenant, Extensions: c.required(), Plaintext: true,
	}
	var client a2a.Client
	switch c.binding {
	case wire.JSONRPC:
		client = a2a.NewJSONRPCClient(c.url, opts)
	case wire.HTTPJSON:
		client = a2a.NewRESTClient(c.url, opts)
	default:
		var err error
		if client, err = a2a.NewGRPCClient(c.url, opts); err != nil {
			c.Fatal(err)
		}
		c.Cleanup(func() { client.Close() })
	}
	return client
}

// ok calls an operation that must succeed and returns its result.
func (c *check) ok(op string, params obj, edits ...edit) obj {
	c.Helper()
	a := c.call(op, params, edits...)
	if a.err != nil {
		c.Fatalf("%s failed: %d %s %v", op, a.err.code, a.err.message, a.err.details)
	}
	if c.binding != wire.GRPC && a.status != http.StatusOK {
		c.Errorf("%s is answered with %d, want 200 for every success", op, a.status)
	}
	return a.result
}

// message returns a message of the user for which the agent runs a script, and
// which has a text if there are no other parts.
func (c *check) say(run script, parts ...obj) obj {
	id := "message-" + rand.Text()
	c.scripts.set(id, run)
	if len(parts) == 0 {
		parts = []obj{{"text": "hello"}}
	}
	return obj{"messageId": id, "role": "ROLE_USER", "parts": parts}
}

// sending returns the parameters of a send.
func (c *check) sending(run script, parts ...obj) obj {
	return obj{"message": c.say(run, parts...)}
}

// following returns the parameters of a send to a task.
func (c *check) following(task obj, run script, parts ...obj) obj {
	return obj{"message": merge(c.say(run, parts...), obj{"taskId": task["id"]})}
}

// immediately makes a send return as soon as the task exists.
func immediately(params obj) obj {
	config, _ := params["configuration"].(obj)
	return merge(params, obj{"configuration": merge(config, obj{"returnImmediately": true})})
}

// task sends a message and returns the task that the agent makes of it.
func (c *check) task(run script, parts ...obj) obj {
	c.Helper()
	return c.taskOf(c.sending(run, parts...))
}

func (c *check) taskOf(params obj, edits ...edit) obj {
	c.Helper()
	result := c.ok("SendMessage", params, edits...)
	task, ok := result["task"].(obj)
	if !ok || len(result) != 1 {
		c.Fatalf("the answer is %v, want a task", result)
	}
	return task
}

// get returns a task as it is now.
func (c *check) get(task obj) obj {
	c.Helper()
	return c.ok("GetTask", obj{"id": task["id"]})
}

// state returns the state of a task without the prefix of the enum.
func state(task obj) string { return strings.TrimPrefix(text(task, "status.state"), "TASK_STATE_") }

// inState fails the test unless a task is in a state.
func (c *check) inState(task obj, want string) {
	c.Helper()
	if got := state(task); got != want {
		c.Errorf("the task is %q, want %q: %v", got, want, at(task, "status.message"))
	}
}

// same fails the test unless two values have the same JSON.
func (c *check) same(what string, got, want any) {
	c.Helper()
	if g, w := encode(got), encode(want); string(g) != string(w) {
		c.Errorf("%s is %s, want %s", what, g, w)
	}
}

// settled waits in process until a task is terminal.
func (c *check) settled(id string) {
	c.Helper()
	ctx := host.WithIdentity(c.ctx, host.Identity{Name: c.caller})
	err := c.host.Service().SubscribeToTask(ctx, &a2apb.SubscribeToTaskRequest{Id: id, Tenant: c.tenant}, nowhere{})
	if err != nil && wire.KindOf(err) != a2a.UnsupportedOperation { // which says that it is terminal
		c.Fatalf("waiting for task %s: %v", id, err)
	}
}

// nowhere is a stream that nobody reads.
type nowhere struct{}

func (nowhere) Send(...*wire.Event[a2apb.StreamResponse]) error { return nil }

// receive takes a value from a channel, or fails the test when none comes.
func receive[V any](c *check, what string, from <-chan V) V {
	c.Helper()
	select {
	case v := <-from:
		return v
	case <-c.ctx.Done():
		c.Fatalf("%s did not come", what)
		panic("unreachable")
	}
}

// later calls an operation without waiting for its answer.
func (c *check) later(op string, params obj, edits ...edit) <-chan answer {
	got := make(chan answer, 1)
	done := make(chan struct{})
	c.Cleanup(func() { <-done })
	go func() {
		defer close(done)
		got <- c.call(op, params, edits...)
	}()
	return got
}

// unknownID is the id of no task.
func unknownID() string { return fmt.Sprintf("00000000-0000-7000-8000-%012d", 0) }
