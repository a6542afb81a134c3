package conformance

import (
	"context"
	"strings"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host"
)

// lifecycle is about tasks, contexts and in-task authorization (sections 3.4,
// 4.1.3 and 7.6).
func lifecycle() []requirement {
	return []requirement{
		{id: "LC-01", section: "3.4.2", level: must, run: taskIDsAreUnique},
		{id: "LC-02", section: "3.4.2", level: must, run: noTaskIDsOfClients},
		{id: "LC-03", section: "3.4.1", level: may, run: makesContexts},
		{id: "LC-04", section: "3.4.1", level: must, run: tellsContexts},
		{id: "LC-05", section: "3.4.1", level: may, run: takesContexts},
		{id: "LC-06", section: "3.4.1", level: must, run: refusesContexts},
		{id: "LC-07", section: "3.4.3", level: must, run: infersContexts},
		{id: "LC-08", section: "3.4.3", level: must, run: rejectsOtherContexts},
		{id: "LC-12", section: "4.1.3", level: must, run: terminalIsFinal},
		{id: "LC-13", section: "3.1.1", level: must, run: workOutlivesClients},
		{id: "LC-14", section: "3.3.3", level: may, run: furtherMessages},
		{id: "LC-15", section: "7.6.1", level: must, run: asksForAuthorization},
		{id: "LC-17", section: "7.6.1", level: should, run: messagesDuringAuthorization},
		{id: "LC-18", section: "7.6.1", level: may, run: goesOnAfterAuthorization},
		{id: "LC-19", section: "7.6.4", level: must, run: authorizationIsNoCredential},
	}
}

func taskIDsAreUnique(c *check) {
	seen := make(map[string]bool)
	for range 10 {
		id := text(c.task(complete), "id")
		if id == "" || seen[id] {
			c.Errorf("the task id %q is empty or not unique", id)
		}
		seen[id] = true
	}
}

func noTaskIDsOfClients(c *check) {
	c.refused(taskNotFound, "SendMessage", c.following(obj{"id": "my-own-id"}, complete))
	c.refused(taskNotFound, "GetTask", obj{"id": "my-own-id"})
}

func makesContexts(c *check) {
	first, second := c.task(complete), c.task(complete)
	if first["contextId"] == second["contextId"] {
		c.Errorf("two conversations share the context %v", first["contextId"])
	}
}

func tellsContexts(c *check) {
	task := c.task(ask)
	if text(task, "contextId") == "" {
		c.Errorf("the task %v has no contextId", task)
	}
	c.same("the context later on", c.get(task)["contextId"], task["contextId"])
	if answer := c.ok("SendMessage", c.sending(reply)); text(answer, "message.contextId") == "" {
		c.Errorf("the message %v has no contextId", answer)
	}
}

// inContext makes a message part of a context.
func inContext(params obj, id string) obj {
	return merge(params, obj{"message": merge(params["message"].(obj), obj{"contextId": id})})
}

func takesContexts(c *check) {
	id := "ctx:" + c.caller + "/ä"[:1] + strings.Repeat("~", 80)
	first := c.taskOf(inContext(c.sending(complete), id))
	second := c.taskOf(inContext(c.sending(complete), id))
	c.same("the context", []any{first["contextId"], second["contextId"]}, []any{id, id})
	c.same("the tasks of the context", len(ids(c.ok("ListTasks", obj{"contextId": id}))), 2)
	answer := c.ok("SendMessage", inContext(c.sending(reply), id))
	c.same("the context of a reply", at(answer, "message.contextId"), id)
}

func refusesContexts(c *check) {
	for _, id := range []string{"two words", "line\nbreak", "größe", strings.Repeat("x", 129)} {
		c.blames(c.refused(invalidParams, "SendMessage", inContext(c.sending(complete), id)), "message.contextId")
	}
	if tasks := ids(c.ok("ListTasks", obj{})); len(tasks) > 0 {
		c.Errorf("refused contexts made tasks: %v", tasks)
	}
}

func infersContexts(c *check) {
	task := c.task(ask)
	turns := make(chan *host.Turn, 1)
	answer := c.taskOf(c.following(task, func(ctx context.Context, turn *host.Turn) error {
		turns <- turn
		return complete(ctx, turn)
	}))
	c.same("the context", answer["contextId"], task["contextId"])
	c.same("the context that the agent sees", receive(c, "the turn", turns).Message().GetContextId(), task["contextId"])
	c.same("the context in the history", at(answer, "history.2.contextId"), task["contextId"])
}

func rejectsOtherContexts(c *check) {
	task := c.task(ask)
	other := c.task(complete)
	c.blames(c.refused(invalidParams, "SendMessage", inContext(c.following(task, complete), text(other, "contextId"))), "message.contextId")
	c.inState(c.get(task), "INPUT_REQUIRED")
	c.inState(c.taskOf(inContext(c.following(task, complete), text(task, "contextId"))), "COMPLETED")
}

