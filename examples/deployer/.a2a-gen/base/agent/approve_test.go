package agent

import (
	"testing"

	"example.com/deployer/gen/a2apb"
	"example.com/deployer/gen/host"
)

func TestApprove(t *testing.T) {
	result := send(t, "approve", host.Text(`{"approval":"K3WY7Q2M","decision":"approve"}`))
	if got, want := result.State(), a2apb.TaskState_TASK_STATE_COMPLETED; got != want {
		t.Errorf("state = %v, want %v: %s", got, want, result.Said())
	}
}
