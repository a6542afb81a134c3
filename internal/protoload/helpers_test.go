package protoload_test

import (
	"testing"

	"github.com/a2a-gen/a2a-gen/internal/protoload"
)

// load compiles the A2A definition in sources.
func load(t *testing.T, sources protoload.Sources) (*protoload.Request, error) {
	t.Helper()
	return protoload.Load(t.Context(), sources, protoload.Spec)
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
