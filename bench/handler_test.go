package main

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/host"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host/memory"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/skills"
)

// echo is the agent of the benchmarked server, without its options.
type echo struct{}

func (echo) Echo(_ context.Context, task *skills.EchoTask) error {
	task.Working("")
	return task.EchoTxt("xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx")
}

// discard is a response that is not looked at.
type discard struct{ header http.Header }

func (d discard) Header() http.Header         { return d.header }
func (d discard) Write(b []byte) (int, error) { return len(b), nil }
func (d discard) WriteHeader(int)             {}

func (d discard) SetReadDeadline(time.Time) error { return nil }

// BenchmarkSend is what an agent adds to the cost of net/http for a blocking
// SendMessage.
func BenchmarkSend(b *testing.B) {
	for _, binding := range []struct{ name, path, body string }{
		{"jsonrpc", rpcPath, call("SendMessage", message("hello", ""))},
		{"rest", "/a2a/rest/message:send", message("hello", "")},
	} {
		b.Run(binding.name, func(b *testing.B) { serve(b, newHandler(b), binding.path, binding.body) })
	}
}

// BenchmarkGet is the same for a GetTask.
func BenchmarkGet(b *testing.B) {
	h := newHandler(b)
	request, _ := post(rpcPath, call("SendMessage", message("hello", "")))
	answer := httptest.NewRecorder()
	h.ServeHTTP(answer, request)
	serve(b, h, rpcPath, call("GetTask", `{"id":"`+taskID(answer.Body.Bytes())+`"}`))
}

func newHandler(b *testing.B) http.Handler {
	config := host.DefaultConfig()
	config.LogLevel = slog.LevelError
	h, err := host.New(config, skills.New(echo{}), memory.New())
	if err != nil {
		b.Fatal(err)
	}
	return h.Handler()
}

// post returns a request and what its body is read from.
func post(path, body string) (*http.Request, *strings.Reader) {
	reader := strings.NewReader(body)
	request := httptest.NewRequest(http.MethodPost, path, reader)
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("A2A-Version", "1.0")
	return request, reader
}

// serve measures one request, again and again.
func serve(b *testing.B, h http.Handler, path, body string) {
	request, reader := post(path, body)
	w := discard{make(http.Header)}
	b.ReportAllocs()
	before := cpuTime()
	for b.Loop() {
		reader.Reset(body)
		h.ServeHTTP(w, request)
	}
	b.ReportMetric(float64(cpuTime()-before)/float64(b.N), "cpu-ns/op")
}

// cpuTime is what this process has used, garbage collection included. It says
// more than the time on the clock of a machine that does other things.
func cpuTime() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		panic(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
