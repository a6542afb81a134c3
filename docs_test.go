//go:build unix

package a2agen_test

import (
	"bufio"
	"context"
	"log/slog"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/wire"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host/auth"
)

// documented are the commands of the documentation and what runs them. A
// command that is not here fails TestDocumentedCommands, so none goes unrun.
var documented = map[string]func(t *testing.T, command string){
	"./scripts/try.sh":  runTry,
	"./scripts/test.sh": isCI,

	"go install ./protoc-gen-a2a":                             install,
	"go install ./cmd/a2a-gen":                                install,
	"go install google.golang.org/protobuf/cmd/protoc-gen-go": install,
	"protoc -I proto" +
		" --go_out=gen --go_opt=module=example.com/test-runner/gen" +
		" --go_opt='Mlf/a2a/v1/a2a.proto=example.com/test-runner/gen/a2apb;a2apb'" +
		" --a2a_out=gen --a2a_opt=module=example.com/test-runner/gen" +
		" --a2a_opt='Mlf/a2a/v1/a2a.proto=example.com/test-runner/gen/a2apb;a2apb'" +
		" --a2a_opt=definition=a2a.yaml" +
		" lf/a2a/v1/a2a.proto": protoc,
	"make generate": isTarget,
	"make scan":     isTarget,
	"openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out card.key &&" +
		" openssl pkey -in card.key -pubout -out card.pem &&" +
		" a2a-gen card sign --key card.key --kid 2026-01 --write &&" +
		" a2a-gen card verify --key card.pem": signsCard,
	`key=$(head -c 32 /dev/urandom | od -An -v -tx1 | tr -d ' \n') &&` +
		` printf 'planner:%s:deploy\n' "$(printf %s "$key" | sha256sum | cut -d' ' -f1)" >> keys.txt`: makesKey,
}

