package conformance

import (
	"encoding/json"
	"fmt"
	"regexp"
	"testing"
)

// scenarios are what a client may live through, the same on every binding
// (section 5.1). Each returns all that the client saw.
var scenarios = map[string]func(c *check) []any{
	"complete":       func(c *check) []any { return c.seen(c.exchange("SendMessage", c.sending(complete))) },
	"reply":          func(c *check) []any { return c.seen(c.exchange("SendMessage", c.sending(reply))) },
	"reject":         func(c *check) []any { return c.seen(c.exchange("SendMessage", c.sending(reject))) },
	"fail":           func(c *check) []any { return c.seen(c.exchange("SendMessage", c.sending(breakDown))) },
	"echo":           echoEverything,
	"conversation":   converse,
	"cancel":         cancelAndCancel,
	"list":           listTasks,
	"stream":         streamAndSubscribe,
	"push":           pushConfiguration,
	"webhook":        webhookEvents,
	"extended-card":  func(c *check) []any { return c.seen(c.exchange("GetExtendedAgentCard", obj{})) },
	"unknown-task":   unknownTask,
	"invalid-values": invalidValues,
	"refusals":       refusals,
	"other-caller":   otherCaller,
	"versions":       versionErrors,
}

// compareBindings plays each scenario on each binding and compares what the
// clients see with what they see on the first one.
func compareBindings(t *testing.T, s *server) {
	for name, play := range scenarios {
		t.Run(name, func(t *testing.T) {
			var first, firstOn string
			for i, inter := range s.interfaces() {
				c := s.prepare(t, requirement{id: name}, inter)
				got := normalize(play(c))
				if i == 0 {
					first, firstOn = got, c.binding
				} else if got != first {
					t.Errorf("%s gives\n%s\nand %s\n%s", firstOn, first, c.binding, got)
				}
			}
		})
	}
}

// exchange calls an operation and returns what the client saw of it, without
// what only the binding has: its codes and headers.
func (c *check) exchange(op string, params obj, edits ...edit) any {
	c.Helper()
	a := c.call(op, params, edits...)
	if a.err == nil {
		return obj{op: a.result}
	}
	return obj{op: obj{"message": a.err.message, "details": a.err.details}}
}

func (c *check) seen(all ...any) []any { return all }

// Ids, times and the names of callers and messages differ between two runs.
var (
	uuids  = regexp.MustCompile(`[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}`)
	stamps = regexp.MustCompile(`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z`)
	names  = regexp.MustCompile(`(message|caller)-[A-Z2-7]{26}`)
	tokens = regexp.MustCompile(`"nextPageToken": "[^"]+"`)
)

// normalize writes values with ids numbered by their first use, and without
// members that are empty, which not every encoding shows.
func normalize(v any) string {
	var plain any
	if err := json.Unmarshal(encode(v), &plain); err != nil {
		panic(err) // was encoded here
	}
	data, err := json.MarshalIndent(withoutEmpty(plain), "", " ")
	if err != nil {
		panic(err)
	}
	out := stamps.ReplaceAllString(string(data), "TIME")
	out = tokens.ReplaceAllString(out, `"nextPageToken": "TOKEN"`)
	for _, ids := range []*regexp.Regexp{uuids, names} {
		known := make(map[string]string)
		out = ids.ReplaceAllStringFunc(out, func(id string) string {
			if known[id] == "" {
				known[id] = fmt.Sprintf("ID-%d", len(known)+1)
			}
			return known[id]
		})
	}
	return out
}

func withoutEmpty(v any) any {
	switch in := v.(type) {
	case obj:
		for name, value := range in {
			if value = withoutEmpty(value); value == "" || value == 0.0 || value == false || value == nil && name != "data" {
				delete(in, name)
			} else if list, ok := value.([]any); ok && len(list) == 0 {
				delete(in, name)
			}
		}
	case []any:
		for i := range in {
			in[i] = withoutEmpty(in[i])
		}
	}
	return v
}

func echoEverything(c *check) []any {
	return c.seen(c.exchange("SendMessage", c.sending(echo,
		obj{"text": "Größe 🚀 \u2028 </script>"}, obj{"data": nil}, obj{"data": obj{"n": 1.5e300, "list": []any{nil, true}}},
		obj{"raw": "AAEC/w==", "filename": "a.bin"}, obj{"url": "https://example.com/?a=b&c=<d>"})))
}

func converse(c *check) []any {
	task := c.task(ask)
	return c.seen(
		c.exchange("SendMessage", c.following(task, ask)), c.exchange("SendMessage", c.following(task, complete)),
		c.exchange("SendMessage", c.following(task, complete)), // the task is over
		c.exchange("GetTask", obj{"id": task["id"]}), c.exchange("GetTask", obj{"id": task["id"], "historyLength": 2}),
	)
}

