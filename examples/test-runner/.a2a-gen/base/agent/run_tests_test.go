package agent

import (
	"testing"

	"example.com/test-runner/gen/a2apb"
	"example.com/test-runner/gen/host"
)

func TestRunTests(t *testing.T) {
	task := send(t, "run-tests", host.Text(`{"repository": "https://git.example.com/payments-api", "commit": "9f3c2e1"}`))
	if got, want := task.GetStatus().GetState(), a2apb.TaskState_TASK_STATE_COMPLETED; got != want {
		t.Errorf("state = %v, want %v: %v", got, want, task.GetStatus().GetMessage())
	}
}
