package conformance

import (
	"context"
	"errors"
	"sync"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host"
)

// script is what the agent does with one message.
type script func(ctx context.Context, turn *host.Turn) error

// scripts is the executor of the agent under test: it looks the script of a
// message up by the message's id. A message without one completes its task.
type scripts struct {
	mu sync.Mutex
	by map[string]script
}

func newScripts() *scripts { return &scripts{by: make(map[string]script)} }

func (s *scripts) set(messageID string, run script) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.by[messageID] = run
}

// Execute runs the script of a turn's message.
func (s *scripts) Execute(ctx context.Context, turn *host.Turn) error {
	s.mu.Lock()
	run := s.by[turn.Message().GetMessageId()]
	s.mu.Unlock()
	if run == nil {
		return turn.Open()
	}
	return run(ctx, turn)
}

// complete completes the task with an artifact.
func complete(_ context.Context, turn *host.Turn) error {
	if err := turn.Artifact(artifact("result", "done")); err != nil {
		return err
	}
	return turn.Complete(host.Text("finished"))
}

// ask asks the client for more.
func ask(_ context.Context, turn *host.Turn) error {
	return turn.RequireInput(host.Text("Which commit?"))
}

// reply answers without a task.
func reply(_ context.Context, turn *host.Turn) error { return turn.Reply(host.Text("hello")) }

// reject declines the work.
func reject(_ context.Context, turn *host.Turn) error { return turn.Reject(host.Text("not mine")) }

// breakDown fails with an error that is not for clients.
func breakDown(context.Context, *host.Turn) error {
	return errors.New("the database password is hunter2")
}

// refuse answers the message with a protocol error.
func refuse(err func() error) script {
	return func(context.Context, *host.Turn) error { return err() }
}

// echo gives all parts of the message back as an artifact.
func echo(_ context.Context, turn *host.Turn) error {
	return turn.Artifact(&a2apb.Artifact{ArtifactId: "echo", Parts: turn.Message().GetParts()})
}

func artifact(id, text string) *a2apb.Artifact {
	return &a2apb.Artifact{ArtifactId: id, Name: id + ".txt", Parts: []*a2apb.Part{host.Text(text)}}
}

// gate holds a script until the test opens it.
type gate struct {
	entered chan *host.Turn // gets the turn when the script is at the gate
	opened  chan struct{}
	open    func()
}

func newGate(c *check) *gate {
	g := &gate{entered: make(chan *host.Turn, 16), opened: make(chan struct{})}
	g.open = sync.OnceFunc(func() { close(g.opened) })
	c.Cleanup(g.open)
	return g
}

// wait opens the task and holds the caller, and says why it may not go on.
func (g *gate) wait(ctx context.Context, turn *host.Turn) error {
	if err := turn.Open(); err != nil {
		return err
	}
	g.entered <- turn
	select {
	case <-g.opened:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// then makes a script that is at work, waits, and goes on with next.
func (g *gate) then(next script) script {
	return func(ctx context.Context, turn *host.Turn) error {
		turn.Working("at the gate")
		if err := g.wait(ctx, turn); err != nil {
			return err
		}
		return next(ctx, turn)
	}
}
