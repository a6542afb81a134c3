package main

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"net/http"
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
		{"jsonrpc", rpcPath, `{"jsonrpc":"2.0","id":1,"method":"SendMessage","params":` + message("hello", "") + `}`},
		{"rest", "/a2a/rest/message:send", message("hello", "")},
	} {
		b.Run(binding.name, func(b *testing.B) {
			config := host.DefaultConfig()
			config.LogLevel = slog.LevelError
			store := memory.New()
			h, err := host.New(config, skills.New(echo{}), store)
			if err != nil {
				b.Fatal(err)
			}
			body := []byte(binding.body)
			reader := bytes.NewReader(body)
			request, _ := http.NewRequest(http.MethodPost, binding.path, io.NopCloser(reader))
			request.ContentLength = int64(len(body))
			request.Header.Set("Content-Type", "application/json")
			request.Header.Set("A2A-Version", "1.0")
			w := discard{make(http.Header)}
			b.ReportAllocs()
			before := cpuTime()
			for b.Loop() {
				reader.Reset(body)
				h.Handler().ServeHTTP(w, request)
			}
			b.ReportMetric(float64(cpuTime()-before)/float64(b.N), "cpu-ns/op")
		})
	}
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

// BenchmarkGet is the same for a GetTask.
func BenchmarkGet(b *testing.B) {
	store := memory.New()
	config := host.DefaultConfig()
	config.LogLevel = slog.LevelError
	h, err := host.New(config, skills.New(echo{}), store)
	if err != nil {
		b.Fatal(err)
	}
	w := &keep{header: make(http.Header)}
	post := func(body string) *http.Request {
		r, _ := http.NewRequest(http.MethodPost, rpcPath, io.NopCloser(strings.NewReader(body)))
		r.ContentLength = int64(len(body))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("A2A-Version", "1.0")
		return r
	}
	h.Handler().ServeHTTP(w, post(`{"jsonrpc":"2.0","id":1,"method":"SendMessage","params":`+message("hello", "")+`}`))
	id := taskID(w.body)
	body := []byte(`{"jsonrpc":"2.0","id":1,"method":"GetTask","params":{"id":"` + id + `"}}`)
	reader := bytes.NewReader(body)
	request := post(string(body))
	request.Body = io.NopCloser(reader)
	b.ReportAllocs()
	d := discard{make(http.Header)}
	for b.Loop() {
		reader.Reset(body)
		h.Handler().ServeHTTP(d, request)
	}
}

type keep struct {
	header http.Header
	body   []byte
}

func (k *keep) Header() http.Header         { return k.header }
func (k *keep) Write(b []byte) (int, error) { k.body = append(k.body, b...); return len(b), nil }
func (k *keep) WriteHeader(int)             {}
