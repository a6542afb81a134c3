package conformance

import (
	"context"
	"slices"

	"google.golang.org/protobuf/encoding/protojson"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/wire"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host"
)

// operations is about what each operation does (sections 3.1 to 3.3).
func operations() []requirement {
	return []requirement{
		{id: "OP-01", section: "3.1.1", level: must, run: sendGivesTaskOrMessage},
		{id: "OP-02", section: "3.2.2", level: must, run: sendWaits},
		{id: "OP-03", section: "3.2.2", level: must, run: sendReturnsImmediately},
		{id: "OP-04", section: "3.2.2", level: must, run: flagIsForTasks},
		{id: "OP-05", section: "3.1.1", level: must, run: terminalTakesNoMessage},
		{id: "OP-06", section: "3.4.2", level: must, run: unknownTaskTakesNoMessage},
		{id: "OP-07", section: "3.1.1", level: must, run: mediaTypesOfParts},
		{id: "OP-08", section: "3.1.3", level: must, run: getTask},
		{id: "OP-09", section: "3.2.4", level: must, run: historyIsLimited},
		{id: "OP-10", section: "3.2.4", level: should, run: historyIsOmitted},
		{id: "OP-19", section: "3.1.5", level: must, run: cancelReturnsTask},
		{id: "OP-20", section: "3.1.5", level: must, run: notCancelable},
		{id: "OP-21", section: "3.3.1", level: must, run: cancelTwice},
		{id: "OP-22", section: "3.3.1", level: may, run: sameMessageTwice},
		{id: "OP-23", section: "3.3.1", level: must, run: readingChangesNothing},
		{id: "OP-24", section: "3.3.2", level: must, run: checksBeforeWork},
		{id: "OP-25", section: "3.3.4", level: must, run: undeclaredIsRefused},
		{id: "OP-26", section: "5.1", level: must, run: allOperations},
	}
}

func sendGivesTaskOrMessage(c *check) {
	c.inState(c.task(complete), "COMPLETED")
	for _, run := range []script{reply, complete, ask, reject, breakDown} {
		if result := c.ok("SendMessage", c.sending(run)); len(result) != 1 || !has(result, "task") && !has(result, "message") {
			c.Errorf("the answer is %v, want a task or a message", result)
		}
	}
}

func sendWaits(c *check) {
	g := newGate(c)
	sent := c.later("SendMessage", c.sending(g.then(complete)))
	turn := receive(c, "the message", g.entered)
	c.inState(c.get(obj{"id": turn.TaskID()}), "WORKING")
	g.open()
	task, _ := receive(c, "the answer", sent).result["task"].(obj)
	c.inState(task, "COMPLETED")
	c.same("the artifact", at(task, "artifacts.0.parts"), []obj{{"text": "done"}})
	c.inState(c.task(ask), "INPUT_REQUIRED")
	c.inState(c.task(func(_ context.Context, turn *host.Turn) error { return turn.RequireAuth(host.Text("Log in.")) }), "AUTH_REQUIRED")
}

func sendReturnsImmediately(c *check) {
	g := newGate(c)
	task := c.taskOf(immediately(c.sending(g.then(complete))))
	if s := state(task); s != "SUBMITTED" && s != "WORKING" {
		c.Errorf("the task is %s, want SUBMITTED or WORKING", s)
	}
	receive(c, "the message", g.entered)
	g.open()
	c.settled(text(task, "id"))
	c.inState(c.get(task), "COMPLETED")
}

func flagIsForTasks(c *check) {
	if result := c.ok("SendMessage", immediately(c.sending(reply))); !has(result, "message") {
		c.Errorf("the answer is %v, want a message", result)
	}
	capabilities := c.host.Card().GetCapabilities()
	if capabilities.GetStreaming() {
		if got := states(c.stream(immediately(c.sending(complete))).rest()); !slices.Contains(got, "COMPLETED") {
			c.Errorf("the stream has the states %v, want all up to COMPLETED", got)
		}
	}
	if capabilities.GetPushNotifications() {
		hook := newWebhook(c, nil)
		config := obj{"taskPushNotificationConfig": obj{"url": hook.url}}
		c.taskOf(immediately(merge(c.sending(complete), obj{"configuration": config})))
		hook.until("COMPLETED")
	}
}

func terminalTakesNoMessage(c *check) {
	for _, run := range []script{complete, reject, breakDown} {
		task := c.task(run)
		before := c.get(task)
		f := c.refused(unsupportedOperation, "SendMessage", c.following(task, ask))
		c.same("the state in the error", at(f.detail("ErrorInfo"), "metadata.state"), at(task, "status.state"))
		c.same("the task after the refused message", c.get(task), before)
	}
}

func unknownTaskTakesNoMessage(c *check) {
	c.refused(taskNotFound, "SendMessage", c.following(obj{"id": unknownID()}, complete))
}

