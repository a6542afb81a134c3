// This server is an agent as a2a-gen makes it: the packages of the skeleton
// with a handler that emits four events a task.
package main

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"runtime"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/a2a-gen/a2a-gen/bench/serving"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/skills"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/store"
)

func main() {
	flags := serving.ParseFlags()
	ctx := serving.Until()
	tasks, err := store.Open(ctx, flags.Store)
	if err != nil {
		serving.Fail(err)
	}
	defer tasks.Close()
	if err := fill(ctx, tasks, flags.Fill); err != nil {
		serving.Fail(err)
	}
	runtime.GC() // of the filling, which is not what is measured
	config := host.DefaultConfig()
	config.HTTPAddr, config.GRPCAddr = "127.0.0.1:0", "127.0.0.1:0"
	config.LogLevel = slog.LevelError
	config.MaxBytes = 64 << 20
	config.MaxTurns = 0
	config.RetentionCount = 0
	server, err := host.Listen(config, skills.New(agent{}), tasks)
	if err != nil {
		serving.Fail(err)
	}
	flags.Ready(server.HTTPAddr(), server.GRPCAddr())
	if err := server.Serve(ctx); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
}

// agent is the code of the agent.
type agent struct{}

func (agent) Echo(ctx context.Context, task *skills.EchoTask) error {
	metadata := task.Message().GetMetadata().GetFields()
	work := serving.NewWork(func(name string) float64 { return metadata[name].GetNumberValue() })
	task.Working("")
	switch {
	case work.Hold:
		<-ctx.Done()
		return ctx.Err()
	case work.Ask:
		return task.RequireInput("Go on?")
	case work.Appends == 0:
		return task.EchoTxt(work.Text)
	}
	for i := range work.Appends {
		chunk := &a2apb.Artifact{ArtifactId: "echo.txt", Name: "echo.txt", Parts: []*a2apb.Part{host.Text(work.Piece(i))}}
		if err := task.AppendArtifact(chunk, i == work.Appends-1); err != nil {
			return err
		}
	}
	return nil
}

// fill stores completed tasks.
func fill(ctx context.Context, tasks host.Store, n int) error {
	start := time.Now().UTC().Truncate(time.Millisecond).Add(-time.Duration(n) * time.Millisecond)
	for i := range n {
		status := func(state a2apb.TaskState) *a2apb.TaskStatus {
			at := start.Add(time.Duration(i) * time.Millisecond)
			return &a2apb.TaskStatus{State: state, Timestamp: timestamppb.New(at)}
		}
		id := serving.TaskID(i)
		message := &a2apb.Message{MessageId: "m-" + id, TaskId: id, ContextId: "c-" + id, Role: a2apb.Role_ROLE_USER, Parts: []*a2apb.Part{host.Text("hello")}}
		task := &a2apb.Task{Id: id, ContextId: "c-" + id, Status: status(a2apb.TaskState_TASK_STATE_SUBMITTED), History: []*a2apb.Message{message}}
		if err := tasks.Create(ctx, host.Scope{}, task); err != nil {
			return err
		}
		artifact := &a2apb.Artifact{ArtifactId: "echo.txt", Name: "echo.txt", Parts: []*a2apb.Part{host.Text(serving.NewWork(func(string) float64 { return 0 }).Text)}}
		err := tasks.Append(ctx, id, 1,
			&a2apb.StreamResponse{Payload: &a2apb.StreamResponse_ArtifactUpdate{ArtifactUpdate: &a2apb.TaskArtifactUpdateEvent{
				TaskId: id, ContextId: "c-" + id, Artifact: artifact,
			}}},
			&a2apb.StreamResponse{Payload: &a2apb.StreamResponse_StatusUpdate{StatusUpdate: &a2apb.TaskStatusUpdateEvent{
				TaskId: id, ContextId: "c-" + id, Status: status(a2apb.TaskState_TASK_STATE_COMPLETED),
			}}})
		if err != nil {
			return err
		}
	}
	return nil
}
