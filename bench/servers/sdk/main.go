// This server is an agent on the official Go SDK that emits the same events
// as the generated one.
package main

import (
	"context"
	"io"
	"iter"
	"log/slog"
	"net/http"
	"runtime"
	"time"

	"github.com/a2aproject/a2a-go/v2/a2a"
	a2agrpc "github.com/a2aproject/a2a-go/v2/a2agrpc/v1"
	"github.com/a2aproject/a2a-go/v2/a2asrv"
	"github.com/a2aproject/a2a-go/v2/a2asrv/taskstore"
	"google.golang.org/grpc"

	"github.com/a2a-gen/a2a-gen/bench/serving"
)

func main() {
	flags := serving.ParseFlags()
	ctx := serving.Until()
	// The store lists tasks for named users only.
	tasks := taskstore.NewInMemory(&taskstore.InMemoryStoreConfig{
		Authenticator: func(context.Context) (string, error) { return "bench", nil },
	})
	if err := fill(ctx, tasks, flags.Fill); err != nil {
		serving.Fail(err)
	}
	runtime.GC() // of the filling, which is not what is measured
	silent := slog.New(slog.NewTextHandler(io.Discard, &slog.HandlerOptions{Level: slog.LevelError}))
	slog.SetDefault(silent)
	handler := a2asrv.NewHandler(agent{}, a2asrv.WithTaskStore(tasks), a2asrv.WithLogger(silent))
	mux := http.NewServeMux()
	mux.Handle("/a2a/jsonrpc", a2asrv.NewJSONRPCHandler(handler))
	mux.Handle("/a2a/rest/", http.StripPrefix("/a2a/rest", a2asrv.NewRESTHandler(handler)))
	web, rpc := serving.Listen(), serving.Listen()
	server := grpc.NewServer(grpc.MaxRecvMsgSize(64 << 20))
	a2agrpc.NewHandler(handler).RegisterWith(server)
	go http.Serve(web, mux)
	go server.Serve(rpc)
	flags.Ready(web.Addr().String(), rpc.Addr().String())
	<-ctx.Done()
}

// agent is the code of the agent.
type agent struct{}

func (agent) Execute(ctx context.Context, exec *a2asrv.ExecutorContext) iter.Seq2[a2a.Event, error] {
	work := serving.NewWork(func(name string) float64 {
		n, _ := exec.Message.Metadata[name].(float64)
		return n
	})
	return func(yield func(a2a.Event, error) bool) {
		if !yield(a2a.NewSubmittedTask(exec, exec.Message), nil) ||
			!yield(a2a.NewStatusUpdateEvent(exec, a2a.TaskStateWorking, nil), nil) {
			return
		}
		if work.Hold {
			<-ctx.Done()
			return
		}
		if emit(exec, work, yield) {
			yield(a2a.NewStatusUpdateEvent(exec, a2a.TaskStateCompleted, nil), nil)
		}
	}
}

// emit yields the artifact, in one piece or in many.
func emit(exec *a2asrv.ExecutorContext, work serving.Work, yield func(a2a.Event, error) bool) bool {
	first := a2a.NewArtifactEvent(exec, a2a.NewTextPart(work.Text))
	first.Artifact.Name = "echo.txt"
	if !yield(first, nil) {
		return false
	}
	for i := 1; i < work.Appends; i++ {
		chunk := a2a.NewArtifactUpdateEvent(exec, first.Artifact.ID, a2a.NewTextPart(work.Text))
		if !yield(chunk, nil) {
			return false
		}
	}
	return true
}

func (agent) Cancel(_ context.Context, exec *a2asrv.ExecutorContext) iter.Seq2[a2a.Event, error] {
	return func(yield func(a2a.Event, error) bool) {
		yield(a2a.NewStatusUpdateEvent(exec, a2a.TaskStateCanceled, nil), nil)
	}
}

// fill stores completed tasks.
func fill(ctx context.Context, tasks *taskstore.InMemory, n int) error {
	text := serving.NewWork(func(string) float64 { return 0 }).Text
	for i := range n {
		id := serving.TaskID(i)
		now := time.Now()
		message := a2a.NewMessage(a2a.MessageRoleUser, a2a.NewTextPart("hello"))
		message.TaskID, message.ContextID = a2a.TaskID(id), "c-"+id
		task := &a2a.Task{
			ID:        a2a.TaskID(id),
			ContextID: "c-" + id,
			Status:    a2a.TaskStatus{State: a2a.TaskStateCompleted, Timestamp: &now},
			History:   []*a2a.Message{message},
			Artifacts: []*a2a.Artifact{{ID: a2a.NewArtifactID(), Name: "echo.txt", Parts: a2a.ContentParts{a2a.NewTextPart(text)}}},
		}
		if _, err := tasks.Create(ctx, task); err != nil {
			return err
		}
	}
	return nil
}
