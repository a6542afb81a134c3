package conformance

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
)

// webhook receives push notifications.
type webhook struct {
	c     *check
	url   string
	got   chan delivery
	count atomic.Int32

	location string // where redirects point to
}

// delivery is one request to a webhook.
type delivery struct {
	method string
	header http.Header
	body   []byte
	event  obj
}

// newWebhook starts a webhook. reply chooses the status of the nth request,
// counted from 1; without it all are taken.
func newWebhook(c *check, reply func(n int) int) *webhook {
	w := &webhook{c: c, got: make(chan delivery, 1024)}
	server := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return // the agent is gone
		}
		n := int(w.count.Add(1))
		d := delivery{method: r.Method, header: r.Header, body: body}
		if err := json.Unmarshal(body, &d.event); err != nil {
			c.Errorf("a notification is not JSON: %s", body)
		}
		w.got <- d
		if reply != nil {
			rw.Header().Set("Location", w.location)
			rw.WriteHeader(reply(n))
		}
	}))
	c.Cleanup(server.Close)
	w.url = server.URL + "/hook"
	return w
}

// next returns the next request.
func (w *webhook) next() delivery {
	w.c.Helper()
	return receive(w.c, "a notification", w.got)
}

// until returns the requests up to the one with a state.
func (w *webhook) until(want string) []delivery {
	w.c.Helper()
	var all []delivery
	for {
		d := w.next()
		all = append(all, d)
		if update, ok := d.event["statusUpdate"].(obj); ok && state(update) == want {
			return all
		}
	}
}

// events returns what a number of requests carried.
func events(deliveries []delivery) []obj {
	all := make([]obj, len(deliveries))
	for i, d := range deliveries {
		all[i] = d.event
	}
	return all
}

// watch registers a webhook for a task.
func (c *check) watch(task obj, w *webhook, more obj) obj {
	c.Helper()
	return c.ok("CreateTaskPushNotificationConfig", merge(obj{"taskId": task["id"], "url": w.url}, more))
}
