package agent

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"example.com/test-runner/gen/a2a"
	"example.com/test-runner/gen/a2a/wire"
	"example.com/test-runner/gen/host"
	"example.com/test-runner/gen/host/memory"
	"example.com/test-runner/gen/skills"
)

// serve runs the agent until the end of the test and returns a client for each
// binding.
func serve(t *testing.T) map[string]a2a.Client {
	t.Helper()
	config := skills.Defaults()
	config.HTTPAddr, config.GRPCAddr = "127.0.0.1:0", "127.0.0.1:0"
	config.PublicURL, config.PublicGRPC = "", ""
	server, err := host.Listen(config, New(), memory.New())
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	served := make(chan error, 1)
	go func() { served <- server.Serve(ctx) }()
	t.Cleanup(func() {
		stop()
		if err := <-served; err != nil {
			t.Error(err)
		}
	})

	grpc, err := a2a.NewGRPCClient(server.GRPCAddr(), wire.ClientOptions{Plaintext: true})
	if err != nil {
		t.Fatal(err)
	}
	clients := map[string]a2a.Client{
		"JSON-RPC":  a2a.NewJSONRPCClient("http://"+server.HTTPAddr()+"/a2a/jsonrpc", wire.ClientOptions{}),
		"HTTP+JSON": a2a.NewRESTClient("http://"+server.HTTPAddr()+"/a2a/rest", wire.ClientOptions{}),
		"gRPC":      grpc,
	}
	t.Cleanup(func() { // before the server stops
		for _, client := range clients {
			if err := client.Close(); err != nil {
				t.Error(err)
			}
		}
	})
	return clients
}

// newRepository makes a git repository with one commit of the files, by path.
func newRepository(t *testing.T, files map[string]string) (dir, commit string) {
	t.Helper()
	dir = t.TempDir()
	for path, text := range files {
		path = filepath.Join(dir, path)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range [][]string{
		{"init", "--quiet"},
		{"add", "--all"},
		{"-c", "user.name=test", "-c", "user.email=test@example.com", "-c", "commit.gpgSign=false", "commit", "--quiet", "--message=payments"},
		{"rev-parse", "HEAD"},
	} {
		cmd := exec.Command("git", args...)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("git %s: %v\n%s", args, err, out)
		}
		commit = strings.TrimSpace(string(out))
	}
	return dir, commit
}

// watchTemp gives the test a temporary directory of its own, in which the agent
// may leave nothing.
func watchTemp(t *testing.T) {
	t.Helper()
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	t.Cleanup(func() {
		left, err := os.ReadDir(dir)
		if err != nil || len(left) > 0 {
			t.Errorf("left in the temporary directory: %v %v", left, err)
		}
	})
}
