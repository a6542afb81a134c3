package host_test

import (
	"bytes"
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host/egress"
)

// TestFetch lets a handler read what a part links to.
func TestFetch(t *testing.T) {
	files := http.NewServeMux()
	files.HandleFunc("/file", func(w http.ResponseWriter, r *http.Request) {
		if len(r.Header) != 1 || r.Header.Get("User-Agent") == "" {
			t.Errorf("the request carries %v", r.Header)
		}
		w.Write([]byte("12345678"))
	})
	files.HandleFunc("/chunked", func(w http.ResponseWriter, r *http.Request) {
		w.(http.Flusher).Flush()
		for range 1 << 10 {
			w.Write(make([]byte, 1<<10))
		}
	})
	files.Handle("/moved", http.RedirectHandler("/file", http.StatusFound))
	server := httptest.NewServer(files)
	defer server.Close()
	_, port, err := net.SplitHostPort(server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}

	tests := []struct {
		name   string
		config func(*host.Config)
		part   *a2apb.Part
		want   string // data, or what the client reads
		cause  string // in the log
	}{
		{"bytes", nil, host.File("a", "", []byte("12345678")), "12345678", ""},
		{"too many bytes", nil, host.File("a", "", []byte("123456789")), `the file "a" has more than 8 bytes`, ""},
		{"link", nil, host.Link("a", "", server.URL+"/file"), "12345678", ""},
		{"link to much", nil, host.Link("", "", server.URL+"/chunked"), "the file has more than 8 bytes", ""},
		{"redirect", nil, host.Link("a", "", server.URL+"/moved"), `the file "a" cannot be fetched`, "302"},
		{"missing", nil, host.Link("a", "", server.URL+"/none?secret=1"), `the file "a" cannot be fetched`, "404"},
		{"private", func(c *host.Config) { c.FetchAllowPrivate = false }, host.Link("a", "", server.URL+"/file"), `the file "a" cannot be fetched`, egress.ErrRefused.Error()},
		{"plain", func(c *host.Config) { c.FetchAllowHTTP = false }, host.Link("a", "", server.URL+"/file"), `the file "a" cannot be fetched`, "https"},
		{"not listed", func(c *host.Config) { c.FetchAllowHosts = []string{"files.example.com"} }, host.Link("a", "", server.URL+"/file"), `the file "a" cannot be fetched`, egress.ErrRefused.Error()},
		{"listed", func(c *host.Config) { c.FetchAllowHosts = []string{"localhost"} }, host.Link("a", "", "http://localhost:"+port+"/file"), "12345678", ""},
		{"no file", nil, host.Text("12345678"), "The agent could not process the message.", "not a file"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var failure error
			f := newFixture(func(ctx context.Context, turn *host.Turn) error {
				data, err := turn.Fetch(ctx, turn.Message().GetParts()[0], 8)
				if err != nil {
					failure = err
					return err
				}
				return turn.Complete(host.Text(string(data)))
			})
			f.config.FetchAllowPrivate, f.config.FetchAllowHTTP = true, true
			if test.config != nil {
				test.config(&f.config)
			}
			req := request("x")
			req.Message.Parts = []*a2apb.Part{test.part}
			status := f.start(t).send(req).GetStatus()
			if got := status.GetMessage().GetParts()[0].GetText(); got != test.want {
				t.Errorf("the client reads %q, want %q", got, test.want)
			}
			if test.cause != "" && (failure == nil || !strings.Contains(failure.Error(), test.cause) || strings.Contains(failure.Error(), "secret")) {
				t.Errorf("error %v, want %q", failure, test.cause)
			}
		})
	}
}

// TestFetchCanceled: the file of a task that is over is not waited for.
func TestFetchCanceled(t *testing.T) {
	begun := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		close(begun)
		<-r.Context().Done()
	}))
	defer server.Close()
	ended := make(chan error, 1)
	f := newFixture(func(ctx context.Context, turn *host.Turn) error {
		if err := turn.Open(); err != nil {
			return err
		}
		_, err := turn.Fetch(ctx, turn.Message().GetParts()[0], 8)
		ended <- err
		return err
	})
	f.config.FetchAllowPrivate, f.config.FetchAllowHTTP = true, true
	c := f.start(t)
	req := request("x")
	req.Message.Parts = []*a2apb.Part{host.Link("", "", server.URL)}
	task := c.send(immediately(req))
	<-begun
	if _, err := c.svc.CancelTask(c.ctx, &a2apb.CancelTaskRequest{Id: task.GetId()}); err != nil {
		t.Fatal(err)
	}
	if err := <-ended; !errors.Is(err, host.ErrCanceled) {
		t.Errorf("error %v", err)
	}
}

// TestStatesOnly: webhooks that want no more get changes of state.
func TestStatesOnly(t *testing.T) {
	hook := newWebhook(t)
	f := newFixture(func(_ context.Context, turn *host.Turn) error {
		turn.Working("")
		if err := chunks(turn, 3); err != nil {
			return err
		}
		return turn.Complete()
	})
	f.config.PushStatesOnly = true
	c := f.start(t)
	c.send(withConfig(request("hi"), hook.URL))
	for _, want := range []string{"WORKING", "COMPLETED"} {
		if got := hook.next(t); got != want {
			t.Errorf("delivered %s, want %s", got, want)
		}
	}
}

func TestHostsSetting(t *testing.T) {
	parse := func(value string) ([]string, error) {
		c, err := host.ParseConfig(nil, func(name string) string {
			if name == "A2A_PUSH_ALLOW_HOSTS" {
				return value
			}
			return ""
		}, host.DefaultConfig())
		return c.PushAllowHosts, err
	}
	got, err := parse("hooks.example.com, 10.0.0.7,::1")
	if want := []string{"hooks.example.com", "10.0.0.7", "::1"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("%q, %v", got, err)
	}
	for _, value := range []string{"https://hooks.example.com", "hooks.example.com:443", "a,,b", "a/b", "[::1]"} {
		if got, err := parse(value); err == nil {
			t.Errorf("%q gave %q", value, got)
		}
	}
	var help bytes.Buffer
	host.Usage(&help, host.Config{FetchAllowHosts: []string{"a", "b"}})
	if !strings.Contains(help.String(), "Default: a,b") {
		t.Error(help.String())
	}
}