func mediaTypesOfParts(c *check) {
	const odd = "application/x-never-declared"
	if c.takesAnything() {
		c.inState(c.task(complete, obj{"text": "x", "mediaType": odd}), "COMPLETED")
		// What the agent takes by itself it may refuse by its code.
		c = c.variant(withCard(func(card *a2apb.AgentCard) {
			card.DefaultInputModes = []string{"text/plain"}
			for _, skill := range card.GetSkills() {
				skill.InputModes = nil
			}
		}))
	}
	for _, part := range []obj{{"text": "x"}, {"raw": "AQI="}, {"url": "https://example.com/a"}, {"data": obj{}}} {
		c.refused(contentTypeNotSupported, "SendMessage", c.sending(complete, merge(part, obj{"mediaType": odd})))
	}
	mode := c.host.Card().GetDefaultInputModes()[0]
	c.inState(c.task(complete, obj{"text": "x", "mediaType": mode + "; charset=utf-8"}), "COMPLETED")
	if tasks := items(c.ok("ListTasks", obj{}), "tasks"); len(tasks) > 2 {
		c.Errorf("refused messages made tasks: %v", tasks)
	}
}

// takesAnything says whether the card admits parts of all media types.
func (c *check) takesAnything() bool {
	modes := c.host.Card().GetDefaultInputModes()
	for _, skill := range c.host.Card().GetSkills() {
		modes = append(slices.Clip(modes), skill.GetInputModes()...)
	}
	return slices.Contains(modes, "*/*") || slices.Contains(modes, "application/*")
}

func getTask(c *check) {
	task := c.task(complete)
	got := c.get(task)
	c.same("the task", got, task)
	c.same("the artifacts", at(got, "artifacts.0.parts"), []obj{{"text": "done"}})
	c.refused(taskNotFound, "GetTask", obj{"id": unknownID()})
	c.refused(taskNotFound, "GetTask", obj{"id": "a/b:c d"})
}

// conversation makes a task with a history of five messages: two of the user
// and the questions of the agent between and after them, and the answer.
func (c *check) conversation() obj {
	c.Helper()
	task := c.task(ask)
	c.taskOf(c.following(task, ask))
	return c.taskOf(c.following(task, complete))
}

func historyIsLimited(c *check) {
	task := c.conversation()
	all := items(c.get(task), "history")
	if len(all) != 5 {
		c.Fatalf("the history has %d messages, want all 5", len(all))
	}
	for _, n := range []int{1, 3, 5, 100} {
		want := all[len(all)-min(n, len(all)):]
		c.same("the history of GetTask", items(c.ok("GetTask", obj{"id": task["id"], "historyLength": n}), "history"), want)
		c.same("the history of ListTasks", items(c.ok("ListTasks", obj{"historyLength": n}), "tasks.0.history"), want)
	}
	for op, params := range map[string]obj{"GetTask": {"id": task["id"]}, "ListTasks": {}} {
		c.blames(c.refused(invalidParams, op, merge(params, obj{"historyLength": -1})), "historyLength")
	}
}

func historyIsOmitted(c *check) {
	none := obj{"configuration": obj{"historyLength": 0}}
	task := c.taskOf(merge(c.sending(ask), none))
	c.taskOf(merge(c.following(task, ask), none))
	tasks := map[string]any{
		"SendMessage": task,
		"GetTask":     c.ok("GetTask", obj{"id": task["id"], "historyLength": 0}),
		"ListTasks":   at(c.ok("ListTasks", obj{"historyLength": 0}), "tasks.0"),
	}
	if c.host.Card().GetCapabilities().GetStreaming() {
		tasks["SendStreamingMessage"] = c.stream(merge(c.following(task, complete), none)).opening()
	}
	for op, got := range tasks {
		if has(got, "history") {
			c.Errorf("%s with historyLength 0 has a history: %v", op, got)
		}
	}
	f := c.refused(invalidParams, "SendMessage", merge(c.sending(complete), obj{"configuration": obj{"historyLength": -1}}))
	c.blames(f, "configuration.historyLength")
}

func cancelReturnsTask(c *check) {
	c.inState(c.ok("CancelTask", obj{"id": c.task(ask)["id"]}), "CANCELED")

	g := newGate(c) // never opened, so the script stops when it is told to
	task := c.taskOf(immediately(c.sending(func(ctx context.Context, turn *host.Turn) error {
		err := g.wait(ctx, turn)
		if reason := turn.CancelRequest().GetMetadata().GetFields()["reason"].GetStringValue(); reason != "too slow" {
			c.Errorf("the reason of the cancel is %q", reason)
		}
		return err
	})))
	receive(c, "the message", g.entered)
	c.inState(c.ok("CancelTask", obj{"id": task["id"], "metadata": obj{"reason": "too slow"}}), "CANCELED")
	c.inState(c.get(task), "CANCELED")
}

