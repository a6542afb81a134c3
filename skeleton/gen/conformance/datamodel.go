package conformance

import (
	"context"
	"regexp"
	"strings"
	"unicode/utf8"

	"google.golang.org/genproto/googleapis/api/annotations"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/wire"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host"
)

// dataModel is about messages and their JSON (section 4 and 5).
func dataModel() []requirement {
	return []requirement{
		{id: "DM-02", section: "4", level: must, run: equalRepresentation},
		{id: "DM-03", section: "5.5", level: must, on: onHTTP, run: camelCase},
		{id: "DM-04", section: "5.5", level: must, on: onHTTP, run: enumNames},
		{id: "DM-05", section: "5.6.1", level: must, run: timestampsInUTC},
		{id: "DM-06", section: "5.6.1", level: should, run: milliseconds},
		{id: "DM-07", section: "5.6.1", level: must, run: readsTimestamps},
		{id: "DM-08", section: "5.7", level: must, run: requiredIsSet},
		{id: "DM-09", section: "5.7", level: should, run: rejectsMissing},
		{id: "DM-10", section: "5.7", level: must, run: rejectsEmptyLists},
		{id: "DM-11", section: "5.7", level: should, run: ignoresUnknown},
		{id: "DM-12", section: "4.1.1", level: must, run: taskHasStatus},
		{id: "DM-13", section: "4.1.4", level: must, run: messageIsWhole},
		{id: "DM-14", section: "4.1.4", level: must, run: messageHasContext},
		{id: "DM-15", section: "4.1.6", level: must, run: onePartContent},
		{id: "DM-16", section: "4.1.7", level: must, run: artifactsAreDistinct},
		{id: "DM-17", section: "4.2", level: must, needs: streaming, run: updatesNameTheirTask},
		{id: "DM-20", section: "14.1.1", level: must, on: onHTTP, run: textIsUTF8},
		{id: "DM-21", section: "3.2.5", level: must, run: metadataIsAnyJSON},
	}
}

func equalRepresentation(c *check) {
	task := c.task(complete)
	got := new(a2apb.Task)
	if err := protojson.Unmarshal(encode(c.get(task)), got); err != nil {
		c.Fatal(err)
	}
	ctx := host.WithIdentity(c.ctx, host.Identity{Name: c.caller})
	want, err := c.host.Service().GetTask(ctx, &a2apb.GetTaskRequest{Id: text(task, "id"), Tenant: c.tenant})
	if err != nil {
		c.Fatal(err)
	}
	if !proto.Equal(got, want) {
		c.Errorf("the task is %v, but the agent has %v", got, want)
	}
}

// rich returns answers with as much in them as there can be.
func rich(c *check) []obj {
	c.Helper()
	task := c.task(echo, obj{"text": "a", "filename": "a.txt"}, obj{"data": obj{"some_key": 1}}, obj{"raw": "AQI="})
	return []obj{task, c.get(task), c.ok("ListTasks", obj{"includeArtifacts": true}), c.ok("SendMessage", c.sending(reply))}
}

func camelCase(c *check) {
	name := regexp.MustCompile(`^[a-z][a-zA-Z0-9]*$`)
	for _, answer := range rich(c) {
		visit(answer, "result", func(member string, _ any) {
			if !name.MatchString(member) {
				c.Errorf("the member %q is not in camelCase", member)
			}
		})
	}
	// Readers of ProtoJSON take the names of the proto as well.
	m := c.say(complete)
	m["message_id"] = m["messageId"]
	delete(m, "messageId")
	history := items(c.taskOf(obj{"message": m}), "history")
	c.same("the message id", at(history, "0.messageId"), m["message_id"])
}

