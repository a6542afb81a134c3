// Package agent builds programs of this repository and runs them for tests as
// processes of their own: official SDKs and our generated types declare the
// same protobuf names and cannot be linked into one binary.
package agent

import (
	"bufio"
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"
)

// startLimit bounds the time that a server takes until it listens, and
// stopLimit the time that it takes to stop.
const (
	startLimit = 2 * time.Minute
	stopLimit  = 15 * time.Second
)

// ready is the line by which an agent says where it listens.
var ready = regexp.MustCompile(`the agent is ready.* http=(\S+)`)

// root is the repository, seen from the packages that test.
const root = "../.."

// Header and Key are what an agent of [StartSecured] wants to see.
const (
	Header = "X-Key"
	Key    = "secret of the planner"
)

// Start makes a project that plays the scenarios of examples/tck-agent with
// the error codes of the current specification, serves it on free loopback
// ports and returns its base URL. It is stopped when the test ends.
func Start(t testing.TB) (baseURL string) {
	t.Helper()
	return start(t, "")
}

// StartSecured is Start for an agent that wants [Key] with every call.
func StartSecured(t testing.TB) (baseURL string) {
	t.Helper()
	keys := filepath.Join(t.TempDir(), "keys")
	write(t, keys, fmt.Sprintf("planner:%x\n", sha256.Sum256([]byte(Key))))
	return start(t, fmt.Sprintf(`
securitySchemes:
  key: {apiKeySecurityScheme: {location: header, name: %s}}
securityRequirements: [{key: []}]
host:
  auth: {key: {file: %q}}`, Header, keys))
}

// start starts an agent. security is part of its definition: what replaces the
// line that opens the host's settings.
func start(t testing.TB, security string) (baseURL string) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "tck-agent")
	definition := strings.Replace(read(t, filepath.Join(root, "examples/tck-agent/a2a.yaml")), "errorTable: 1.0.0", "errorTable: 1.0.1", 1)
	if security != "" {
		definition = strings.Replace(definition, "\nhost:", security, 1)
	}
	file := filepath.Join(t.TempDir(), "a2a.yaml")
	write(t, file, definition)
	run(t, root, "go", "run", "./cmd/a2a-gen", "new", "tck-agent", "--definition", file, "--dir", dir)
	write(t, filepath.Join(dir, "agent/scenarios.go"), read(t, filepath.Join(root, "examples/tck-agent/agent/scenarios.go")))
	binary := filepath.Join(t.TempDir(), "tck-agent")
	run(t, dir, "go", "build", "-o", binary, "./cmd/tck-agent")
	cmd := exec.Command(binary)
	cmd.Env = append(os.Environ(), "A2A_HTTP_ADDR=127.0.0.1:0", "A2A_GRPC_ADDR=127.0.0.1:0", "A2A_PUBLIC_URL=", "A2A_PUBLIC_GRPC=")
	return "http://" + Run(t, cmd, ready)
}

// Build builds a command of this module and returns the binary's path.
func Build(t testing.TB, command string) string {
	t.Helper()
	binary := filepath.Join(t.TempDir(), filepath.Base(command))
	run(t, "..", "go", "build", "-o", binary, command)
	return binary
}

// Run starts a server process and returns what the first group of announced
// captures in a line of its output. The process is stopped when the test ends.
func Run(t testing.TB, cmd *exec.Cmd, announced *regexp.Regexp) string {
	t.Helper()
	output, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stdout = cmd.Stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Signal(syscall.SIGTERM) // it may have failed and be gone
		kill := time.AfterFunc(stopLimit, func() { cmd.Process.Kill() })
		_ = cmd.Wait()
		kill.Stop()
	})
	silent := time.AfterFunc(startLimit, func() { cmd.Process.Kill() })
	defer silent.Stop()
	var said []string
	lines := bufio.NewScanner(output)
	for lines.Scan() {
		if found := announced.FindStringSubmatch(lines.Text()); found != nil {
			go func() {
				for lines.Scan() { // so that the process never waits for its reader
				}
			}()
			return found[1]
		}
		said = append(said, lines.Text())
	}
	t.Fatalf("%s did not start:\n%s", cmd.Path, strings.Join(said, "\n"))
	return ""
}

func run(t testing.TB, dir, name string, args ...string) {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%s %q: %v\n%s", name, args, err, out)
	}
}

func read(t testing.TB, file string) string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func write(t testing.TB, file, text string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
