package agent

import (
	"testing"

	"example.com/test-runner/gen/conformance"
	"example.com/test-runner/gen/skills"
)

// TestConformance checks that the agent keeps the protocol, over each binding
// that its card lists.
func TestConformance(t *testing.T) {
	conformance.Run(t, New(), skills.Defaults())
}
