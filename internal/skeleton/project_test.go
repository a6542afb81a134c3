package skeleton

import (
	"bytes"
	"slices"
	"testing"

	"github.com/a2a-gen/a2a-gen/internal/tree"
)

func TestProject(t *testing.T) {
	files, err := Project("planner", "example.com/planner")
	if err != nil {
		t.Fatal(err)
	}
	if err := tree.Check(files); err != nil {
		t.Error(err)
	}
	var names []string
	for _, f := range files {
		names = append(names, f.Path)
		if f.Owner != tree.User {
			t.Errorf("%s belongs to %s", f.Path, f.Owner)
		}
		if bytes.Contains(f.Data, []byte("a2a-gen/a2a-gen")) {
			t.Errorf("%s mentions this module", f.Path)
		}
	}
	for _, want := range []string{".dockerignore", ".gitattributes", ".gitignore", "agent/agent.go", "agent/agent_test.go", "buf.yaml", "cmd/planner/main.go"} {
		if !slices.Contains(names, want) {
			t.Errorf("%s is missing", want)
		}
	}
	for _, alien := range []string{"a2a.yaml", "agent/echo.go", "agent/echo_test.go", "cmd/echo/main.go", "go.mod", "go.sum", "memory.go.mod"} {
		if slices.Contains(names, alien) {
			t.Errorf("%s is in the project", alien)
		}
	}
}

func TestText(t *testing.T) {
	if data, err := Text("go.mod"); err != nil || !bytes.HasPrefix(data, []byte("module ")) {
		t.Errorf("go.mod = %.20q, %v", data, err)
	}
	if _, err := Text("nothing"); err == nil {
		t.Error("no error for a text that is not there")
	}
}
