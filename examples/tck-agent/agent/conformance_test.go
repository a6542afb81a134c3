package agent

import (
	"testing"

	"example.com/tck-agent/gen/conformance"
	"example.com/tck-agent/gen/skills"
)

// TestConformance checks that the agent keeps the protocol, over each binding
// that its card lists.
func TestConformance(t *testing.T) {
	conformance.Run(t, New(), skills.Defaults())
}
