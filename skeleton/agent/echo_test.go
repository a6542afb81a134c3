package agent

import (
	"testing"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host"
)

func TestEcho(t *testing.T) {
	result := send(t, "echo", host.Text("hello"))
	if got, want := result.State(), a2apb.TaskState_TASK_STATE_COMPLETED; got != want {
		t.Errorf("state = %v, want %v: %s", got, want, result.Said())
	}
	if got := result.Text("echo.txt"); got != "hello" {
		t.Errorf("echo.txt = %q", got)
	}
}

func TestEchoAsksForText(t *testing.T) {
	asked := send(t, "echo", host.Link("", "text/plain", "https://example.com/a.txt"))
	if got, want := asked.State(), a2apb.TaskState_TASK_STATE_INPUT_REQUIRED; got != want {
		t.Fatalf("state = %v, want %v: %s", got, want, asked.Said())
	}
	if got := asked.Answer(host.Text("now")).Text("echo.txt"); got != "now" {
		t.Errorf("echo.txt = %q", got)
	}
}
