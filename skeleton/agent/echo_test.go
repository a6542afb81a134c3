package agent

import (
	"testing"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host"
)

func TestEcho(t *testing.T) {
	task := send(t, "echo", host.Text("hello"))
	if got, want := task.GetStatus().GetState(), a2apb.TaskState_TASK_STATE_COMPLETED; got != want {
		t.Errorf("state = %v, want %v: %v", got, want, task.GetStatus().GetMessage())
	}
	artifacts := task.GetArtifacts()
	if len(artifacts) != 1 || artifacts[0].GetName() != "echo.txt" {
		t.Fatalf("artifacts = %v, want echo.txt", artifacts)
	}
	if got := artifacts[0].GetParts()[0].GetText(); got != "hello" {
		t.Errorf("echo.txt = %q", got)
	}
}
