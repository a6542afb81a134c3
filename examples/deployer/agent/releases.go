package agent

import (
	"fmt"
	"sync"

	"example.com/deployer/gen/skills"
)

// releases knows which version of a service runs in an environment. The zero
// value is an empty platform. It is safe for concurrent use.
type releases struct {
	mu      sync.Mutex
	running map[place]string
}

// place is where one version of a service runs.
type place struct{ service, environment string }

// plan says what a deployment does as things are now.
func (r *releases) plan(in skills.DeployInput) skills.DeployPlanJson {
	r.mu.Lock()
	current := r.running[place{in.Service, in.Environment}]
	r.mu.Unlock()
	plan := skills.DeployPlanJson{Service: in.Service, Environment: in.Environment, Version: in.Version, Current: current}
	switch current {
	case in.Version:
		plan.Steps = nil
	case "":
		plan.Steps = []string{fmt.Sprintf("start %s %s", in.Service, in.Version), "send it all requests"}
	default:
		plan.Steps = []string{
			fmt.Sprintf("start %s %s", in.Service, in.Version),
			"send it all requests",
			fmt.Sprintf("stop %s %s", in.Service, current),
		}
	}
	return plan
}

// deploy makes a version the one that runs.
func (r *releases) deploy(in skills.DeployInput) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.running == nil {
		r.running = make(map[place]string)
	}
	r.running[place{in.Service, in.Environment}] = in.Version
}
