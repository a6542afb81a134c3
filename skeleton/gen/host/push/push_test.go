package push

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/wire"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host/egress"
)

// answers is a webhook without a network: it gives one answer after the other,
// the last one again and again.
type answers struct {
	list []any // a status or an error
	got  []*http.Request
	body []string
}

func (a *answers) RoundTrip(req *http.Request) (*http.Response, error) {
	body, err := io.ReadAll(req.Body)
	if err != nil {
		return nil, err
	}
	a.got, a.body = append(a.got, req), append(a.body, string(body))
	answer := a.list[min(len(a.got), len(a.list))-1]
	if err, ok := answer.(error); ok {
		return nil, err
	}
	return &http.Response{
		StatusCode: answer.(int), Status: http.StatusText(answer.(int)),
		Body: io.NopCloser(io.LimitReader(endless{}, 1<<40)), Request: req,
	}, nil
}

type endless struct{}

func (endless) Read(p []byte) (int, error) { return len(p), nil }

func sender(hook http.RoundTripper) *Sender {
	return &Sender{policy: egress.Policy{}, client: &http.Client{Transport: hook, Timeout: Timeout}}
}

func TestSendHeaders(t *testing.T) {
	hook := &answers{list: []any{200}}
	config := &a2apb.TaskPushNotificationConfig{
		Url: "https://hooks.example.com/x", Token: "t0ken",
		Authentication: &a2apb.AuthenticationInfo{Scheme: "Bearer", Credentials: "s3cret"},
	}
	if err := sender(hook).Send(t.Context(), config, []byte(`{"task":{}}`)); err != nil {
		t.Fatal(err)
	}
	req := hook.got[0]
	if req.Method != http.MethodPost || req.URL.String() != config.Url || hook.body[0] != `{"task":{}}` {
		t.Errorf("%s %s %q", req.Method, req.URL, hook.body[0])
	}
	for name, want := range map[string]string{
		"Content-Type": "application/a2a+json", "Authorization": "Bearer s3cret",
		"A2A-Notification-Token": "t0ken", "X-A2A-Notification-Token": "t0ken",
	} {
		if got := req.Header.Get(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	plain := &a2apb.TaskPushNotificationConfig{Url: config.Url}
	if err := sender(hook).Send(t.Context(), plain, nil); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"Authorization", "A2A-Notification-Token", "X-A2A-Notification-Token"} {
		if hook.got[1].Header.Values(name) != nil {
			t.Errorf("%s was sent without a value", name)
		}
	}
}

func TestSendRetries(t *testing.T) {
	refused := errors.New("connection refused")
	tests := []struct {
		name     string
		answers  []any
		ok       bool
		attempts int
	}{
		{"at once", []any{204}, true, 1},
		{"after failures", []any{refused, 500, 429, 404, 200}, true, 5},
		{"never", []any{503}, false, attempts},
		{"gone", []any{410, 200}, false, 1},
		{"not found", []any{404}, false, attempts},
		{"redirect", []any{307, 200}, false, 1},
		{"forbidden address", []any{egress.ErrRefused, 200}, false, 1},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				hook := &answers{list: test.answers}
				begun := time.Now()
				err := sender(hook).Send(t.Context(), &a2apb.TaskPushNotificationConfig{Url: "https://hooks.example.com"}, nil)
				if gone := test.name == "gone" || test.name == "not found"; errors.Is(err, ErrGone) != gone {
					t.Errorf("gone %v, error %v", !gone, err)
				}
				if (err == nil) != test.ok || len(hook.got) != test.attempts {
					t.Errorf("%d attempts, error %v", len(hook.got), err)
				}
				least, most := time.Duration(0), time.Duration(0)
				for i := range test.attempts - 1 {
					least, most = least+firstWait<<i/2, most+firstWait<<i*3/2
				}
				if took := time.Since(begun); took < least || took > most {
					t.Errorf("took %v, want %v to %v", took, least, most)
				}
			})
		})
	}
}

func TestSendStops(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Second, cancel)
		begun := time.Now()
		err := sender(&answers{list: []any{500}}).Send(ctx, &a2apb.TaskPushNotificationConfig{Url: "https://hooks.example.com"}, nil)
		if !errors.Is(err, context.Canceled) || time.Since(begun) > time.Second {
			t.Errorf("error %v after %v", err, time.Since(begun))
		}
	})
}

func TestCheck(t *testing.T) {
	ok := func() *a2apb.TaskPushNotificationConfig {
		return &a2apb.TaskPushNotificationConfig{
			Url: "https://hooks.example.com", Token: "t",
			Authentication: &a2apb.AuthenticationInfo{Scheme: "Bearer", Credentials: "c"},
		}
	}
	tests := []struct {
		name   string
		change func(*a2apb.TaskPushNotificationConfig)
		field  string // at fault, "" for none
	}{
		{"valid", func(*a2apb.TaskPushNotificationConfig) {}, ""},
		{"any scheme", func(c *a2apb.TaskPushNotificationConfig) { c.Authentication.Scheme = "X-Own" }, ""},
		{"no credentials", func(c *a2apb.TaskPushNotificationConfig) { c.Authentication.Credentials = "" }, ""},
		{"loopback", func(c *a2apb.TaskPushNotificationConfig) { c.Url = "https://127.0.0.1" }, "url"},
		{"plain http", func(c *a2apb.TaskPushNotificationConfig) { c.Url = "http://hooks.example.com" }, "url"},
		{"injection by token", func(c *a2apb.TaskPushNotificationConfig) { c.Token = "t\r\nX: y" }, "token"},
		{"not ASCII", func(c *a2apb.TaskPushNotificationConfig) { c.Token = "tökén" }, "token"},
		{"space at the end", func(c *a2apb.TaskPushNotificationConfig) { c.Token = "t " }, "token"},
		{"long", func(c *a2apb.TaskPushNotificationConfig) { c.Token = strings.Repeat("t", maxHeader+1) }, "token"},
		{"injection by credentials", func(c *a2apb.TaskPushNotificationConfig) { c.Authentication.Credentials = "a\nb" }, "authentication.credentials"},
		{"injection by scheme", func(c *a2apb.TaskPushNotificationConfig) { c.Authentication.Scheme = "Bearer x" }, "authentication.scheme"},
		{"no scheme", func(c *a2apb.TaskPushNotificationConfig) { c.Authentication.Scheme = "" }, "authentication.scheme"},
		{"digest", func(c *a2apb.TaskPushNotificationConfig) { c.Authentication.Scheme = "Digest" }, "authentication.scheme"},
		{"hmac", func(c *a2apb.TaskPushNotificationConfig) { c.Authentication.Scheme = "HMAC" }, "authentication.scheme"},
	}
	s := NewSender(egress.Policy{})
	for _, test := range tests {
		for path, prefix := range map[string]string{"": "", "configuration.x": "configuration.x."} {
			config := ok()
			test.change(config)
			err := s.Check(path, config)
			if test.field == "" {
				if err != nil {
					t.Errorf("%s: %v", test.name, err)
				}
				continue
			}
			var e *wire.Error
			if !errors.As(err, &e) || len(e.Violations) != 1 || e.Violations[0].Field != prefix+test.field {
				t.Errorf("%s: %v, want a violation of %s", test.name, err, prefix+test.field)
			}
		}
	}
}