func enumNames(c *check) {
	for _, answer := range rich(c) {
		visit(answer, "result", func(member string, value any) {
			name, _ := value.(string)
			if member == "state" && !strings.HasPrefix(name, "TASK_STATE_") || member == "role" && !strings.HasPrefix(name, "ROLE_") {
				c.Errorf("%s is %v, want the name of a value", member, value)
			}
		})
	}
	number := obj{"message": merge(c.say(complete), obj{"role": 1})}
	c.same("the role sent as 1", at(c.taskOf(number), "history.0.role"), "ROLE_USER")
	for _, role := range []any{"user", "ROLE_OWNER", true} {
		f := c.refused(invalidParams, "SendMessage", obj{"message": merge(c.say(complete), obj{"role": role})})
		c.blames(f, "message.role")
	}
}

// timestamps calls f with each timestamp of some answers.
func timestamps(c *check, f func(stamp string)) {
	c.Helper()
	n := 0
	for _, answer := range rich(c) {
		visit(answer, "result", func(member string, value any) {
			if stamp, ok := value.(string); ok && member == "timestamp" {
				n++
				f(stamp)
			}
		})
	}
	if n < 3 {
		c.Errorf("there are %d timestamps, want one for each status", n)
	}
}

func timestampsInUTC(c *check) {
	form := regexp.MustCompile(`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$`)
	timestamps(c, func(stamp string) {
		if !form.MatchString(stamp) {
			c.Errorf("the timestamp %s is not ISO 8601 in UTC", stamp)
		}
	})
}

func milliseconds(c *check) {
	form := regexp.MustCompile(`:\d\d(\.\d{3})?Z$`)
	timestamps(c, func(stamp string) {
		if !form.MatchString(stamp) {
			c.Errorf("the timestamp %s is not in milliseconds", stamp)
		}
	})
}

func readsTimestamps(c *check) {
	c.task(complete)
	for _, stamp := range []string{
		"2020-01-01T00:00:00Z", "2020-01-01T00:00:00.1Z", "2020-01-01T00:00:00.123456789Z", "2020-01-01T01:00:00+01:00",
	} {
		result := c.ok("ListTasks", obj{"statusTimestampAfter": stamp})
		if len(items(result, "tasks")) != 1 {
			c.Errorf("after %s: %v, want the task", stamp, result)
		}
	}
	if c.binding == wire.GRPC {
		_, err := c.client.ListTasks(c.ctx, &a2apb.ListTasksRequest{StatusTimestampAfter: &timestamppb.Timestamp{Nanos: -1}})
		if wire.KindOf(err) != wire.InvalidParams {
			c.Errorf("a timestamp with negative nanoseconds: %v, want an error", err)
		}
		return
	}
	for _, stamp := range []string{"yesterday", "2020-01-01", "2020-13-01T00:00:00Z", "1577836800"} {
		c.blames(c.refused(invalidParams, "ListTasks", obj{"statusTimestampAfter": stamp}), "statusTimestampAfter")
	}
}

func requiredIsSet(c *check) {
	for op, result := range map[string]obj{
		"SendMessage": c.ok("SendMessage", c.sending(complete)),
		"GetTask":     c.get(c.task(echo)),
		"ListTasks":   c.ok("ListTasks", obj{"includeArtifacts": true}),
	} {
		c.hasRequired(op, method(op).Output(), result)
	}
	reply := c.ok("SendMessage", c.sending(reply))
	c.hasRequired("SendMessage", method("SendMessage").Output(), reply)
	if c.host.Card().GetCapabilities().GetStreaming() {
		for _, event := range c.stream(c.sending(complete)).rest() {
			c.hasRequired("SendStreamingMessage", method("SendStreamingMessage").Output(), event)
		}
	}
}

// hasRequired fails the test for members that the proto requires and an object
// lacks. Where empty values do not travel, as in protobuf, only a list of tasks
// may have them.
func (c *check) hasRequired(path string, d protoreflect.MessageDescriptor, v obj) {
	c.Helper()
	fields := d.Fields()
	for i := range fields.Len() {
		field := fields.Get(i)
		value, there := v[field.JSONName()]
		here := path + "." + field.JSONName()
		mayBeEmpty := c.binding == wire.GRPC && d.Name() == "ListTasksResponse"
		if !there && isRequired(field) && !mayBeEmpty {
			c.Errorf("%s is missing", here)
		}
		if field.Message() == nil || field.IsMap() || !strings.HasPrefix(string(field.Message().FullName()), "lf.a2a.") {
			continue
		}
		switch in := value.(type) {
		case obj:
			c.hasRequired(here, field.Message(), in)
		case []any:
			for _, item := range in {
				c.hasRequired(here, field.Message(), item.(obj))
			}
		}
	}
}

