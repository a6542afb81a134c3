package wire_test

import (
	"bytes"
	"fmt"
	"iter"
	"log/slog"
	"net/http"
	"strings"
	"testing"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/wire"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
)

// collect returns what the events of a stream are, and its failure.
func collect(stream iter.Seq2[*a2apb.StreamResponse, error]) (string, error) {
	var events []string
	for event, err := range stream {
		switch {
		case err != nil:
			return strings.Join(events, " "), err
		case event.GetTask() != nil:
			events = append(events, event.GetTask().GetId())
		default:
			events = append(events, event.GetStatusUpdate().GetStatus().GetState().String())
		}
	}
	return strings.Join(events, " "), nil
}

// rpc wraps a result as the JSON-RPC binding does.
func rpc(result string) string { return `{"jsonrpc":"2.0","id":1,"result":` + result + `}` }

const (
	taskEvent    = `{"task":{"id":"T"}}`
	statusEvent  = `{"statusUpdate":{"taskId":"T","status":{"state":"TASK_STATE_COMPLETED"}}}`
	unknownEvent = `{"budgetUpdate":{"error":{"code":7}}}`
	restError    = `{"error":{"code":404,"message":"gone","details":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"TASK_NOT_FOUND"}]}}`
	rpcFailure   = `{"jsonrpc":"2.0","id":1,"error":{"code":-32001,"message":"gone"}}`
)

func TestStreams(t *testing.T) {
	data := func(events ...string) string { return "data: " + strings.Join(events, "\n\ndata: ") + "\n\n" }
	tests := []struct {
		name      string
		rest, rpc string // bodies
		events    string
		kind      *wire.Kind
		message   string // part of the error
	}{
		{"events", data(taskEvent, statusEvent), data(rpc(taskEvent), rpc(statusEvent)), "T TASK_STATE_COMPLETED", nil, ""},
		{"a task again at the end", data(taskEvent, taskEvent), data(rpc(taskEvent), rpc(taskEvent)), "T T", nil, ""},
		{"ids and comments", ": hi\n\nid: 7\nevent: message\n" + data(taskEvent), "id: 7\n" + data(rpc(taskEvent)), "T", nil, ""},
		{"unknown kinds", data(unknownEvent, taskEvent, unknownEvent), data(rpc(unknownEvent), rpc(taskEvent), rpc(unknownEvent)), "T", nil, ""},
		{"no events", "", "", "", nil, ""},
		{"failure", data(taskEvent, restError), data(rpc(taskEvent), rpcFailure), "T", a2a.TaskNotFound, "gone"},
		{"failure with a name", data(taskEvent) + "event: error\n" + data(restError), data(rpc(taskEvent)) + "event: error\n" + data(rpcFailure), "T", a2a.TaskNotFound, "gone"},
		{"failure in another form", "event: error\n" + data(`{"code":5}`), "event: error\n" + data(rpc(`{"code":5}`)), "", wire.Internal, "cannot be read"},
		{"not JSON", data(taskEvent, "x"), data(rpc(taskEvent), "x"), "T", nil, "the agent's answer "},
		{"unknown state", data(`{"statusUpdate":{"status":{"state":"DONE"}}}`), data(rpc(`{"statusUpdate":{"status":{"state":"DONE"}}}`)), "", nil, "statusUpdate.status.state"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var log bytes.Buffer
			opts := wire.ClientOptions{Logger: slog.New(slog.NewTextHandler(&log, nil))}
			for _, c := range []a2a.Client{
				a2a.NewRESTClient(answer(t, 200, tt.rest, "Content-Type", "text/event-stream; charset=utf-8"), opts),
				a2a.NewJSONRPCClient(answer(t, 200, tt.rpc, "Content-Type", "text/event-stream"), opts),
			} {
				log.Reset()
				events, err := collect(c.SendStreamingMessage(t.Context(), &a2apb.SendMessageRequest{}))
				if events != tt.events || wire.KindOf(err) != tt.kind || (err == nil) != (tt.message == "") || err != nil && !strings.Contains(err.Error(), tt.message) {
					t.Errorf("%T: %q, %v; want %q, %q", c, events, err, tt.events, tt.message)
				}
				if logged := strings.Count(log.String(), "are skipped"); logged != strings.Count(tt.name, "unknown kinds") {
					t.Errorf("%T: logged %d times", c, logged)
				}
			}
		})
	}
}

