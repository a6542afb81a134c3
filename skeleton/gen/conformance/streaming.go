package conformance

import (
	"context"
	"fmt"
	"io"
	"mime"
	"strings"

	"google.golang.org/grpc"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host"
)

// streams is about SendStreamingMessage and the form of streams (sections
// 3.1.2, 9.4.2, 10.7 and 11.7).
func streams() []requirement {
	return []requirement{
		{id: "ST-01", section: "3.1.2", level: must, needs: streaming, run: opensStream},
		{id: "ST-02", section: "3.1.2", level: must, needs: streaming, run: streamOfMessage},
		{id: "ST-03", section: "3.1.2", level: must, needs: streaming, run: streamOfTask},
		{id: "ST-04", section: "3.1.2", level: must, needs: streaming, run: closesAtTheEnd},
		{id: "ST-05", section: "7.6.1", level: should, needs: streaming, run: staysOpenOverAuthorization},
		{id: "ST-09", section: "3.5.2", level: must, needs: streaming, run: eventsInOrder},
		{id: "ST-13", section: "9.4.2", level: must, needs: streaming, on: onJSONRPC, run: framesOfJSONRPC},
		{id: "ST-14", section: "11.7", level: must, needs: streaming, on: onREST, run: framesOfREST},
		{id: "ST-15", section: "10.7", level: must, needs: streaming, on: onGRPC, run: streamOfGRPC},
	}
}

func opensStream(c *check) {
	g := newGate(c)
	f := c.stream(c.sending(g.then(complete)))
	f.opening() // while the agent still works
	receive(c, "the message", g.entered)
	g.open()
	f.until("COMPLETED")
	f.ends()
}

func streamOfMessage(c *check) {
	events := c.stream(c.sending(reply)).rest()
	if len(events) != 1 || !has(events[0], "message") {
		c.Errorf("the stream is %v, want one message", events)
	}
	// Of two answers the first counts.
	events = c.stream(c.sending(func(ctx context.Context, turn *host.Turn) error {
		if err := reply(ctx, turn); err != nil {
			return err
		}
		_ = turn.Artifact(artifact("late", "x")) // an error, which is not ours
		return reply(ctx, turn)
	})).rest()
	if len(events) != 1 || !has(events[0], "message") {
		c.Errorf("the stream is %v, want one message", events)
	}
}

func streamOfTask(c *check) {
	f := c.stream(c.sending(complete))
	task := f.opening()
	events := f.rest()
	c.onlyUpdates(events)
	c.same("the states", states(events), []string{"COMPLETED"})
	c.same("the artifact", texts(events), "done")

	// A follow-up begins with the task as well.
	asked := c.stream(c.sending(ask))
	id := asked.opening()["id"]
	asked.rest()
	f = c.stream(c.following(obj{"id": id}, complete))
	again := f.opening()
	c.same("the task of a follow-up", again["id"], id)
	if again["id"] == task["id"] {
		c.Error("two conversations share a task")
	}
	c.onlyUpdates(f.rest())
}

// onlyUpdates checks what follows the task in a stream.
func (c *check) onlyUpdates(events []obj) {
	c.Helper()
	for _, event := range events {
		if len(event) != 1 || !has(event, "statusUpdate") && !has(event, "artifactUpdate") {
			c.Errorf("the event %v is no update", event)
		}
	}
}

func closesAtTheEnd(c *check) {
	for want, run := range map[string]script{"COMPLETED": complete, "REJECTED": reject, "FAILED": breakDown, "INPUT_REQUIRED": ask} {
		f := c.stream(c.sending(run))
		f.opening()
		events := f.rest()
		if got := states(events); len(got) == 0 || got[len(got)-1] != want || !has(events[len(events)-1], "statusUpdate") {
			c.Errorf("the stream ends with %v, want %s", events, want)
		}
	}
	g := newGate(c)
	f := c.stream(c.sending(g.then(complete)))
	task := f.opening()
	receive(c, "the message", g.entered)
	c.ok("CancelTask", obj{"id": task["id"]})
	f.until("CANCELED")
	f.ends()
}

func staysOpenOverAuthorization(c *check) {
	g := newGate(c)
	f := c.stream(c.sending(authorize(g)))
	f.opening()
	f.until("AUTH_REQUIRED")
	receive(c, "the message", g.entered)
	g.open()
	f.until("COMPLETED")
	f.ends()
}

// count makes a script that writes the numbers below n into an artifact, one
// event each.
func count(n int, before func(i int)) script {
	return func(_ context.Context, turn *host.Turn) error {
		if err := turn.Open(); err != nil {
			return err
		}
		for i := range n {
			if before != nil {
				before(i)
			}
			if err := turn.AppendArtifact(artifact("numbers", fmt.Sprintf("%d ", i)), i == n-1); err != nil {
				return err
			}
		}
		return nil
	}
}