func cancelAndCancel(c *check) []any {
	id := obj{"id": c.task(ask)["id"]}
	done := obj{"id": c.task(complete)["id"]}
	return c.seen(c.exchange("CancelTask", id), c.exchange("CancelTask", id), c.exchange("CancelTask", done))
}

func listTasks(c *check) []any {
	none := c.exchange("ListTasks", obj{})
	c.task(complete)
	tick()
	c.task(ask)
	return c.seen(none, c.exchange("ListTasks", obj{"pageSize": 1}), c.exchange("ListTasks", obj{"includeArtifacts": true}),
		c.exchange("ListTasks", obj{"status": "TASK_STATE_COMPLETED", "historyLength": 0}))
}

func streamAndSubscribe(c *check) []any {
	if !c.host.Card().GetCapabilities().GetStreaming() {
		return c.seen(c.exchange("SendStreamingMessage", c.sending(complete)), c.exchange("SubscribeToTask", obj{"id": c.task(ask)["id"]}))
	}
	var all []any
	for _, run := range []script{complete, ask, reply, breakDown, count(5, nil)} {
		for _, event := range c.stream(c.sending(run)).rest() {
			all = append(all, event)
		}
	}
	task := c.task(ask)
	f := c.subscribe(task)
	all = append(all, f.opening())
	c.taskOf(c.following(task, complete))
	for _, event := range f.rest() {
		all = append(all, event)
	}
	return append(all, c.exchange("SubscribeToTask", obj{"id": task["id"]}), c.exchange("SubscribeToTask", obj{"id": unknownID()}))
}

func pushConfiguration(c *check) []any {
	task := c.task(ask)
	hook := obj{"taskId": task["id"], "id": "h"}
	auth := obj{"scheme": "Bearer", "credentials": "c"}
	return c.seen(
		c.exchange("CreateTaskPushNotificationConfig", merge(hook, obj{"url": hookURL, "token": "t", "authentication": auth})),
		c.exchange("CreateTaskPushNotificationConfig", merge(hook, obj{"url": "ftp://example.com"})),
		c.exchange("GetTaskPushNotificationConfig", hook), c.exchange("ListTaskPushNotificationConfigs", obj{"taskId": task["id"]}),
		c.exchange("DeleteTaskPushNotificationConfig", hook), c.exchange("DeleteTaskPushNotificationConfig", hook),
		c.exchange("GetTaskPushNotificationConfig", hook), c.exchange("ListTaskPushNotificationConfigs", obj{"taskId": unknownID()}),
	)
}

func webhookEvents(c *check) []any {
	if !c.host.Card().GetCapabilities().GetPushNotifications() {
		return pushConfiguration(c)
	}
	hook := newWebhook(c, nil)
	all := c.seen(c.notified(hook, complete, nil))
	for _, event := range events(hook.until("COMPLETED")) {
		all = append(all, event)
	}
	return all
}

func unknownTask(c *check) []any {
	var all []any
	for _, op := range []string{"GetTask", "CancelTask", "SubscribeToTask", "ListTaskPushNotificationConfigs"} {
		all = append(all, c.exchange(op, c.calls(unknownID())[op]))
	}
	return append(all, c.exchange("SendMessage", c.following(obj{"id": unknownID()}, complete)))
}

func invalidValues(c *check) []any {
	return c.seen(
		c.exchange("SendMessage", obj{}), c.exchange("SendMessage", obj{"message": merge(c.say(complete), obj{"parts": []obj{{}}})}),
		c.exchange("SendMessage", obj{"message": obj{"messageId": "", "role": "ROLE_USER"}}),
		c.exchange("SendMessage", merge(c.sending(complete), obj{"configuration": obj{"historyLength": -1}})),
		c.exchange("SendMessage", inContext(c.sending(complete), "two words")),
		c.exchange("ListTasks", obj{"pageSize": 101}), c.exchange("ListTasks", obj{"pageToken": "?"}),
	)
}

func refusals(c *check) []any {
	all := c.seen(c.exchange("SendMessage", c.sending(complete, obj{"text": "x", "mediaType": "application/x-odd"})))
	byReason := make(map[string]any)
	for kind := range theNine() {
		f := c.refusing(kind).err
		byReason[kind.Reason] = []any{f.message, f.details}
	}
	for name, run := range invalidOutputs() {
		byReason[name] = c.exchange("SendMessage", c.sending(run))
	}
	return append(all, byReason)
}

func otherCaller(c *check) []any {
	task := c.task(ask)
	var all []any
	for _, op := range []string{"GetTask", "CancelTask", "SubscribeToTask", "GetTaskPushNotificationConfig"} {
		for _, name := range []string{"other-" + c.caller, intruder, forbidden} {
			all = append(all, c.exchange(op, c.calls(task["id"])[op], as(name)))
		}
	}
	return all
}

func versionErrors(c *check) []any {
	var all []any
	for _, version := range []string{"", "0.3", "1.0.7", "99.0", "x"} {
		all = append(all, c.exchange("ListTasks", obj{}, header(versionHeader, version)))
	}
	return all
}
