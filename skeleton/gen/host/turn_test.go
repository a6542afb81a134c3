package host_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"testing"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/structpb"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/wire"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host"
)

func TestTurnEndings(t *testing.T) {
	const generic = "The agent could not process the message."
	tests := []struct {
		name string
		run  script
		want a2apb.TaskState
		text string // of the status message
	}{
		{"nil", done, completed, ""},
		{"nil after progress", func(_ context.Context, turn *host.Turn) error { turn.Working("busy"); return nil }, completed, ""},
		{"complete", func(_ context.Context, turn *host.Turn) error { return turn.Complete(host.Text("ready")) }, completed, "ready"},
		{"reject", func(_ context.Context, turn *host.Turn) error { return turn.Reject(host.Text("no")) }, rejected, "no"},
		{"ask", func(_ context.Context, turn *host.Turn) error { return turn.RequireInput(host.Text("which?")) }, inputRequired, "which?"},
		{"ask for authorization", func(_ context.Context, turn *host.Turn) error { return turn.RequireAuth(host.Text("log in")) }, authRequired, "log in"},
		{"error", func(context.Context, *host.Turn) error { return errors.New("secret") }, failed, generic},
		{"error after progress", func(_ context.Context, turn *host.Turn) error { turn.Working(""); return io.EOF }, failed, generic},
		{"public error", func(context.Context, *host.Turn) error { return host.Public("no commit %s", "abc") }, failed, "no commit abc"},
		{"wrapped public error", func(context.Context, *host.Turn) error {
			return fmt.Errorf("secret: %w", host.Public("bad: %w", io.EOF))
		}, failed, "bad: EOF"},
		{"error of another agent", func(context.Context, *host.Turn) error { return a2a.TaskNotFound.New("secret") }, failed, generic},
		{"error after the end", func(_ context.Context, turn *host.Turn) error {
			return errors.Join(turn.Complete(host.Text("ready")), io.EOF)
		}, completed, "ready"},
		{"panic", func(context.Context, *host.Turn) error { panic("secret") }, failed, generic},
		{"goexit", func(context.Context, *host.Turn) error { runtime.Goexit(); return nil }, failed, generic},
		{"second end", func(_ context.Context, turn *host.Turn) error {
			if err := turn.Complete(); err != nil {
				return err
			}
			return turn.Reject(host.Text("too late"))
		}, completed, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c := start(t, test.run)
			task := c.send(request("hi"))
			wantState(t, task, test.want)
			if got := strings.Join(texts(task.GetStatus().GetMessage()), ""); got != test.text {
				t.Errorf("status message %q, want %q", got, test.text)
			}
			if stored := c.get(task.GetId()); !proto.Equal(stored, task) {
				t.Errorf("GetTask:\n got %v\nwant %v", stored, task)
			}
		})
	}
}

func TestTurnMethodsAfterTheEnd(t *testing.T) {
	var turn *host.Turn
	c := start(t, func(_ context.Context, it *host.Turn) error {
		turn = it
		return nil
	})
	task := c.send(request("hi"))
	for name, err := range map[string]error{
		"Open":     turn.Open(),
		"Status":   turn.Status(working),
		"Artifact": turn.Artifact(&a2apb.Artifact{Parts: []*a2apb.Part{host.Text("x")}}),
		"Complete": turn.Complete(),
		"Reply":    turn.Reply(host.Text("x")),
	} {
		if err == nil {
			t.Errorf("%s succeeded after the end of the turn", name)
		}
	}
	if _, err := turn.Receive(t.Context()); err == nil {
		t.Error("Receive succeeded after the end of the turn")
	}
	if !proto.Equal(c.get(task.GetId()), task) {
		t.Error("the task changed after its end")
	}
}

func TestReply(t *testing.T) {
	c := start(t, func(_ context.Context, turn *host.Turn) error {
		if err := turn.Reply(host.Text("hello")); err != nil {
			return err
		}
		return turn.Complete() // there is no task that could complete
	})
	req := request("hi")
	req.Configuration = &a2apb.SendMessageConfiguration{ReturnImmediately: true}
	resp, err := c.svc.SendMessage(c.ctx, req)
	if err != nil {
		t.Fatal(err)
	}
	m := resp.GetMessage()
	if m == nil || m.GetContextId() == "" || m.GetTaskId() != "" || m.GetRole() != a2apb.Role_ROLE_AGENT || m.GetMessageId() == "" {
		t.Errorf("message %v", m)
	}
	r := c.sendStream(request("hi"))
	if all := r.rest(); len(all) != 1 || all[0].GetMessage() == nil || r.err != nil {
		t.Errorf("stream %v, error %v; want one message", all, r.err)
	}
	list, err := c.svc.ListTasks(c.ctx, &a2apb.ListTasksRequest{})
	if err != nil || list.GetTotalSize() != 0 {
		t.Errorf("%d tasks, error %v; want none", list.GetTotalSize(), err)
	}
}

