package agent

import (
	"testing"

	"example.com/deployer/gen/a2apb"
	"example.com/deployer/gen/host"
)

func TestDeploy(t *testing.T) {
	result := send(t, "deploy", host.Text(`{"service":"payments-api","version":"1.4.0","environment":"staging","dryRun":true}`))
	if got, want := result.State(), a2apb.TaskState_TASK_STATE_COMPLETED; got != want {
		t.Errorf("state = %v, want %v: %s", got, want, result.Said())
	}
}
