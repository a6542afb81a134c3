package conformance

import (
	"fmt"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/wire"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host"
)

// pushConfigs is about the configurations of webhooks (sections 3.1.7 to
// 3.1.10).
func pushConfigs() []requirement {
	return []requirement{
		{id: "PN-01", section: "3.1.7", level: must, needs: pushing, run: createsConfig},
		{id: "PN-02", section: "3.1.7", level: must, needs: pushing, run: configStays},
		{id: "PN-03", section: "3.1.8", level: must, needs: pushing, run: getsConfig},
		{id: "PN-04", section: "3.1.9", level: must, needs: pushing, run: listsConfigs},
		{id: "PN-05", section: "3.1.10", level: must, needs: pushing, run: deletesConfig},
		{id: "PN-06", section: "3.3.4", level: must, run: pushOff},
		{id: "PN-13", section: "13.2", level: should, needs: pushing, run: refusesPrivateTargets},
	}
}

// hookURL is the webhook of tasks to which nothing happens any more. So it is
// never called.
const hookURL = "https://example.com/hook"

func createsConfig(c *check) {
	task := c.task(ask)
	made := c.ok("CreateTaskPushNotificationConfig", obj{"taskId": task["id"], "url": hookURL})
	if text(made, "id") == "" {
		c.Errorf("the configuration %v has no id", made)
	}
	c.same("the task and the URL", []any{made["taskId"], made["url"]}, []any{task["id"], hookURL})
	named := obj{"taskId": task["id"], "id": "mine", "url": hookURL, "token": "t", "authentication": obj{"scheme": "Bearer", "credentials": "secret"}}
	again := c.ok("CreateTaskPushNotificationConfig", named)
	delete(again, "tenant")
	c.same("the configuration", again, named)
	c.same("one with the same id", c.ok("CreateTaskPushNotificationConfig", merge(named, obj{"url": hookURL + "/2"}))["url"], hookURL+"/2")

	c.refused(taskNotFound, "CreateTaskPushNotificationConfig", obj{"taskId": unknownID(), "url": hookURL})
	for field, value := range map[string]any{"url": "", "authentication": obj{"scheme": "Digest", "credentials": "x"}} {
		f := c.refused(invalidParams, "CreateTaskPushNotificationConfig", merge(named, obj{field: value}))
		if field == "authentication" {
			field = "authentication.scheme"
		}
		c.blames(f, field)
	}
	if c.binding != wire.GRPC { // nested forms are unknown members, so the URL is missing
		f := c.refused(invalidParams, "CreateTaskPushNotificationConfig", obj{"taskId": task["id"], "pushNotificationConfig": obj{"url": hookURL}})
		c.blames(f, "url")
	}
}

func configStays(c *check) {
	task := c.task(ask)
	hook := newWebhook(c, nil)
	made := c.watch(task, hook, nil)
	id := obj{"taskId": task["id"], "id": made["id"]}
	c.same("the configuration", c.ok("GetTaskPushNotificationConfig", id), made)
	c.ok("CancelTask", obj{"id": task["id"]})
	hook.until("CANCELED")
	c.same("the configuration after the end", c.ok("GetTaskPushNotificationConfig", id), made)
	c.ok("CreateTaskPushNotificationConfig", obj{"taskId": task["id"], "url": hookURL}) // also of a task that has ended
	c.ok("DeleteTaskPushNotificationConfig", id)
	c.refused(taskNotFound, "GetTaskPushNotificationConfig", id)
}

func getsConfig(c *check) {
	task := c.task(ask)
	config := obj{"taskId": task["id"], "id": "h", "url": hookURL, "token": "t", "authentication": obj{"scheme": "Bearer", "credentials": "secret"}}
	c.ok("CreateTaskPushNotificationConfig", config)
	id := obj{"taskId": task["id"], "id": "h"}
	got := c.ok("GetTaskPushNotificationConfig", id)
	delete(got, "tenant")
	c.same("the configuration, without credentials", got, merge(config, obj{"authentication": obj{"scheme": "Bearer"}}))
	c.refused(taskNotFound, "GetTaskPushNotificationConfig", merge(id, obj{"id": "none"}))
	c.refused(taskNotFound, "GetTaskPushNotificationConfig", merge(id, obj{"taskId": unknownID()}))
	c.refused(taskNotFound, "GetTaskPushNotificationConfig", id, as("other-"+c.caller))
}

