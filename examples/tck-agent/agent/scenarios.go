package agent

import (
	"context"
	"strings"

	"example.com/tck-agent/gen/a2apb"
	"example.com/tck-agent/gen/host"
	"example.com/tck-agent/gen/skills"
)

// scenario is what the agent does for messages whose id starts in a certain
// way.
type scenario struct {
	prefix string
	play   func(task *skills.ScenariosTask) error
}

// scenarios lists what the kit asks for by message id. Of two that fit, the
// longer prefix counts.
var scenarios = []scenario{
	{"tck-complete-task", complete},
	{"tck-input-required", requireInput},
	{"tck-reject-task", reject},
	{"tck-message-response", reply},
	{"tck-artifact-text", artifact(text("Generated text content"))},
	{"tck-artifact-file", artifact(file)},
	{"tck-artifact-file-url", artifact(link)},
	{"tck-artifact-data", artifact(data)},
	{"tck-stream-001", stream(text("Stream hello from TCK"))},
	{"tck-stream-003", stream(text("Stream task lifecycle"))},
	{"tck-stream-ordering-001", stream(text("Ordered output"))},
	{"tck-stream-artifact-text", stream(text("Streamed text content"))},
	{"tck-stream-artifact-file", stream(file)},
	{"tck-stream-artifact-chunked", chunks},
}

// Scenarios plays the scenario that the id of the message names, and completes
// the task if it names none.
func (a *Agent) Scenarios(_ context.Context, task *skills.ScenariosTask) error {
	id := task.Message().GetMessageId()
	play, longest := complete, ""
	for _, s := range scenarios {
		if strings.HasPrefix(id, s.prefix) && len(s.prefix) > len(longest) {
			play, longest = s.play, s.prefix
		}
	}
	return play(task)
}

func complete(task *skills.ScenariosTask) error { return task.Complete("Hello from TCK") }

func requireInput(task *skills.ScenariosTask) error {
	return task.RequireInput("What else should I know?")
}

func reject(task *skills.ScenariosTask) error { return task.Reject("rejected") }

func reply(task *skills.ScenariosTask) error { return task.Reply("Direct message response") }

// artifact gives one artifact with a single part.
func artifact(part func() (*a2apb.Part, error)) func(*skills.ScenariosTask) error {
	return func(task *skills.ScenariosTask) error {
		content, err := part()
		if err != nil {
			return err
		}
		return task.Turn.Artifact(&a2apb.Artifact{ArtifactId: "output", Name: "output", Parts: []*a2apb.Part{content}})
	}
}

// stream does the same after a sign of work.
func stream(part func() (*a2apb.Part, error)) func(*skills.ScenariosTask) error {
	give := artifact(part)
	return func(task *skills.ScenariosTask) error {
		task.Working("working")
		return give(task)
	}
}

// chunks gives an artifact in two pieces.
func chunks(task *skills.ScenariosTask) error {
	task.Working("working")
	chunk := func(content string, last bool) error {
		a := &a2apb.Artifact{ArtifactId: "output", Name: "output", Parts: []*a2apb.Part{host.Text(content)}}
		return task.Turn.AppendArtifact(a, last)
	}
	if err := chunk("chunk-1 ", false); err != nil {
		return err
	}
	return chunk("chunk-2", true)
}

func text(content string) func() (*a2apb.Part, error) {
	return func() (*a2apb.Part, error) { return host.Text(content), nil }
}

func file() (*a2apb.Part, error) { return host.File("output.txt", "text/plain", []byte("tck")), nil }

func link() (*a2apb.Part, error) {
	return host.Link("output.txt", "text/plain", "https://example.com/output.txt"), nil
}

func data() (*a2apb.Part, error) { return host.Data(map[string]any{"key": "value", "count": 42}) }
