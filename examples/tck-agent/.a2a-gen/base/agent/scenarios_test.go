package agent

import (
	"testing"

	"example.com/tck-agent/gen/a2apb"
	"example.com/tck-agent/gen/host"
)

// TestScenarios expects the task to fail, as it does until the skill has
// code. Change it with the code.
func TestScenarios(t *testing.T) {
	result := send(t, "scenarios", host.Text("tck-complete-task"))
	if got, want := result.State(), a2apb.TaskState_TASK_STATE_FAILED; got != want {
		t.Errorf("state = %v, want %v: %s", got, want, result.Said())
	}
}
