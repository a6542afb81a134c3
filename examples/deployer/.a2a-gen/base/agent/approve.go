package agent

import (
	"context"

	"example.com/deployer/gen/skills"
)

// Approve is the code of the skill approve. What it may return and do is said at
// skills.Handler.
func (a *Agent) Approve(ctx context.Context, in skills.ApproveInput, task *skills.ApproveTask) error {
	task.Working("working on approve")
	return task.Complete("The skill approve has no code yet; write it in agent/approve.go.")
}