func terminalIsFinal(c *check) {
	late := make(chan error, 1)
	task := c.task(func(_ context.Context, turn *host.Turn) error {
		if err := turn.Complete(); err != nil {
			return err
		}
		late <- turn.Artifact(artifact("late", "x"))
		turn.Working("again")
		return turn.Status(a2apb.TaskState_TASK_STATE_FAILED)
	})
	before := c.get(task)
	c.inState(before, "COMPLETED")
	if err := receive(c, "the late artifact", late); err == nil || has(before, "artifacts") {
		c.Errorf("an artifact came after the end: %v", before)
	}
	c.refused(taskNotCancelable, "CancelTask", obj{"id": task["id"]})
	c.refused(unsupportedOperation, "SendMessage", c.following(task, complete))
	c.same("the task afterwards", c.get(task), before)
}

func workOutlivesClients(c *check) {
	g := newGate(c)
	params := c.sending(g.then(complete))
	gone := *c
	var hangUp context.CancelFunc
	gone.ctx, hangUp = context.WithCancel(c.ctx)
	hungUp := gone.sendAndForget(params)
	turn := receive(c, "the message", g.entered)
	hangUp()
	if err := receive(c, "the end of the call", hungUp); err == nil {
		c.Error("the call was answered before the work was done")
	}
	g.open()
	c.settled(turn.TaskID())
	c.inState(c.get(obj{"id": turn.TaskID()}), "COMPLETED")
}

// sendAndForget sends a message by the generated client and tells how that
// ended.
func (c *check) sendAndForget(params obj) <-chan error {
	c.Helper()
	req := c.message(&request{op: "SendMessage", params: params}).(*a2apb.SendMessageRequest)
	ended := make(chan error, 1)
	done := make(chan struct{})
	c.Cleanup(func() { <-done })
	go func() {
		defer close(done)
		_, err := c.client.SendMessage(c.ctx, req)
		ended <- err
	}()
	return ended
}

func furtherMessages(c *check) {
	task := c.task(ask)
	again := c.taskOf(c.following(task, ask))
	c.inState(again, "INPUT_REQUIRED")
	done := c.taskOf(c.following(task, complete))
	c.inState(done, "COMPLETED")
	c.same("the task", []any{again["id"], done["id"]}, []any{task["id"], task["id"]})

	g := newGate(c)
	busy := c.taskOf(immediately(c.sending(g.then(complete))))
	receive(c, "the message", g.entered)
	f := c.refused(unsupportedOperation, "SendMessage", c.following(busy, complete))
	c.same("the state in the error", at(f.detail("ErrorInfo"), "metadata.state"), "TASK_STATE_WORKING")
	g.open()
	c.settled(text(busy, "id"))
	c.inState(c.get(busy), "COMPLETED")
}

// authorize asks for an authorization, and goes on when the gate is opened.
func authorize(g *gate) script {
	return func(ctx context.Context, turn *host.Turn) error {
		if err := turn.RequireAuth(host.Text("Open https://example.com/consent")); err != nil {
			return err
		}
		if err := g.wait(ctx, turn); err != nil {
			return err
		}
		return complete(ctx, turn)
	}
}

func asksForAuthorization(c *check) {
	task := c.task(func(_ context.Context, turn *host.Turn) error {
		return turn.RequireAuth(host.Text("Open https://example.com/consent"))
	})
	c.inState(task, "AUTH_REQUIRED")
	c.same("the explanation", at(task, "status.message.parts"), []obj{{"text": "Open https://example.com/consent"}})
	c.inState(c.taskOf(c.following(task, complete)), "COMPLETED")
}

func messagesDuringAuthorization(c *check) {
	task := c.task(func(ctx context.Context, turn *host.Turn) error {
		if err := turn.RequireAuth(host.Text("Which account?")); err != nil {
			return err
		}
		m, err := turn.Receive(ctx)
		if err != nil {
			return err
		}
		return turn.Complete(m.GetParts()...)
	})
	c.inState(task, "AUTH_REQUIRED")
	done := c.taskOf(c.following(task, nil, obj{"text": "the second one"}))
	c.inState(done, "COMPLETED")
	c.same("what the agent got", at(done, "status.message.parts"), []obj{{"text": "the second one"}})
}

func goesOnAfterAuthorization(c *check) {
	g := newGate(c)
	task := c.task(authorize(g))
	c.inState(task, "AUTH_REQUIRED")
	g.open()
	c.settled(text(task, "id"))
	c.inState(c.get(task), "COMPLETED")
}

func authorizationIsNoCredential(c *check) {
	g := newGate(c)
	task := c.task(authorize(g))
	c.refused(taskNotFound, "SendMessage", c.following(task, complete), as("other-"+c.caller))
	c.refused(denied, "SendMessage", c.following(task, complete), as(forbidden))
	c.refused(unauthenticated, "GetTask", obj{"id": task["id"]}, as(intruder))
	c.inState(c.get(task), "AUTH_REQUIRED")
	g.open()
	c.settled(text(task, "id"))
}