// TestDocumentedCommands runs the commands in the documentation.
func TestDocumentedCommands(t *testing.T) {
	pages, err := filepath.Glob("docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	seen := make(map[string]bool)
	for _, page := range append(pages, "README.md", "CONTRIBUTING.md") {
		for _, command := range commands(t, page) {
			run, ok := documented[command]
			if !ok {
				t.Errorf("%s: no test runs %q; add it to documented", page, command)
				continue
			}
			if !seen[command] {
				seen[command] = true
				t.Run(command, func(t *testing.T) { run(t, command) })
			}
		}
	}
	for command := range documented {
		if !seen[command] {
			t.Errorf("%q is in no page of the documentation any more", command)
		}
	}
}

// comment is what follows a command on its line.
var comment = regexp.MustCompile(`\s+#.*$`)

// commands returns the commands in the shell blocks of a page, with continued
// lines joined.
func commands(t *testing.T, page string) []string {
	t.Helper()
	file, err := os.Open(page)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var list []string
	inside, continued := false, false
	for lines := bufio.NewScanner(file); lines.Scan(); {
		line := lines.Text()
		if strings.HasPrefix(line, "```") {
			inside = line == "```sh"
			continue
		}
		line = comment.ReplaceAllString(strings.TrimSpace(line), "")
		if !inside || line == "" {
			continue
		}
		next := strings.HasSuffix(line, `\`)
		line = strings.TrimSpace(strings.TrimSuffix(line, `\`))
		if continued {
			list[len(list)-1] += " " + line
		} else {
			list = append(list, line)
		}
		continued = next
	}
	return list
}

// runTry starts the agent as a newcomer does, on free ports, and asks for its
// card.
func runTry(t *testing.T, command string) {
	if testing.Short() {
		t.Skip("builds a whole agent")
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, command)
	cmd.Env = append(os.Environ(), "A2A_HTTP_ADDR=127.0.0.1:0", "A2A_GRPC_ADDR=127.0.0.1:0", "A2A_STORE=memory:")
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // go run has a child
	log, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM) // it may have failed and be gone
		_ = cmd.Wait()
	}()
	var said []string
	for lines := bufio.NewScanner(log); lines.Scan(); {
		said = append(said, lines.Text())
		_, card, ready := strings.Cut(lines.Text(), "card=")
		if !ready {
			continue
		}
		resp, err := http.Get(card)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if resp.StatusCode != http.StatusOK {
			t.Errorf("%s: %s", card, resp.Status)
		}
		return
	}
	t.Fatalf("the agent did not start:\n%s", strings.Join(said, "\n"))
}

// isCI wants the test command to be what CI runs; running it from a test would
// not end.
func isCI(t *testing.T, command string) {
	script, err := os.ReadFile(".ci/run")
	if err != nil || !strings.Contains(string(script), command) {
		t.Errorf(".ci/run does not run %s (%v)", command, err)
	}
}

// install runs go install into a folder that goes away.
func install(t *testing.T, command string) {
	words := strings.Fields(command)
	cmd := exec.CommandContext(t.Context(), words[0], words[1:]...)
	cmd.Env = append(os.Environ(), "GOBIN="+t.TempDir())
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// isTarget wants a documented make target to exist; what make generate does is
// what the tests compare with.
func isTarget(t *testing.T, command string) {
	makefile, err := os.ReadFile("Makefile")
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Contains(strings.Split(string(makefile), "\n"), ".PHONY: "+strings.TrimPrefix(command, "make ")) {
		t.Errorf("Makefile has no target for %q", command)
	}
}

// protoc runs the compiler in a project that a2a-gen made, as the page says,
// and wants the same files.
func protoc(t *testing.T, command string) {
	if _, err := exec.LookPath("protoc"); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal("protoc is not installed; .ci/run has to install protobuf-compiler")
		}
		t.Skip("protoc is not installed; the Debian package is protobuf-compiler")
	}
	bin, project := t.TempDir(), filepath.Join(t.TempDir(), "test-runner")
	shell(t, ".", "GOBIN="+bin+" go install ./protoc-gen-a2a google.golang.org/protobuf/cmd/protoc-gen-go")
	shell(t, ".", "go run ./cmd/a2a-gen new test-runner --definition testdata/definitions/valid/test-runner.yaml --dir "+project)
	shell(t, project, "mv gen ours && mkdir gen && PATH="+bin+":$PATH "+command)
	// protoc-gen-go writes down the version of protoc, which is all that may
	// differ.
	shell(t, project, "diff -r -I '^// .*protoc  ' ours gen")
}

// makesKey makes an API key as the page says, and wants an agent to take it.
func makesKey(t *testing.T, command string) {
	dir := t.TempDir()
	shell(t, dir, command+` && printf %s "$key" > key`)
	key, err := os.ReadFile(filepath.Join(dir, "key"))
	if err != nil {
		t.Fatal(err)
	}
	scheme, err := auth.APIKey("header", "X-Api-Key")(host.AuthConfig{Scheme: "key", File: filepath.Join(dir, "keys.txt")}, slog.Default())
	if err != nil {
		t.Fatal(err)
	}
	id, err := scheme.Check(t.Context(), &wire.Call{Header: http.Header{"X-Api-Key": {string(key)}}})
	if err != nil || id.Name != "key:planner" || !slices.Equal(id.Scopes, []string{"deploy"}) || len(key) != 64 {
		t.Errorf("the key %q is of %+v, %v", key, id, err)
	}
}

// signsCard signs the card of an agent as the page says.
func signsCard(t *testing.T, command string) {
	bin, dir := t.TempDir(), t.TempDir()
	shell(t, ".", "GOBIN="+bin+" go install ./cmd/a2a-gen && cp skeleton/a2a.yaml "+dir)
	shell(t, dir, "export PATH="+bin+":$PATH && "+command+" && grep -q '^signatures:' a2a.yaml")
}

func shell(t *testing.T, dir, command string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "sh", "-c", command)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", command, err, out)
	}
}
