package conformance

import (
	"strings"

	"google.golang.org/protobuf/proto"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/wire"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
)

// extensions is about extensions and tenants (sections 3.3.4, 4.6 and 8.3.2).
func extensions() []requirement {
	return []requirement{
		{id: "VX-09", section: "3.3.4", level: must, run: requiredExtension},
		{id: "VX-10", section: "4.6.3", level: should, run: unknownExtension},
		{id: "VX-11", section: "4.6", level: should, run: namesActivated},
		{id: "VX-13", section: "4.6", level: must, run: extensionInput},
		{id: "VX-15", section: "8.3.2", level: must, run: tenants},
	}
}

const (
	extensionsHeader = "A2A-Extensions"
	needed           = "https://example.com/extensions/needed/v1"
	optional         = "https://example.com/extensions/optional/v1"
)

// withExtensions declares one extension that is required and one that is not.
func withExtensions(card *a2apb.AgentCard) {
	card.Capabilities.Extensions = []*a2apb.AgentExtension{{Uri: needed, Required: true}, {Uri: optional}}
}

func requiredExtension(c *check) {
	with := c.variant(withCard(withExtensions))
	task := with.task(complete)
	hook := obj{"taskId": task["id"], "id": "none"}
	for op, params := range map[string]obj{
		"SendMessage": with.sending(complete), "GetTask": {"id": task["id"]}, "ListTasks": {}, "CancelTask": {"id": task["id"]},
		"SendStreamingMessage": with.sending(complete), "SubscribeToTask": {"id": task["id"]},
		"CreateTaskPushNotificationConfig": merge(hook, obj{"url": hookURL}), "GetTaskPushNotificationConfig": hook,
		"ListTaskPushNotificationConfigs": {"taskId": task["id"]}, "DeleteTaskPushNotificationConfig": hook,
	} {
		for _, uris := range []string{"", optional} {
			f := with.refused(extensionSupportRequired, op, params, header(extensionsHeader, uris))
			if named := text(f.detail("ErrorInfo"), "metadata.extensions"); named != needed {
				c.Errorf("%s: the error names %q, want the extension that is required", op, named)
			}
		}
	}
	a := with.call("GetExtendedAgentCard", obj{}, header(extensionsHeader, "")) // how clients learn of it
	if a.err != nil && text(a.err.detail("ErrorInfo"), "reason") == extensionSupportRequired.reason {
		c.Error("even the extended card requires the extension")
	}
}

func unknownExtension(c *check) {
	edits := header(extensionsHeader, strings.Join(append(c.required(), "https://example.com/unknown/v1", "not a uri", "urn:x"), ", "))
	a := c.call("SendMessage", c.sending(complete), edits)
	if a.err != nil {
		c.Fatalf("an unknown extension is refused: %s", a.err.message)
	}
	if got := activated(a); strings.Contains(got, "unknown") || strings.Contains(got, "urn:x") {
		c.Errorf("an unknown extension is activated: %s", got)
	}
	// Another version of a declared extension is another extension.
	with := c.variant(withCard(withExtensions))
	a = with.call("ListTasks", obj{}, header(extensionsHeader, needed+","+strings.Replace(optional, "v1", "v2", 1)))
	c.same("the active extensions", activated(a), needed)
}

// activated returns the extensions that an answer names.
func activated(a answer) string { return strings.Join(a.header.Values(extensionsHeader), ", ") }

func namesActivated(c *check) {
	with := c.variant(withCard(withExtensions))
	both := needed + ", " + optional
	c.same("the active extensions", activated(with.call("ListTasks", obj{}, header(extensionsHeader, both))), both)
	twice := func(r *request) { r.header[extensionsHeader] = []string{optional, needed + "," + optional} }
	c.same("the active extensions of two lines", activated(with.call("ListTasks", obj{}, twice)), both)
	failed := with.call("GetTask", obj{"id": unknownID()}, header(extensionsHeader, both))
	c.same("the active extensions of an error", activated(failed), both)
	c.same("the active extensions of a call without", activated(c.call("ListTasks", obj{})), strings.Join(c.required(), ", "))
}

func extensionInput(c *check) {
	// What an extension adds to a message is metadata, which is checked like
	// all input, and a method of an extension is a call like any other.
	m := merge(c.say(complete), obj{"extensions": []string{optional}, "metadata": obj{optional + "/key": obj{"deep": []any{1.0}}}})
	task := c.taskOf(obj{"message": m})
	c.same("the extensions", at(task, "history.0.extensions"), []string{optional})
	c.same("the metadata", at(task, "history.0.metadata"), m["metadata"])
	if c.binding != wire.GRPC {
		for member, value := range map[string]any{"extensions": optional, "metadata": "text"} {
			f := c.refused(invalidParams, "SendMessage", obj{"message": merge(c.say(complete), obj{member: value})})
			c.blames(f, "message."+member)
		}
	}
	if c.binding == wire.JSONRPC {
		method := string(encode(obj{"jsonrpc": "2.0", "id": 1, "method": "extension/method", "params": obj{}}))
		c.isFault("a method that no extension has", c.call("ListTasks", obj{}, body(method)), methodNotFound)
		c.isFault("a method of an extension by nobody", c.call("ListTasks", obj{}, body(method), as(intruder)), unauthenticated)
	}
}

func tenants(c *check) {
	c.refused(invalidParams, "SendMessage", merge(c.sending(complete), obj{"tenant": "no-such-tenant"}))
	with := c.variant(withCard(func(card *a2apb.AgentCard) {
		for _, i := range card.GetSupportedInterfaces() {
			other := proto.CloneOf(i)
			i.Tenant, other.Tenant = "planner one", "deployer"
			card.SupportedInterfaces = append(card.SupportedInterfaces, other)
		}
	}))
	c.same("the tenant of the interface", with.tenant, "planner one")
	task := with.task(ask)
	other := *with
	other.tenant = "deployer"
	other.refused(taskNotFound, "GetTask", obj{"id": task["id"]})
	other.refused(taskNotFound, "CancelTask", obj{"id": task["id"]})
	other.refused(taskNotFound, "SendMessage", other.following(task, complete))
	c.same("the tasks of the other tenant", len(ids(other.ok("ListTasks", obj{}))), 0)
	none := *with
	none.tenant = ""
	none.refused(taskNotFound, "GetTask", obj{"id": task["id"]})
	none.refused(invalidParams, "SendMessage", none.sending(complete))
	with.inState(with.taskOf(with.following(task, complete)), "COMPLETED")
	if c.binding == wire.HTTPJSON { // a tenant in the body that contradicts the path
		f := with.refused(invalidParams, "SendMessage", merge(with.sending(complete), obj{"tenant": "deployer"}))
		c.blames(f, "tenant")
		none.ok("GetTask", obj{"id": task["id"]}, query("tenant", "planner one"))
	}
}
