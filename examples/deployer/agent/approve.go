package agent

import (
	"context"

	"example.com/deployer/gen/a2a/wire"
	"example.com/deployer/gen/skills"
)

// Approve is the code of the skill approve: it lets a deployment go on that
// waits for an approval, or ends it. There is nothing to follow, so the answer
// is a message and no task. The card's security requirements see to it that the
// caller has the scope.
func (a *Agent) Approve(_ context.Context, in skills.ApproveInput, task *skills.ApproveTask) error {
	caller := task.Caller()
	d := decision{by: caller.Name, approved: in.Decision == "approve", reason: in.Reason}
	if err := a.approvals.decide(in.Approval, d); err != nil {
		return task.Refuse(wire.InvalidField("message.parts", err.Error()))
	}
	task.Logger().Info("a deployment was decided about", "approval", in.Approval, "approved", d.approved, "by", d.by)
	return task.Reply("The decision was passed on.")
}
