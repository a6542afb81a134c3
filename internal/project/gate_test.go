package project

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// A new project of any definition builds, and vet, gofmt, go mod tidy and its
// own tests have nothing to say about it, without network.
func TestProjectsAreClean(t *testing.T) {
	for name, text := range definitions(t) {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			lay(t, dir, plan(t, text))
			for _, command := range []string{"gofmt -l .", "go mod tidy -diff", "go vet ./...", "go test ./..."} {
				if out, err := run(dir, command); err != nil || strings.HasPrefix(command, "gofmt") && out != "" {
					t.Fatalf("%s: %v\n%s", command, err, out)
				}
			}
		})
	}
}

// run runs a command in a project as somebody without network does. Trimmed
// paths let the build cache serve all projects, wherever they are.
func run(dir, command string) (string, error) {
	args := strings.Fields(command)
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=readonly -trimpath", "GOPROXY=off", "GOWORK=off")
	out, err := cmd.CombinedOutput()
	return string(out), err
}
