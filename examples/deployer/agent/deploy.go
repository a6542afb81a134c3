package agent

import (
	"context"
	"fmt"
	"strings"

	"example.com/deployer/gen/skills"
)

// production is the environment that needs an approval.
const production = "production"

// Deploy is the code of the skill deploy: it delivers plan.json, and carries
// the plan out unless that is all that was asked for. A deployment to
// production waits for an approval first (AUTH_REQUIRED), which reaches the
// agent outside of this task, by the skill approve.
func (a *Agent) Deploy(ctx context.Context, in skills.DeployInput, task *skills.DeployTask) error {
	plan := a.releases.plan(in)
	if err := task.PlanJson(plan); err != nil {
		return err
	}
	switch {
	case in.DryRun:
		return task.Complete("This is a plan; nothing was changed.")
	case len(plan.Steps) == 0:
		return task.Complete(fmt.Sprintf("%s %s runs in %s already.", in.Service, in.Version, in.Environment))
	case in.Environment == production:
		d, err := a.approval(ctx, task)
		if err != nil {
			return err
		}
		if !d.approved {
			return task.Reject(strings.TrimSpace("The deployment was rejected. " + d.reason))
		}
		task.Working("approved by " + d.by)
	}
	for _, step := range plan.Steps {
		if err := ctx.Err(); err != nil {
			return err
		}
		task.Working(step)
	}
	a.releases.deploy(in)
	return task.Complete(fmt.Sprintf("%s %s runs in %s.", in.Service, in.Version, in.Environment))
}

// approval waits until somebody else decides about a deployment, however long
// that takes, or until the task is canceled.
func (a *Agent) approval(ctx context.Context, task *skills.DeployTask) (decision, error) {
	w := a.approvals.ask(task.Caller().Name)
	defer a.approvals.withdraw(w)
	if err := task.RequireAuth("Somebody with the scope deploy:approve has to approve " + w.id + "."); err != nil {
		return decision{}, err
	}
	select {
	case d := <-w.decided:
		return d, nil
	case <-ctx.Done():
		return decision{}, ctx.Err()
	}
}
