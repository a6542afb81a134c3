package agent

import (
	"slices"
	"testing"

	"example.com/deployer/gen/a2apb"
	"example.com/deployer/gen/host"
	"example.com/deployer/gen/host/hosttest"
	"example.com/deployer/gen/skills"
)

// The states that tests look for.
const (
	completed    = a2apb.TaskState_TASK_STATE_COMPLETED
	rejected     = a2apb.TaskState_TASK_STATE_REJECTED
	canceled     = a2apb.TaskState_TASK_STATE_CANCELED
	authRequired = a2apb.TaskState_TASK_STATE_AUTH_REQUIRED
)

func TestDeploy(t *testing.T) {
	agent := hosttest.Start(t, New())
	deploy := func(version string, dryRun bool) (*hosttest.Result, skills.DeployPlanJson) {
		t.Helper()
		in := skills.DeployInput{Service: "payments-api", Version: version, Environment: "staging", DryRun: dryRun}
		result := agent.Run(hosttest.Message("deploy", hosttest.Data(t, in)))
		if result.State() != completed {
			t.Fatalf("state %v: %s", result.State(), result.Said())
		}
		var plan skills.DeployPlanJson
		result.JSON("plan.json", &plan)
		return result, plan
	}
	tests := []struct {
		version string
		dryRun  bool
		current string
		steps   []string
		said    string
	}{
		{"1.4.0", true, "", []string{"start payments-api 1.4.0", "send it all requests"}, "This is a plan; nothing was changed."},
		{"1.4.0", false, "", []string{"start payments-api 1.4.0", "send it all requests"}, "payments-api 1.4.0 runs in staging."},
		{"1.5.0", true, "1.4.0", []string{"start payments-api 1.5.0", "send it all requests", "stop payments-api 1.4.0"}, "This is a plan; nothing was changed."},
		{"1.4.0", false, "1.4.0", nil, "payments-api 1.4.0 runs in staging already."},
	}
	for _, test := range tests {
		result, plan := deploy(test.version, test.dryRun)
		if plan.Version != test.version || plan.Current != test.current || !slices.Equal(plan.Steps, test.steps) || result.Said() != test.said {
			t.Errorf("%s, plan only: %v\n got %+v, %q\nwant %+v", test.version, test.dryRun, plan, result.Said(), test)
		}
	}
}

// TestInput holds that nothing is deployed that the schema does not allow.
func TestInput(t *testing.T) {
	for _, text := range []string{
		`{"service":"payments-api","version":"1.4.0"}`,
		`{"service":"../x","version":"1.4.0","environment":"staging"}`,
		`{"service":"payments-api","version":"latest","environment":"staging"}`,
		`{"service":"payments-api","version":"1.4.0","environment":"moon"}`,
	} {
		result := send(t, "deploy", host.Text(text))
		if result.State() != a2apb.TaskState_TASK_STATE_INPUT_REQUIRED || len(result.Task.GetArtifacts()) > 0 {
			t.Errorf("%s: state %v: %s", text, result.State(), result.Said())
		}
	}
}
