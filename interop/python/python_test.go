// Package python_test calls a generated agent by the official Python SDK's
// client.
package python_test

import (
	"context"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/a2a-gen/a2a-gen/interop/agent"
	"github.com/a2a-gen/a2a-gen/interop/script"
)

// limit bounds a run of the SDK's client on one binding.
const limit = 2 * time.Minute

func TestOfficialPythonClient(t *testing.T) {
	script.Need(t, "python3")
	sdk := script.Dependencies(t, func(dir string) {
		script.Copy(t, dir, "requirements.txt")
		script.Command(t, dir, "python3", "-m", "venv", "venv")
		script.Command(t, dir, "venv/bin/python", "-m", "pip", "install", "--quiet", "--no-deps", "--requirement", "requirements.txt")
	}, "requirements.txt")
	base, secured := agent.Start(t), agent.StartSecured(t)
	for _, binding := range []string{"JSONRPC", "HTTP+JSON", "GRPC"} {
		t.Run(binding, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), limit)
			defer cancel()
			cmd := exec.CommandContext(ctx, filepath.Join(sdk, "venv/bin/python"), "client.py", binding, base, secured, agent.Header, agent.Key)
			script.Play(t, cmd, script.Scenarios...)
		})
	}
}
