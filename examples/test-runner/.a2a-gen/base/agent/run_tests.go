package agent

import (
	"context"

	"example.com/test-runner/gen/host"
	"example.com/test-runner/gen/skills"
)

// RunTests is the code of the skill run-tests. What it may return and do is said at
// skills.Handler.
//
// task.SummaryJson(v RunTestsSummaryJson) sets the artifact summary.json.
func (a *Agent) RunTests(ctx context.Context, in skills.RunTestsInput, task *skills.RunTestsTask) error {
	task.Working("working on run-tests")
	return host.Public("The skill run-tests has no code yet; write it in agent/run_tests.go.")
}