func notCancelable(c *check) {
	c.refused(taskNotFound, "CancelTask", obj{"id": unknownID()})
	for _, run := range []script{complete, reject, breakDown} {
		task := c.task(run)
		f := c.refused(taskNotCancelable, "CancelTask", obj{"id": task["id"]})
		c.same("the state in the error", at(f.detail("ErrorInfo"), "metadata.state"), at(task, "status.state"))
	}
	// A handler that finishes all the same was not canceled.
	g := newGate(c)
	task := c.taskOf(immediately(c.sending(func(ctx context.Context, turn *host.Turn) error {
		_ = g.wait(ctx, turn) // told to stop
		return turn.Complete()
	})))
	receive(c, "the message", g.entered)
	c.refused(taskNotCancelable, "CancelTask", obj{"id": task["id"]})
	c.inState(c.get(task), "COMPLETED")
}

func cancelTwice(c *check) {
	task := c.task(ask)
	first := c.ok("CancelTask", obj{"id": task["id"]})
	c.same("the task canceled again", c.ok("CancelTask", obj{"id": task["id"]}), first)
}

// sameMessageTwice pins what the protocol leaves open: a message id is no key,
// since clients use one again on purpose.
func sameMessageTwice(c *check) {
	params := c.sending(complete)
	first, second := c.taskOf(params), c.taskOf(params)
	if first["id"] == second["id"] {
		c.Error("a message that was sent twice made one task")
	}
}

func readingChangesNothing(c *check) {
	task := c.task(ask)
	read := func() []obj {
		return []obj{c.get(task), c.ok("GetTask", obj{"id": task["id"], "historyLength": 0}), c.ok("ListTasks", obj{"includeArtifacts": true})}
	}
	first := read()
	c.same("what is read the second time", read(), first)
	c.same("the task", c.get(task), task)
}

func checksBeforeWork(c *check) {
	run := func(context.Context, *host.Turn) error {
		c.Error("the agent works on a message that is invalid")
		return nil
	}
	for field, config := range map[string]obj{
		"configuration.historyLength":                   {"historyLength": -5},
		"configuration.taskPushNotificationConfig.url":  {"taskPushNotificationConfig": obj{}},
		"configuration.taskPushNotificationConfig.url ": {"taskPushNotificationConfig": obj{"url": "ftp://example.com"}},
	} {
		a := c.call("SendMessage", merge(c.sending(run), obj{"configuration": config}))
		switch {
		case a.err == nil:
			c.Errorf("%s: %v succeeded", field, config)
		case c.host.Card().GetCapabilities().GetPushNotifications():
			c.isFault(field, a, invalidParams)
		}
	}
	two := c.refused(invalidParams, "SendMessage", obj{"message": merge(c.say(run), obj{"messageId": "", "parts": []obj{}})})
	c.blames(two, "message.messageId")
	c.blames(two, "message.parts")
	if tasks := items(c.ok("ListTasks", obj{}), "tasks"); len(tasks) > 0 {
		c.Errorf("invalid messages made tasks: %v", tasks)
	}
}

func undeclaredIsRefused(c *check) {
	none := c.variant(withCard(func(card *a2apb.AgentCard) {
		card.Capabilities = &a2apb.AgentCapabilities{Extensions: card.GetCapabilities().GetExtensions()}
	}))
	none.refusesStreams()
	none.refusesPush()
	none.refused(unsupportedOperation, "GetExtendedAgentCard", obj{})
}

func allOperations(c *check) {
	task := c.task(ask)
	id := obj{"taskId": c.task(ask)["id"], "id": "none"}
	for op, params := range map[string]obj{
		"SendMessage": c.sending(complete), "GetTask": {"id": task["id"]}, "ListTasks": {}, "CancelTask": {"id": task["id"]},
		"CreateTaskPushNotificationConfig": merge(id, obj{"url": "https://example.com/hook"}), "GetTaskPushNotificationConfig": id,
		"ListTaskPushNotificationConfigs": {"taskId": id["taskId"]}, "DeleteTaskPushNotificationConfig": id, "GetExtendedAgentCard": {},
		"SendStreamingMessage": {}, "SubscribeToTask": {"id": unknownID()}, // streams fail before their first event here
	} {
		if a := c.call(op, params); a.err != nil && (a.err.code == -32601 || a.err.code == 12 && numbered(unsupportedOperation).grpc != 12) {
			c.Errorf("%s is not served: %s", op, a.err.message)
		}
	}
	if c.binding == wire.GRPC {
		return
	}
	m := new(a2apb.SendMessageRequest)
	if err := protojson.Unmarshal(encode(c.sending(complete)), m); err != nil {
		c.Fatal(err)
	}
	if _, err := c.client.SendMessage(c.ctx, m); err != nil {
		c.Errorf("the generated client: %v", err)
	}
}
