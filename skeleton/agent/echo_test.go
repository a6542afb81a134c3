package agent

import (
	"testing"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host/hosttest"
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

func TestEchoAsksForText(t *testing.T) {
	asked := hosttest.Run(t, New(), hosttest.Message("echo", host.Link("", "text/plain", "https://example.com/a.txt")))
	if got, want := asked.State(), a2apb.TaskState_TASK_STATE_INPUT_REQUIRED; got != want {
		t.Fatalf("state = %v, want %v: %s", got, want, asked.Said())
	}
	if got := asked.Answer(host.Text("now")).Text("echo.txt"); got != "now" {
		t.Errorf("echo.txt = %q", got)
	}
}