// TestStreamsThatAreNone: agents that do not stream answer with plain JSON.
func TestStreamsThatAreNone(t *testing.T) {
	tests := []struct {
		name, rest, rpc string
		events          string
		kind            *wire.Kind
		message         string
	}{
		{"one event", taskEvent, rpc(taskEvent), "T", nil, ""},
		{"failure", restError, rpcFailure, "", a2a.TaskNotFound, "gone"},
		{"something else", `{"id":"T"}`, rpc(`{"id":"T"}`), "", nil, `answered with "application/json" instead of a stream: it is no event`},
		{"not JSON", `<html>`, `<html>`, "", nil, `answered with "application/json" instead of a stream: the agent's answer`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, c := range []a2a.Client{
				a2a.NewRESTClient(answer(t, 200, tt.rest, "Content-Type", "application/json"), wire.ClientOptions{}),
				a2a.NewJSONRPCClient(answer(t, 200, tt.rpc, "Content-Type", "application/json"), wire.ClientOptions{}),
			} {
				events, err := collect(c.SendStreamingMessage(t.Context(), &a2apb.SendMessageRequest{}))
				if events != tt.events || wire.KindOf(err) != tt.kind || (err == nil) != (tt.message == "") || err != nil && !strings.Contains(err.Error(), tt.message) {
					t.Errorf("%T: %q, %v", c, events, err)
				}
			}
		})
	}
}

// TestBrokenStream tells an end from a connection that breaks.
func TestBrokenStream(t *testing.T) {
	url := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		fmt.Fprintf(w, "data: %s\n\ndata: {", taskEvent)
		_ = http.NewResponseController(w).Flush()
		panic(http.ErrAbortHandler)
	})
	events, err := collect(a2a.NewRESTClient(url, wire.ClientOptions{}).SubscribeToTask(t.Context(), &a2apb.SubscribeToTaskRequest{Id: "T"}))
	if events != "T" || err == nil || wire.KindOf(err) != nil {
		t.Errorf("%q, %v", events, err)
	}
}

func TestSubscribeByGet(t *testing.T) {
	notFound := func(metadata, message string) string {
		return `{"error":{"code":404,"message":"` + message + `","details":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"TASK_NOT_FOUND","metadata":` + metadata + `}]}}`
	}
	tests := []struct {
		name   string
		status int // of POST
		body   string
		want   string // verbs of two subscriptions
		events string
	}{
		{"POST works", 200, "", "POST POST", "T"},
		{"method not allowed", 405, "", "POST GET GET", "T"},
		{"a task of that name", 404, notFound(`{"taskId":"a:b:subscribe"}`, "no task"), "POST GET GET", "T"},
		{"a task of that name in the message", 404, notFound(`{}`, `task a:b:subscribe not found`), "POST GET GET", "T"},
		{"no such task", 404, notFound(`{"taskId":"a:b"}`, "task a:b not found"), "POST POST", ""},
		{"server error", 500, "", "POST POST", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var verbs []string
			url := serve(t, func(w http.ResponseWriter, r *http.Request) {
				verbs = append(verbs, r.Method)
				if r.URL.Path != "/tasks/a:b:subscribe" || r.ContentLength != 0 {
					t.Errorf("%s, %d bytes", r.URL.Path, r.ContentLength)
				}
				if r.Method == "POST" && tt.status != 200 {
					w.WriteHeader(tt.status)
					fmt.Fprint(w, tt.body)
					return
				}
				w.Header().Set("Content-Type", "text/event-stream")
				fmt.Fprintf(w, "data: %s\n\n", taskEvent)
			})
			c := a2a.NewRESTClient(url, wire.ClientOptions{})
			for range 2 {
				events, err := collect(c.SubscribeToTask(t.Context(), &a2apb.SubscribeToTaskRequest{Id: "a:b"}))
				if events != tt.events || (err == nil) != (tt.events != "") {
					t.Errorf("%q, %v", events, err)
				}
			}
			if got := strings.Join(verbs, " "); got != tt.want {
				t.Errorf("verbs %q, want %q", got, tt.want)
			}
		})
	}
}
