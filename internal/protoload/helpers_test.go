package protoload_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/a2a-gen/a2a-gen/internal/protoload"
)

var update = flag.Bool("update", false, "write the files that tests compare with")

// root is the repository, seen from this package.
const root = "../../"

// goParameter sends the types of the A2A definition to a package of an imaginary module.
const goParameter = "module=example.com/test-runner,Mlf/a2a/v1/a2a.proto=example.com/test-runner/gen/a2apb;a2apb"

// load compiles the A2A definition with the repository's google/api. spec replaces the repository's own
// definition unless it is empty; name is what messages call it.
func load(t testing.TB, name, spec string) (*protoload.Request, error) {
	t.Helper()
	sources := protoload.Sources{FS: os.DirFS(root + "proto"), SpecName: name}
	if spec != "" {
		sources.SpecData = []byte(spec)
	}
	return protoload.Load(t.Context(), sources, protoload.Spec)
}

func mustLoad(t *testing.T, name, spec string) *protoload.Request {
	t.Helper()
	req, err := load(t, name, spec)
	if err != nil {
		t.Fatal(err)
	}
	return req
}

// generateGo returns what protoc-gen-go prints, by file name.
func generateGo(t *testing.T, req *protoload.Request, parameter string) map[string][]byte {
	t.Helper()
	in, err := req.ForGo(parameter)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := protoload.GenerateGo(in)
	if err != nil {
		t.Fatal(err)
	}
	files := make(map[string][]byte)
	for _, f := range resp.GetFile() {
		files[f.GetName()] = []byte(f.GetContent())
	}
	return files
}

// compare holds got equal to the contents of the file at path, or writes it there with -update.
func compare(t *testing.T, path string, got []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s is not up to date; run: go test ./internal/protoload -update\ngot:\n%.2000s", path, got)
	}
}

// protos returns the .proto files that match pattern, by base name without extension.
func protos(t testing.TB, pattern string) map[string]string {
	t.Helper()
	paths, err := filepath.Glob(pattern)
	if err != nil {
		t.Fatal(err)
	}
	sources := make(map[string]string)
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		sources[strings.TrimSuffix(filepath.Base(path), ".proto")] = string(data)
	}
	return sources
}
