package main

import (
	"context"
	"iter"

	"github.com/a2aproject/a2a-go/v2/a2a"
	"github.com/a2aproject/a2a-go/v2/a2asrv"
)

// echo does what the text of a message asks for: "ask" asks back, "reply"
// answers with a message, "wait" works until it is canceled; everything else
// comes back as an artifact.
type echo struct{}

func (echo) Execute(ctx context.Context, turn *a2asrv.ExecutorContext) iter.Seq2[a2a.Event, error] {
	return func(yield func(a2a.Event, error) bool) {
		status := func(state a2a.TaskState, text string) bool {
			var message *a2a.Message
			if text != "" {
				message = a2a.NewMessageForTask(a2a.MessageRoleAgent, turn, a2a.NewTextPart(text))
			}
			return yield(a2a.NewStatusUpdateEvent(turn, state, message), nil)
		}
		text := turn.Message.Parts[0].Text()
		if text == "reply" {
			yield(a2a.NewMessage(a2a.MessageRoleAgent, a2a.NewTextPart("a message")), nil)
			return
		}
		if turn.StoredTask == nil && !yield(a2a.NewSubmittedTask(turn, turn.Message), nil) {
			return
		}
		if text == "ask" {
			status(a2a.TaskStateInputRequired, "What else?")
			return
		}
		if !status(a2a.TaskStateWorking, "") {
			return
		}
		if text == "wait" {
			<-ctx.Done()
			return
		}
		if yield(a2a.NewArtifactEvent(turn, turn.Message.Parts...), nil) {
			status(a2a.TaskStateCompleted, "done")
		}
	}
}

func (echo) Cancel(_ context.Context, turn *a2asrv.ExecutorContext) iter.Seq2[a2a.Event, error] {
	return func(yield func(a2a.Event, error) bool) {
		yield(a2a.NewStatusUpdateEvent(turn, a2a.TaskStateCanceled, nil), nil)
	}
}
