package agent

import (
	"testing"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/conformance"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/skills"
)

// TestConformance holds the agent to the A2A protocol, over every binding that
// its card lists.
func TestConformance(t *testing.T) {
	conformance.Run(t, New(), skills.Defaults())
}
