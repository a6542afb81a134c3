package agent

import (
	"context"

	"example.com/tck-agent/gen/host"
	"example.com/tck-agent/gen/skills"
)

// Scenarios is the code of the skill scenarios. What it may return and do is said at
// skills.Handler.
func (a *Agent) Scenarios(ctx context.Context, task *skills.ScenariosTask) error {
	task.Working("working on scenarios")
	return host.Public("The skill scenarios has no code yet; write it in agent/scenarios.go.")
}
