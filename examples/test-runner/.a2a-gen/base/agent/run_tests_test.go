package agent

import (
	"testing"

	"example.com/test-runner/gen/a2apb"
	"example.com/test-runner/gen/host"
)

// TestRunTests expects the task to fail, as it does until the skill has
// code. Change it with the code.
func TestRunTests(t *testing.T) {
	result := send(t, "run-tests", host.Text(`{"repository": "https://git.example.com/payments-api", "commit": "9f3c2e1"}`))
	if got, want := result.State(), a2apb.TaskState_TASK_STATE_FAILED; got != want {
		t.Errorf("state = %v, want %v: %s", got, want, result.Said())
	}
}
