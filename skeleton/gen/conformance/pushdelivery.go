package conformance

import (
	"net/http"
	"sync"
	"time"

	"google.golang.org/protobuf/encoding/protojson"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host/push"
)

// pushDelivery is about what webhooks get (sections 4.3.3 and 13.2).
func pushDelivery() []requirement {
	return []requirement{
		{id: "PN-07", section: "4.3.3", level: must, needs: pushing, run: postsEvents},
		{id: "PN-08", section: "13.2", level: must, needs: pushing, run: sendsCredentials},
		{id: "PN-09", section: "4.3.3", level: must, needs: pushing, run: everyUpdateToEveryHook},
		{id: "PN-10", section: "13.2", level: should, needs: pushing, run: triesAgain},
		{id: "PN-11", section: "4.3.3", level: should, needs: pushing, run: attemptTimeout},
		{id: "PN-12", section: "4.3.3", level: may, needs: pushing, run: givesUp},
		{id: "PN-16", section: "3.5.1", level: must, needs: pushing, run: pushIsPlainHTTP},
		{id: "PN-17", section: "3.5.1", level: must, needs: pushing, run: slowHooksHoldUpNobody},
	}
}

// notified sends a message with a webhook and returns the task.
func (c *check) notified(w *webhook, run script, more obj) obj {
	c.Helper()
	config := obj{"taskPushNotificationConfig": merge(obj{"url": w.url}, more)}
	return c.taskOf(merge(c.sending(run), obj{"configuration": config}))
}

func postsEvents(c *check) {
	hook := newWebhook(c, nil)
	task := c.notified(hook, complete, nil)
	got := events(hook.until("COMPLETED"))
	for _, event := range got {
		if err := protojson.Unmarshal(encode(event), new(a2apb.StreamResponse)); err != nil || len(event) != 1 {
			c.Errorf("the notification %v is not a StreamResponse with one member: %v", event, err)
		}
		for _, update := range event {
			c.same("the task", at(update, "taskId"), task["id"])
		}
	}
	c.same("the artifact", texts(got), "done")
}

func sendsCredentials(c *check) {
	hook := newWebhook(c, nil)
	c.notified(hook, complete, obj{"token": "t-1", "authentication": obj{"scheme": "Bearer", "credentials": "c-1"}})
	for _, d := range hook.until("COMPLETED") {
		c.same("Authorization", d.header.Get("Authorization"), "Bearer c-1")
		c.same("the token", []string{d.header.Get("A2A-Notification-Token"), d.header.Get("X-A2A-Notification-Token")}, []string{"t-1", "t-1"})
	}
	odd := newWebhook(c, nil)
	c.notified(odd, complete, obj{"authentication": obj{"scheme": "X-Own", "credentials": "c-2"}})
	c.same("Authorization of a scheme of one's own", odd.until("COMPLETED")[0].header.Get("Authorization"), "X-Own c-2")
	plain := newWebhook(c, nil)
	c.notified(plain, complete, nil)
	if d := plain.until("COMPLETED")[0]; d.header.Get("Authorization") != "" || d.header.Get("A2A-Notification-Token") != "" {
		c.Errorf("a webhook without credentials got %v", d.header)
	}
	// Credentials do not follow a redirect.
	c = c.variant()
	elsewhere := newWebhook(c, nil)
	moved := newWebhook(c, func(int) int { return http.StatusTemporaryRedirect })
	moved.location = elsewhere.url
	c.notified(moved, complete, obj{"token": "t-1"})
	moved.next()
	c.server.stop()
	if n := elsewhere.count.Load(); n > 0 {
		c.Errorf("a redirect was followed %d times", n)
	}
}

func everyUpdateToEveryHook(c *check) {
	first, second := newWebhook(c, nil), newWebhook(c, nil)
	g := newGate(c)
	config := obj{"taskPushNotificationConfig": obj{"url": first.url}}
	task := c.taskOf(immediately(merge(c.sending(g.then(count(20, nil))), obj{"configuration": config})))
	receive(c, "the message", g.entered)
	c.watch(task, second, nil)
	g.open()
	c.same("the numbers", texts(events(first.until("COMPLETED"))), counted(20))
	c.same("the numbers at the other webhook", texts(events(second.until("COMPLETED"))), counted(20))
}

func triesAgain(c *check) {
	hook := newWebhook(c, func(n int) int {
		if n <= 2 {
			return http.StatusServiceUnavailable
		}
		return http.StatusNoContent
	})
	began := time.Now()
	c.notified(hook, count(2, nil), nil)
	got := hook.until("COMPLETED")
	if len(got) != 5 {
		c.Fatalf("there were %d requests, want three for the first event and one for each of the others", len(got))
	}
	c.same("the second attempt", got[1].event, got[0].event)
	c.same("the third attempt", got[2].event, got[0].event)
	if waited := time.Since(began); waited < 400*time.Millisecond {
		c.Errorf("two failures delayed the rest by %v only", waited)
	}
}

// attemptTimeout looks at the sender itself: to wait for it would take longer
// than the whole suite.
func attemptTimeout(c *check) {
	if push.Timeout < 10*time.Second || push.Timeout > 30*time.Second {
		c.Errorf("an attempt may take %v, want 10 to 30 s", push.Timeout)
	}
}

func givesUp(c *check) {
	c = c.variant() // to be stopped
	gone, alive := newWebhook(c, func(int) int { return http.StatusGone }), newWebhook(c, nil)
	task, g := c.busyTask(20)
	c.watch(task, gone, nil)
	c.watch(task, alive, nil)
	g.open()
	gone.next()
	alive.until("COMPLETED")
	c.server.stop()
	if n := gone.count.Load(); n != 1 {
		c.Errorf("a webhook that is gone for good was called %d times", n)
	}
}

func pushIsPlainHTTP(c *check) {
	hook := newWebhook(c, nil)
	c.notified(hook, complete, nil)
	for _, d := range hook.until("COMPLETED") {
		c.same("the method", d.method, http.MethodPost)
		c.same("the media type", d.header.Get("Content-Type"), "application/a2a+json")
		if has(d.event, "jsonrpc") || has(d.event, "result") {
			c.Errorf("the notification %s is JSON-RPC", d.body)
		}
	}
}

func slowHooksHoldUpNobody(c *check) {
	released := make(chan struct{})
	slow := newWebhook(c, func(int) int { <-released; return http.StatusOK })
	release := sync.OnceFunc(func() { close(released) })
	c.Cleanup(release) // before the webhook is closed
	failing := newWebhook(c, func(n int) int {
		if n == 1 {
			return http.StatusInternalServerError
		}
		return http.StatusOK
	})
	task := c.notified(slow, complete, nil)
	c.inState(task, "COMPLETED")
	slow.next()
	other := c.notified(failing, complete, nil)
	c.inState(other, "COMPLETED")
	c.inState(c.get(task), "COMPLETED")
	release()
	slow.until("COMPLETED")
	failing.until("COMPLETED")
}
