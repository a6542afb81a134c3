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
