// Package agent is this agent's own code: one method of [Agent] for each skill,
// one file each. It is written once by a2a-gen and yours from then on.
//
// The skills share two things: which version of a service runs where, and the
// approvals that deployments to production wait for. Both are in memory, so
// that the example needs nothing else. An agent of your own asks its platform.
package agent

import (
	"example.com/deployer/gen/host"
	"example.com/deployer/gen/skills"
)

// Agent holds what the skills share, such as clients and configuration. Its
// methods are called concurrently.
type Agent struct {
	releases  releases
	approvals approvals
}

// New returns the agent, ready to be served.
func New() host.Agent {
	return skills.New(&Agent{})
}
