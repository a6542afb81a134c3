package gen_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/a2a-gen/a2a-gen/internal/gen"
	"github.com/a2a-gen/a2a-gen/internal/protoload"
)

var update = flag.Bool("update", false, "write the generated files of skeleton/gen")

const (
	root      = "../.."
	parameter = "module=github.com/a2a-gen/a2a-gen," +
		"Mlf/a2a/v1/a2a.proto=github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb;a2apb"
)

// TestSkeleton holds the generated packages of skeleton/gen equal to what the
// plugin prints.
func TestSkeleton(t *testing.T) {
	req, err := protoload.Load(t.Context(), protoload.Sources{FS: os.DirFS(filepath.Join(root, "proto"))}, protoload.Spec)
	if err != nil {
		t.Fatal(err)
	}
	plugin, err := req.ForPlugin(parameter)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := gen.Run(plugin, os.ReadFile)
	if err != nil {
		t.Fatal(err)
	}
	if resp.Error != nil {
		t.Fatal(resp.GetError())
	}
	for _, f := range resp.File {
		compare(t, filepath.Join(root, f.GetName()), []byte(f.GetContent()))
	}
}

func compare(t *testing.T, path string, want []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, want, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	got, err := os.ReadFile(path)
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("%s is not what the plugin prints; run: go test ./internal/gen -update", path)
	}
}
