package conformance

import (
	"context"
	"slices"
	"strings"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/wire"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host/memory"
)

// authentication is about who may do what (sections 3.3.2, 7.4, 7.5 and 13.1).
func authentication() []requirement {
	return []requirement{
		{id: "AU-01", section: "7.4", level: must, run: everyRequest},
		{id: "AU-02", section: "3.3.2", level: must, run: badCredentials},
		{id: "AU-03", section: "3.3.2", level: must, run: missingPermission},
		{id: "AU-04", section: "3.3.2", level: must, run: othersDoNotExist},
		{id: "AU-05", section: "13.1", level: must, run: checkedBeforeLookup},
		{id: "AU-06", section: "13.1", level: must, run: resultsAreScoped},
		{id: "AU-07", section: "13.1", level: must, run: accessIsVerified},
		{id: "AU-09", section: "5.1", level: must, run: sameSchemes},
		{id: "AU-10", section: "7.5", level: may, run: byScope},
	}
}

// calls returns the parameters of each operation, about a task where there is
// one.
func (c *check) calls(task any) map[string]obj {
	hook := obj{"taskId": task, "id": "hook"}
	return map[string]obj{
		"SendMessage": c.sending(complete), "SendStreamingMessage": c.sending(complete), "GetTask": {"id": task}, "ListTasks": {},
		"CancelTask": {"id": task}, "SubscribeToTask": {"id": task}, "CreateTaskPushNotificationConfig": merge(hook, obj{"url": hookURL}),
		"GetTaskPushNotificationConfig": hook, "ListTaskPushNotificationConfigs": {"taskId": task}, "DeleteTaskPushNotificationConfig": hook,
		"GetExtendedAgentCard": {},
	}
}

func everyRequest(c *check) {
	task := c.task(ask)
	for op, params := range c.calls(task["id"]) {
		c.refused(unauthenticated, op, params, as(intruder))
	}
	c.inState(c.get(task), "INPUT_REQUIRED")
	if c.asksCredentials() {
		for op, params := range c.calls(task["id"]) {
			c.refused(unauthenticated, op, params, as(""))
		}
		return
	}
	c.inState(c.taskOf(c.sending(complete), as("")), "COMPLETED") // anybody may
}

func badCredentials(c *check) {
	a := c.call("ListTasks", obj{}, as(intruder))
	c.isFault("a call with bad credentials", a, unauthenticated)
	if c.binding != wire.GRPC {
		c.same("the challenge", a.header.Get("WWW-Authenticate"), challenge)
		broken := c.call("ListTasks", nil, as(intruder), body("{")) // is not even read
		c.isFault("a broken call with bad credentials", broken, unauthenticated)
	}
	c.ownAuthenticator()
}

// ownAuthenticator checks the authenticator of the agent itself, as far as
// that works without credentials.
func (c *check) ownAuthenticator() {
	c.Helper()
	if !c.asksCredentials() {
		return
	}
	own := func(agent *host.Agent, _ *host.Config) { agent.Authenticator = c.agent.Authenticator }
	config, agent := c.config, c.agent
	onLoopback(&config)
	agent.Executor = c.scripts
	if agent.Authenticator == nil {
		if _, err := host.New(config, agent, memory.New()); err != nil {
			c.Logf("the schemes of the card are not configured, so the agent does not start: %v", err)
			return
		}
	}
	real := c.variant(own)
	for _, credentials := range []string{"", "Bearer none", "Basic bm86bm8="} {
		a := real.call("ListTasks", obj{}, header("Authorization", credentials))
		real.isFault("a call with the credentials "+credentials, a, unauthenticated)
		if c.binding != wire.GRPC && a.header.Get("WWW-Authenticate") == "" {
			c.Error("the agent does not say how to authenticate")
		}
	}
}

func missingPermission(c *check) {
	task := c.task(ask)
	for op, params := range c.calls(task["id"]) {
		f := c.refused(denied, op, params, as(forbidden))
		if !strings.Contains(f.message, "tasks") || strings.Contains(f.message, text(task, "id")) {
			c.Errorf("%s: the error %q does not name the scope, or names more", op, f.message)
		}
	}
}

