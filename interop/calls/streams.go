package calls

import (
	"context"
	"iter"
	"slices"
	"testing"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
)

// events is what a stream brought.
type events struct {
	kinds []string // task, status, artifact, message
	last  a2apb.TaskState
	id    string // of the task
}

// add takes one event.
func (e *events) add(event *a2apb.StreamResponse) {
	switch {
	case event.GetTask() != nil:
		e.kinds = append(e.kinds, "task")
		e.id, e.last = event.GetTask().GetId(), event.GetTask().GetStatus().GetState()
	case event.GetStatusUpdate() != nil:
		e.kinds = append(e.kinds, "status")
		e.last = event.GetStatusUpdate().GetStatus().GetState()
	case event.GetArtifactUpdate() != nil:
		e.kinds = append(e.kinds, "artifact")
	case event.GetMessage() != nil:
		e.kinds = append(e.kinds, "message")
	}
}

// read takes all events of a stream.
func read(t *testing.T, stream iter.Seq2[*a2apb.StreamResponse, error]) events {
	t.Helper()
	var all events
	for event, err := range stream {
		if err != nil {
			t.Fatal(err)
		}
		all.add(event)
	}
	return all
}

func (c calls) stream(t *testing.T) {
	ctx := within(t)
	if got := read(t, c.client.SendStreamingMessage(ctx, say("hello"))); !slices.Equal(got.kinds, []string{"task", "status", "artifact", "status"}) || got.last != completed {
		t.Errorf("events %v", got)
	}
	if got := read(t, c.client.SendStreamingMessage(ctx, say("reply"))); !slices.Equal(got.kinds, []string{"message"}) {
		t.Errorf("events of a message %v", got)
	}
	if got := read(t, c.client.SendStreamingMessage(ctx, say("ask"))); got.last != inputRequired {
		t.Errorf("events of a question %v", got)
	}
}

// subscribe follows a task that works until it is canceled, next to the stream
// that began it.
func (c calls) subscribe(t *testing.T) {
	ctx := within(t)
	var first events
	var second chan events
	for event, err := range c.client.SendStreamingMessage(ctx, say("wait")) {
		if err != nil {
			t.Fatal(err)
		}
		first.add(event)
		if first.last == working && second == nil {
			var subscribed <-chan struct{}
			second = make(chan events, 1)
			subscribed = c.follow(t, ctx, first.id, second)
			<-subscribed
			if _, err := c.client.CancelTask(ctx, &a2apb.CancelTaskRequest{Id: first.id}); err != nil {
				t.Fatal(err)
			}
		}
	}
	if second == nil || first.last != canceled {
		t.Fatalf("the first stream saw %v", first)
	}
	if got := <-second; got.kinds[0] != "task" || got.last != canceled {
		t.Errorf("the second stream saw %v", got)
	}
}

// follow subscribes to a task; it closes the channel it returns at the first
// event and sends all of them when the stream ends.
func (c calls) follow(t *testing.T, ctx context.Context, id string, end chan<- events) <-chan struct{} {
	subscribed := make(chan struct{})
	go func() {
		var all events
		for event, err := range c.client.SubscribeToTask(ctx, &a2apb.SubscribeToTaskRequest{Id: id}) {
			if err != nil {
				t.Errorf("SubscribeToTask: %v", err)
				break
			}
			all.add(event)
			if len(all.kinds) == 1 {
				close(subscribed)
			}
		}
		if len(all.kinds) == 0 {
			t.Error("the subscription brought nothing")
			all.kinds = []string{"nothing"}
			close(subscribed)
		}
		end <- all
	}()
	return subscribed
}

// conversation answers a question while somebody follows the task.
func (c calls) conversation(t *testing.T) {
	ctx := within(t)
	task := c.task(t, ctx, say("ask"), inputRequired)
	end := make(chan events, 1)
	if !c.server.NoIdleSubscription {
		<-c.follow(t, ctx, task.GetId(), end)
	}
	done := c.task(t, ctx, answer(task, "more"), completed)
	if done.GetId() != task.GetId() || done.GetContextId() != task.GetContextId() || done.GetArtifacts()[0].GetParts()[0].GetText() != "more" {
		t.Errorf("the answer made %v", done)
	}
	if c.server.NoIdleSubscription {
		return
	}
	if got := <-end; got.last != completed {
		t.Errorf("the subscriber saw %v", got)
	}
}
