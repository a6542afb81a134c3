package agent

import (
	"testing"

	"example.com/tck-agent/gen/a2apb"
	"example.com/tck-agent/gen/host"
)

func TestScenarios(t *testing.T) {
	task := send(t, "scenarios", host.Text("tck-complete-task"))
	if got, want := task.GetStatus().GetState(), a2apb.TaskState_TASK_STATE_COMPLETED; got != want {
		t.Errorf("state = %v, want %v: %v", got, want, task.GetStatus().GetMessage())
	}
}
