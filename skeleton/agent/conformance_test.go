package agent

import (
	"testing"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/conformance"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/skills"
)

// TestConformance checks that the agent keeps the protocol, over each binding
// that its card lists.
func TestConformance(t *testing.T) {
	conformance.Run(t, New(), skills.Defaults())
}