// othersDoNotExist compares the answers about another caller's task with those
// about a task that does not exist.
func othersDoNotExist(c *check) {
	other := as("other-" + c.caller)
	task := c.task(ask)
	unknown := obj{"id": unknownID()}
	for op := range c.calls(nil) {
		if op == "SendStreamingMessage" || op == "ListTasks" || op == "GetExtendedAgentCard" {
			continue // about no task
		}
		about := func(task obj) answer {
			if op == "SendMessage" {
				return c.call(op, c.following(task, complete), other)
			}
			return c.call(op, c.calls(task["id"])[op], other)
		}
		theirs, nobodys := about(task), about(unknown)
		if theirs.err == nil || nobodys.err == nil {
			c.Errorf("%s succeeds: %v, %v", op, theirs.result, nobodys.result)
			continue
		}
		masked := func(a answer, id any) string {
			return strings.ReplaceAll(string(encode([]any{a.status, a.err.code, a.err.message, a.err.details})), id.(string), "ID")
		}
		if got, want := masked(theirs, task["id"]), masked(nobodys, unknown["id"]); got != want {
			c.Errorf("%s of another's task is answered with %s, of no task with %s", op, got, want)
		}
	}
}

func checkedBeforeLookup(c *check) {
	task := c.task(ask)
	for _, name := range []string{forbidden, intruder} {
		known, unknown := c.calls(task["id"]), c.calls(unknownID())
		for op := range known {
			first, second := c.call(op, known[op], as(name)), c.call(op, unknown[op], as(name))
			if first.err == nil || second.err == nil {
				c.Errorf("%s by %s succeeds", op, name)
				continue
			}
			c.same("the error about a task that exists", first.err.message, second.err.message)
			c.same("the code", first.err.code, second.err.code)
		}
	}
}

func resultsAreScoped(c *check) {
	task := c.task(complete)
	theirs := c.ok("ListTasks", obj{}, as("other-"+c.caller))
	if got := ids(theirs); len(got) > 0 || number(theirs, "totalSize") != 0 {
		c.Errorf("another caller sees %v", theirs)
	}
	c.same("the caller's own", ids(c.ok("ListTasks", obj{})), []any{task["id"]})
	if !c.asksCredentials() {
		for _, id := range ids(c.ok("ListTasks", obj{"pageSize": 100}, as(""))) {
			if id == task["id"] {
				c.Error("anonymous callers see the tasks of others")
			}
		}
	}
}

func accessIsVerified(c *check) {
	other := as("other-" + c.caller)
	task := c.task(ask)
	before := c.get(task)
	id := obj{"id": task["id"]}
	c.refused(taskNotFound, "GetTask", id, other)
	c.refused(taskNotFound, "CancelTask", id, other)
	c.refused(taskNotFound, "SendMessage", c.following(task, complete), other)
	capabilities := c.host.Card().GetCapabilities()
	if capabilities.GetStreaming() {
		c.refused(taskNotFound, "SubscribeToTask", id, other)
		c.refused(taskNotFound, "SendStreamingMessage", c.following(task, complete), other)
	}
	if capabilities.GetPushNotifications() {
		hook := obj{"taskId": task["id"], "id": "h"}
		c.ok("CreateTaskPushNotificationConfig", merge(hook, obj{"url": hookURL}))
		c.refused(taskNotFound, "CreateTaskPushNotificationConfig", merge(hook, obj{"url": hookURL + "/theirs"}), other)
		c.refused(taskNotFound, "GetTaskPushNotificationConfig", hook, other)
		c.refused(taskNotFound, "ListTaskPushNotificationConfigs", obj{"taskId": task["id"]}, other)
		c.refused(taskNotFound, "DeleteTaskPushNotificationConfig", hook, other)
		c.same("the webhook", c.ok("GetTaskPushNotificationConfig", hook)["url"], hookURL)
	}
	c.same("the task", c.get(task), before)
}

func sameSchemes(c *check) {
	for _, name := range []string{intruder, forbidden} {
		want := map[string]fault{intruder: unauthenticated, forbidden: denied}[name]
		for _, i := range c.interfaces() {
			other := *c
			other.binding, other.url, other.tenant = i.GetProtocolBinding(), i.GetUrl(), i.GetTenant()
			other.refused(want, "ListTasks", obj{}, as(name))
		}
	}
	resp, _ := c.fetchCard("GET", nil) // says how to authenticate
	c.same("the status of the card", resp.StatusCode, 200)
}

func byScope(c *check) {
	run := func(scope string) script {
		return func(ctx context.Context, turn *host.Turn) error {
			if !slices.Contains(turn.Caller().Scopes, scope) {
				return turn.Refuse(wire.PermissionDenied.New("the scope %q is missing", scope))
			}
			return complete(ctx, turn)
		}
	}
	c.inState(c.task(run("tasks")), "COMPLETED")
	f := c.refused(denied, "SendMessage", c.sending(run("deploy")))
	c.same("the message", f.message, `the scope "deploy" is missing`)
}