// counted is what count writes.
func counted(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "%d ", i)
	}
	return b.String()
}

func eventsInOrder(c *check) {
	const n = 300
	f := c.stream(c.sending(count(n, nil)))
	f.opening()
	events := f.rest()
	c.same("the numbers", texts(events), counted(n))
	c.same("the first chunk appends", at(events[1], "artifactUpdate.append"), true)
	c.same("the last event", states(events[len(events)-1:]), []string{"COMPLETED"})
	task := c.stream(c.sending(count(3, nil))).opening()
	c.settled(text(task, "id"))
	c.same("the artifact in the end", len(items(c.get(task), "artifacts.0.parts")), 3)
}

// raw opens a stream and returns its events as they are on the wire.
func (c *check) raw(op string, params obj, edits ...edit) [][]string {
	c.Helper()
	resp := c.open(c.newRequest(op, params, edits))
	defer resp.Body.Close()
	if got, _, _ := mime.ParseMediaType(resp.Header.Get("Content-Type")); resp.StatusCode != 200 || got != "text/event-stream" {
		data, _ := io.ReadAll(resp.Body) // for the message only
		c.Fatalf("the answer is %d %s, want a stream: %s", resp.StatusCode, got, data)
	}
	return c.frames(resp.Body)
}

// eventsOf takes frames apart that hold one line of data each.
func (c *check) eventsOf(op string, frames [][]string) []obj {
	c.Helper()
	var events []obj
	for _, lines := range frames {
		data, found := strings.CutPrefix(lines[0], "data: ")
		if !found || len(lines) != 1 {
			c.Fatalf("the event %q is not one line of data", lines)
		}
		event, failure := c.readBody(op, []byte(data))
		if failure != nil {
			c.Fatalf("the stream has an error: %s", failure.message)
		}
		events = append(events, event)
	}
	return events
}

func framesOfJSONRPC(c *check) {
	for _, id := range []string{`"a-7"`, `12345678901234567890`, `null`} {
		envelope := fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"method":"SendStreamingMessage","params":%s}`, id, encode(c.withTenant(c.sending(complete))))
		frames := c.raw("SendStreamingMessage", nil, body(envelope))
		for _, lines := range frames {
			if !strings.HasPrefix(lines[0], `data: {"jsonrpc":"2.0","id":`+id+`,"result":`) {
				c.Errorf("the event %q is not a response to %s", lines, id)
			}
		}
		events := c.eventsOf("SendStreamingMessage", frames)
		c.onlyUpdates(events[1:])
		c.same("the states", states(events), []string{"COMPLETED"})
	}
}

// withTenant adds the tenant of the interface to parameters.
func (c *check) withTenant(params obj) obj {
	if c.tenant == "" {
		return params
	}
	return merge(params, obj{"tenant": c.tenant})
}

func framesOfREST(c *check) {
	for _, accept := range []string{"", "text/event-stream", "application/a2a+json, text/event-stream"} {
		events := c.eventsOf("SendStreamingMessage", c.raw("SendStreamingMessage", c.sending(complete), header("Accept", accept)))
		if !has(events[0], "task") {
			c.Errorf("the first event is %v, want a StreamResponse with the task", events[0])
		}
		c.onlyUpdates(events[1:])
	}
}

func streamOfGRPC(c *check) {
	for _, op := range []string{"SendStreamingMessage", "SubscribeToTask"} {
		if d := method(op); !d.IsStreamingServer() || d.IsStreamingClient() {
			c.Errorf("%s is not a server streaming RPC", op)
		}
	}
	r := c.newRequest("SendStreamingMessage", c.sending(complete), nil)
	stream, err := c.grpc.NewStream(c.outgoing(r), &grpc.StreamDesc{ServerStreams: true}, fullMethod(r.op))
	if err != nil {
		c.Fatal(err)
	}
	if err := stream.SendMsg(c.message(r)); err != nil {
		c.Fatal(err)
	}
	if err := stream.CloseSend(); err != nil {
		c.Fatal(err)
	}
	var kinds []string
	for {
		event := new(a2apb.StreamResponse)
		if err := stream.RecvMsg(event); err == io.EOF {
			break
		} else if err != nil {
			c.Fatal(err)
		}
		for kind := range c.toJSON(event) {
			kinds = append(kinds, kind)
		}
	}
	c.same("the events", kinds, []string{"task", "artifactUpdate", "statusUpdate"})
}