func listsConfigs(c *check) {
	task := c.task(ask)
	list := func(params obj) obj {
		c.Helper()
		return c.ok("ListTaskPushNotificationConfigs", merge(obj{"taskId": task["id"]}, params))
	}
	if got := items(list(obj{}), "configs"); len(got) > 0 {
		c.Errorf("a new task has the configurations %v", got)
	}
	var want []string
	for i := range 5 {
		want = append(want, fmt.Sprintf("hook-%d", i))
		c.ok("CreateTaskPushNotificationConfig", obj{
			"taskId": task["id"], "id": want[i], "url": hookURL, "authentication": obj{"scheme": "Bearer", "credentials": "secret"},
		})
	}
	var got []string
	for _, config := range items(list(obj{}), "configs") {
		got = append(got, text(config, "id"))
		if has(config, "authentication.credentials") {
			c.Errorf("the list shows credentials: %v", config)
		}
	}
	c.same("the configurations", got, want)
	got = nil
	token := ""
	for range 3 {
		page := list(obj{"pageSize": 2, "pageToken": token})
		for _, config := range items(page, "configs") {
			got = append(got, text(config, "id"))
		}
		token = text(page, "nextPageToken")
	}
	c.same("the pages", got, want)
	c.same("the last token", token, "")
	c.refused(taskNotFound, "ListTaskPushNotificationConfigs", obj{"taskId": unknownID()})
}

func deletesConfig(c *check) {
	c = c.variant() // to be stopped
	kept, dropped := newWebhook(c, nil), newWebhook(c, nil)
	g := newGate(c)
	task := c.task(ask)
	c.watch(task, kept, nil)
	id := obj{"taskId": task["id"], "id": c.watch(task, dropped, nil)["id"]}
	c.taskOf(immediately(c.following(task, g.then(complete))))
	receive(c, "the message", g.entered)
	kept.until("WORKING")
	dropped.until("WORKING") // and one more to come
	dropped.next()
	a := c.call("DeleteTaskPushNotificationConfig", id)
	if a.err != nil || len(a.result) > 0 || c.binding == wire.HTTPJSON && (a.status != 200 || string(a.body) != "{}") {
		c.Errorf("the deletion was answered with %d %s", a.status, a.body)
	}
	c.ok("DeleteTaskPushNotificationConfig", id) // again
	c.refused(taskNotFound, "DeleteTaskPushNotificationConfig", merge(id, obj{"taskId": unknownID()}))
	g.open()
	kept.until("COMPLETED")
	c.server.stop()
	if n := dropped.count.Load(); n != 2 {
		c.Errorf("%d notifications came after the deletion", n-2)
	}
}

func pushOff(c *check) {
	if !c.host.Card().GetCapabilities().GetPushNotifications() {
		c.refusesPush()
		return
	}
	c.variant(withCard(withoutPush)).refusesPush()
}

func refusesPrivateTargets(c *check) {
	strict := c.variant(func(_ *host.Agent, config *host.Config) {
		config.PushAllowPrivate, config.PushAllowHTTP = false, false
	})
	task := strict.task(ask)
	for _, target := range []string{
		"http://example.com/hook", "https://127.0.0.1/", "https://localhost:8443/", "https://10.0.0.1/", "https://192.168.1.1/", "https://172.16.0.1/",
		"https://169.254.169.254/latest", "https://[::1]/", "https://[fe80::1]/", "https://[fd00::1]/", "https://[::ffff:127.0.0.1]/", "https://0.0.0.0/",
		"https://user:pass@example.com/", "ftp://example.com/", "/relative",
	} {
		c.blames(strict.refused(invalidParams, "CreateTaskPushNotificationConfig", obj{"taskId": task["id"], "url": target}), "url")
		config := obj{"taskPushNotificationConfig": obj{"url": target}}
		f := strict.refused(invalidParams, "SendMessage", merge(strict.sending(complete), obj{"configuration": config}))
		c.blames(f, "configuration.taskPushNotificationConfig.url")
	}
	strict.ok("CreateTaskPushNotificationConfig", obj{"taskId": task["id"], "url": hookURL})
}