func isRequired(field protoreflect.FieldDescriptor) bool {
	behaviors, _ := proto.GetExtension(field.Options(), annotations.E_FieldBehavior).([]annotations.FieldBehavior)
	for _, b := range behaviors {
		if b == annotations.FieldBehavior_REQUIRED {
			return true
		}
	}
	return false
}

func rejectsMissing(c *check) {
	c.blames(c.refused(invalidParams, "SendMessage", obj{}), "message")
	for _, member := range []string{"messageId", "role", "parts"} {
		m := c.say(complete)
		delete(m, member)
		c.blames(c.refused(invalidParams, "SendMessage", obj{"message": m}), "message."+member)
	}
	if c.binding != wire.HTTPJSON { // which has them in the path
		c.blames(c.refused(invalidParams, "GetTask", obj{}), "id")
		c.blames(c.refused(invalidParams, "CancelTask", obj{"id": ""}), "id")
	}
}

func rejectsEmptyLists(c *check) {
	f := c.refused(invalidParams, "SendMessage", obj{"message": merge(c.say(complete), obj{"parts": []obj{}})})
	c.blames(f, "message.parts")
	if tasks, ok := at(c.ok("ListTasks", obj{}), "tasks").([]any); c.binding != wire.GRPC && (!ok || len(tasks) > 0) {
		c.Errorf("the tasks of a caller without any are %v, want an empty list", tasks)
	}
}

func ignoresUnknown(c *check) {
	if c.binding == wire.GRPC {
		req := new(a2apb.SendMessageRequest)
		if err := protojson.Unmarshal(encode(c.sending(complete)), req); err != nil {
			c.Fatal(err)
		}
		req.Message.ProtoReflect().SetUnknown(protowire.AppendVarint(protowire.AppendTag(nil, 9999, protowire.VarintType), 1))
		if _, err := c.client.SendMessage(c.ctx, req); err != nil {
			c.Error(err)
		}
		return
	}
	params := obj{
		"message":       merge(c.say(complete, obj{"text": "hi", "kind": "text", "later": []int{1}}), obj{"kind": "message"}),
		"configuration": obj{"blocking": false, "pushNotificationConfig": obj{"nested": nil}},
		"later":         obj{"deep": []any{obj{}}},
	}
	c.inState(c.taskOf(params), "COMPLETED")
}

func taskHasStatus(c *check) {
	for _, run := range []script{complete, ask, reject, breakDown} {
		task := c.get(c.task(run))
		if text(task, "id") == "" || state(task) == "" || state(task) == "UNSPECIFIED" || text(task, "status.timestamp") == "" {
			c.Errorf("the task %v lacks its id, or its state, or the time of that", task)
		}
	}
}

func messageIsWhole(c *check) {
	task := c.get(c.task(ask))
	for _, m := range append(items(task, "history"), at(task, "status.message")) {
		if text(m, "messageId") == "" || text(m, "role") == "" || len(items(m, "parts")) == 0 {
			c.Errorf("the message %v lacks its id, its role, or its parts", m)
		}
	}
	c.same("the role of the agent", at(task, "status.message.role"), "ROLE_AGENT")
	c.same("the role of the user", at(task, "history.0.role"), "ROLE_USER")
}

func messageHasContext(c *check) {
	answer := c.ok("SendMessage", c.sending(reply))
	if text(answer, "message.contextId") == "" {
		c.Errorf("the reply %v has no contextId", answer)
	}
	if has(answer, "message.taskId") {
		c.Errorf("the reply %v has a taskId, but there is no task", answer)
	}
	task := c.task(ask)
	c.same("the task of a status message", at(task, "status.message.taskId"), task["id"])
	c.same("the context of a status message", at(task, "status.message.contextId"), task["contextId"])
}

