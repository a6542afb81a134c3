package agent

import (
	"testing"

	"example.com/tck-agent/gen/a2apb"
	"example.com/tck-agent/gen/host"
	"example.com/tck-agent/gen/host/hosttest"
)

func TestScenarios(t *testing.T) {
	const (
		completed = a2apb.TaskState_TASK_STATE_COMPLETED
		asking    = a2apb.TaskState_TASK_STATE_INPUT_REQUIRED
		rejected  = a2apb.TaskState_TASK_STATE_REJECTED
	)
	tests := []struct {
		id    string
		state a2apb.TaskState
		text  string // of the status
		parts int    // of the artifact
		part  *a2apb.Part
	}{
		{"tck-complete-task-1", completed, "Hello from TCK", 0, nil},
		{"tck-infer-ctx-1", completed, "Hello from TCK", 0, nil},
		{"tck-input-required-1", asking, "What else should I know?", 0, nil},
		{"tck-reject-task-1", rejected, "rejected", 0, nil},
		{"tck-artifact-text-1", completed, "", 1, host.Text("Generated text content")},
		{"tck-artifact-file-1", completed, "", 1, host.File("output.txt", "text/plain", []byte("tck"))},
		{"tck-artifact-file-url-1", completed, "", 1, host.Link("output.txt", "text/plain", "https://example.com/output.txt")},
		{"tck-stream-001-1", completed, "", 1, host.Text("Stream hello from TCK")},
		{"tck-stream-artifact-chunked-1", completed, "", 2, host.Text("chunk-1 ")},
	}
	for _, tt := range tests {
		t.Run(tt.id, func(t *testing.T) {
			message := hosttest.Message("scenarios", host.Text("go"))
			message.MessageId = tt.id
			task := hosttest.Run(t, New(), message).Task
			if got := task.GetStatus().GetState(); got != tt.state {
				t.Errorf("state %v, want %v", got, tt.state)
			}
			var text string
			if parts := task.GetStatus().GetMessage().GetParts(); len(parts) > 0 {
				text = parts[0].GetText()
			}
			if text != tt.text {
				t.Errorf("status says %q, want %q", text, tt.text)
			}
			var parts []*a2apb.Part
			for _, artifact := range task.GetArtifacts() {
				parts = append(parts, artifact.GetParts()...)
			}
			if len(parts) != tt.parts {
				t.Fatalf("%d parts, want %d", len(parts), tt.parts)
			}
			if tt.part != nil && parts[0].String() != tt.part.String() {
				t.Errorf("part %v, want %v", parts[0], tt.part)
			}
		})
	}
}

func TestMessageAnswer(t *testing.T) {
	message := hosttest.Message("scenarios", host.Text("go"))
	message.MessageId = "tck-message-response-1"
	result := hosttest.Run(t, New(), message)
	if got := result.Reply.GetParts(); len(got) != 1 || got[0].GetText() != "Direct message response" || result.Task != nil {
		t.Errorf("got %v and the task %v", got, result.Task)
	}
}
