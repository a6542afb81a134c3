package agent

import (
	"context"

	"example.com/deployer/gen/skills"
)

// Deploy is the code of the skill deploy. What it may return and do is said at
// skills.Handler.
//
// task.PlanJson(v DeployPlanJson) sets the artifact plan.json.
func (a *Agent) Deploy(ctx context.Context, in skills.DeployInput, task *skills.DeployTask) error {
	task.Working("working on deploy")
	return task.Complete("The skill deploy has no code yet; write it in agent/deploy.go.")
}