func TestInvalidOutput(t *testing.T) {
	part := host.Text
	tests := map[string]script{
		"message in a task": func(_ context.Context, turn *host.Turn) error {
			turn.Working("")
			_ = turn.Reply(part("x"))
			return nil
		},
		"no parts": func(_ context.Context, turn *host.Turn) error {
			turn.Working("")
			return turn.Artifact(&a2apb.Artifact{ArtifactId: "a"})
		},
		"no content": func(_ context.Context, turn *host.Turn) error {
			turn.Working("")
			return turn.Complete(&a2apb.Part{})
		},
		"not UTF-8": func(_ context.Context, turn *host.Turn) error {
			turn.Working("\xff")
			return turn.Complete()
		},
		"no state": func(_ context.Context, turn *host.Turn) error {
			turn.Working("")
			return turn.Status(0)
		},
		"chunk without id": func(_ context.Context, turn *host.Turn) error {
			turn.Working("")
			return turn.AppendArtifact(&a2apb.Artifact{Parts: []*a2apb.Part{part("x")}}, true)
		},
	}
	for name, run := range tests {
		t.Run(name, func(t *testing.T) {
			var cause error
			c := start(t, func(ctx context.Context, turn *host.Turn) error {
				err := run(ctx, turn)
				cause = context.Cause(ctx)
				return err
			})
			_, err := c.svc.SendMessage(c.ctx, request("hi"))
			e := wantKind(t, err, a2a.InvalidAgentResponse)
			wantKind(t, cause, a2a.InvalidAgentResponse)
			if id := e.Metadata["taskId"]; id != "" {
				wantState(t, c.get(id), failed)
			} else if name != "not UTF-8" {
				t.Error("the error does not name the task")
			}
		})
	}
}

func TestRefuse(t *testing.T) {
	early := true
	c := start(t, func(_ context.Context, turn *host.Turn) error {
		if !early {
			turn.Working("")
		}
		return turn.Refuse(a2a.ContentTypeNotSupported.New("no video"))
	})
	_, err := c.svc.SendMessage(c.ctx, request("hi"))
	if e := wantKind(t, err, a2a.ContentTypeNotSupported); e.Metadata["taskId"] != "" {
		t.Error("a refused message made a task")
	}
	early = false
	_, err = c.svc.SendMessage(c.ctx, request("hi"))
	e := wantKind(t, err, a2a.ContentTypeNotSupported)
	task := c.get(e.Metadata["taskId"])
	wantState(t, task, failed)
	if got := texts(task.GetStatus().GetMessage()); !slices.Equal(got, []string{"no video"}) {
		t.Errorf("status message %q", got)
	}
	r := c.sendStream(request("hi"))
	all := r.rest()
	if got := states(all); !slices.Equal(got, []a2apb.TaskState{submitted, working, failed}) {
		t.Errorf("stream %v", got)
	}
	wantKind(t, r.err, a2a.ContentTypeNotSupported)
}

func TestReceive(t *testing.T) {
	c := start(t, func(ctx context.Context, turn *host.Turn) error {
		if err := turn.RequireAuth(host.Text("code?")); err != nil {
			return err
		}
		m, err := turn.Receive(ctx)
		if err != nil {
			return err
		}
		return turn.Complete(host.Text("got " + texts(m)[0]))
	})
	task := c.send(request("hi"))
	wantState(t, task, authRequired)
	task = c.send(follow(task, "1234"))
	wantState(t, task, completed)
	if got := texts(task.GetStatus().GetMessage()); !slices.Equal(got, []string{"got 1234"}) {
		t.Errorf("status message %q", got)
	}
	if got := texts(task.GetHistory()...); !slices.Equal(got, []string{"hi", "code?", "1234"}) {
		t.Errorf("history %q", got)
	}
}

// TestIdentityOfACaller looks at what a handler knows of the request.
func TestIdentityOfACaller(t *testing.T) {
	type key struct{}
	c := start(t, func(ctx context.Context, turn *host.Turn) error {
		if id := turn.Caller(); id.Name != "alice" || host.IdentityFrom(ctx).Name != "alice" {
			t.Errorf("caller %+v", id)
		}
		if ctx.Value(key{}) != "trace" {
			t.Error("the values of the request's context are lost")
		}
		if turn.Task() != nil {
			t.Error("a task before the first action")
		}
		if err := turn.Open(); err != nil {
			return err
		}
		task := turn.Task()
		if task.GetId() != turn.TaskID() || task.GetContextId() != turn.ContextID() || task.GetStatus().GetState() != submitted {
			t.Errorf("opened %v", task)
		}
		if turn.Request().GetMetadata() == nil || turn.Message().GetTaskId() != turn.TaskID() {
			t.Errorf("request %v, message %v", turn.Request(), turn.Message())
		}
		return nil
	}).as("alice")
	c.ctx = context.WithValue(c.ctx, key{}, "trace")
	req := request("hi")
	req.Metadata = new(structpb.Struct)
	wantState(t, c.send(req), completed)
}

func TestReceiveStops(t *testing.T) {
	c := start(t, func(ctx context.Context, turn *host.Turn) error {
		if err := turn.RequireAuth(); err != nil {
			return err
		}
		if len(texts(turn.Task().GetStatus().GetMessage())) == 0 {
			t.Error("an authorization is asked for without a word")
		}
		_, err := turn.Receive(context.WithoutCancel(ctx))
		if !errors.Is(err, host.ErrCanceled) {
			t.Errorf("Receive: %v", err)
		}
		return err
	})
	task, err := c.cancel(c.send(request("hi")).GetId())
	if err != nil {
		t.Fatal(err)
	}
	wantState(t, task, canceled)
}

func TestMaxTurns(t *testing.T) {
	f := newFixture(nil)
	release := make(chan struct{})
	f.agent.Executor = script(func(_ context.Context, turn *host.Turn) error { turn.Working(""); <-release; return nil })
	f.config.MaxTurns = 1
	c := f.start(t)
	r := c.sendStream(request("one"))
	r.next()
	_, err := c.svc.SendMessage(c.ctx, request("two"))
	if e := wantKind(t, err, wire.Unavailable); e.RetryAfter == 0 {
		t.Error("the client is not told to try again")
	}
	close(release)
	r.rest()
}