func onePartContent(c *check) {
	f := c.refused(invalidParams, "SendMessage", c.sending(complete, obj{"text": "a"}, obj{"filename": "empty.txt"}))
	if got := strings.Join(f.fields(), ","); !strings.HasPrefix(got, "message.parts[1]") {
		c.Errorf("the error blames %q, want the second part", got)
	}
	if c.binding != wire.GRPC { // where two cannot be written
		c.refused(invalidParams, "SendMessage", c.sending(complete, obj{"text": "a", "url": "https://example.com/a"}))
	}
	for _, part := range []obj{{"text": ""}, {"data": nil}, {"data": []any{1.5, "x", nil}}, {"raw": "+/8="}, {"url": "https://example.com/a"}} {
		task := c.task(echo, part)
		c.same("a part that came back", at(task, "artifacts.0.parts.0"), part)
	}
	if c.binding == wire.GRPC {
		return
	}
	for _, raw := range []string{"-_8=", "-_8", "+/8"} { // all forms of base64 are read, one is written
		task := c.task(echo, obj{"raw": raw})
		c.same("bytes sent as "+raw, at(task, "artifacts.0.parts.0.raw"), "+/8=")
	}
}

func artifactsAreDistinct(c *check) {
	task := c.task(func(_ context.Context, turn *host.Turn) error {
		for _, a := range []*a2apb.Artifact{artifact("a", "1"), artifact("b", "2"), artifact("a", "3")} {
			if err := turn.Artifact(a); err != nil {
				return err
			}
		}
		return nil
	})
	c.same("the artifacts", len(items(task, "artifacts")), 2)
	c.same("the artifact that was set twice", at(task, "artifacts.0.parts"), []obj{{"text": "3"}})
	c.refused(invalidAgentResponse, "SendMessage", c.sending(func(_ context.Context, turn *host.Turn) error {
		return turn.Artifact(&a2apb.Artifact{ArtifactId: "empty"})
	}))
}

func updatesNameTheirTask(c *check) {
	f := c.stream(c.sending(complete))
	task := f.opening()
	for _, event := range f.rest() {
		for kind, update := range event {
			c.same("the task of a "+kind, at(update, "taskId"), task["id"])
			c.same("the context of a "+kind, at(update, "contextId"), task["contextId"])
			if kind == "statusUpdate" && state(update.(obj)) == "" || kind == "artifactUpdate" && text(update, "artifact.artifactId") == "" {
				c.Errorf("the update %v says nothing", event)
			}
		}
	}
}

func textIsUTF8(c *check) {
	const said = "Größe ≥ 3 · 測試 · 🚀 \u2028"
	a := c.call("SendMessage", c.sending(echo, obj{"text": said}), header("Accept", "application/a2a+json"))
	if !utf8.Valid(a.body) {
		c.Errorf("the answer is not UTF-8: %q", a.body)
	}
	c.same("the text", at(a.result, "task.artifacts.0.parts.0.text"), said)
	broken := string(encode(obj{"jsonrpc": "2.0", "id": rpcID, "method": "SendMessage", "params": c.sending(complete)}))
	if c.binding == wire.HTTPJSON {
		broken = string(encode(c.sending(complete)))
	}
	a = c.call("SendMessage", nil, body(strings.Replace(broken, "hello", "\xff\xfe", 1)))
	if a.err == nil || a.status >= 500 {
		c.Errorf("text that is not UTF-8: %d %s, want an error", a.status, a.body)
	}
}

func metadataIsAnyJSON(c *check) {
	metadata := obj{"number": 1.5, "list": []any{nil, true, obj{"deep": "x"}}, "": "empty key", "a.b/c": "any key"}
	m := merge(c.say(complete), obj{"metadata": metadata})
	c.same("the metadata", at(c.taskOf(obj{"message": m}), "history.0.metadata"), metadata)
	if c.binding != wire.GRPC {
		f := c.refused(invalidParams, "SendMessage", obj{"message": merge(c.say(complete), obj{"metadata": []int{1}})})
		c.blames(f, "message.metadata")
	}
}
