// Package js_test calls a generated agent by the official JavaScript SDK's
// client, and an agent made with that SDK by our generated clients.
package js_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"github.com/a2a-gen/a2a-gen/interop/agent"
	"github.com/a2a-gen/a2a-gen/interop/calls"
	"github.com/a2a-gen/a2a-gen/interop/script"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/wire"
)

// limit bounds a run of the SDK's client on one binding.
const limit = 2 * time.Minute

var (
	listening = regexp.MustCompile(`listening on (\S+)`)
	bindings  = []string{wire.JSONRPC, wire.HTTPJSON}
)

func TestOfficialJavaScriptClient(t *testing.T) {
	dir := programs(t)
	base, secured := agent.Start(t), agent.StartSecured(t)
	for _, binding := range bindings {
		t.Run(binding, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), limit)
			defer cancel()
			cmd := exec.CommandContext(ctx, "node", "client.mjs", binding, base, secured, agent.Header, agent.Key)
			cmd.Dir = dir
			script.Play(t, cmd, script.Scenarios...)
		})
	}
}

func TestOfficialJavaScriptServer(t *testing.T) {
	cmd := exec.Command("node", "server.mjs")
	cmd.Dir = programs(t)
	calls.Server{
		Base:     agent.Run(t, cmd, listening),
		Bindings: bindings,
		// The entry points of the SDK's package do not know each other's error
		// classes, so that every refusal is an internal error without a reason.
		Deviations: map[string]*wire.Kind{
			"unknown task":                    wire.Internal,
			"cancel of an unknown task":       wire.Internal,
			"cancel of a finished task":       wire.Internal,
			"message to an unknown task":      wire.Internal,
			"message to a finished task":      wire.Internal,
			"message without parts":           nil,
			"subscription to an unknown task": wire.Internal,
			"subscription to a finished task": wire.Internal,
			"stream to a finished task":       wire.Internal,
			"page size":                       wire.Internal,
			"page token":                      wire.Internal,
			"push config for an unknown task": wire.Internal,
			"unknown push config":             wire.Internal,
			"extended card":                   wire.Internal,
		},
		ListNeedsState: true,
	}.Run(t)
}

// programs returns a folder from which our programs find the SDK.
func programs(t *testing.T) string {
	t.Helper()
	script.Need(t, "node", "npm")
	sdk := script.Dependencies(t, func(dir string) {
		script.Copy(t, dir, "package.json", "package-lock.json")
		script.Command(t, dir, "npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund")
	}, "package.json", "package-lock.json")
	dir := t.TempDir()
	script.Copy(t, dir, "package.json", "client.mjs", "server.mjs")
	if err := os.Symlink(filepath.Join(sdk, "node_modules"), filepath.Join(dir, "node_modules")); err != nil {
		t.Fatal(err)
	}
	return dir
}
