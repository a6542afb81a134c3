package equivalence_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const sdkGenYAML = `
version: v2
clean: true
plugins:
  - local: protoc-gen-a2a
    out: gen
    opt:
      - module=example.com/both/gen
      - Mlf/a2a/v1/a2a.proto=github.com/a2aproject/a2a-go/v2/a2apb/v1;a2apb
      - root=example.com/both/gen
inputs:
  - directory: .
    paths: [proto/lf]
`

// bothMain links the SDK and our bindings. Two copies of the protobuf types
// would make it panic when it starts.
const bothMain = `
package main

import (
	"fmt"

	sdk "github.com/a2aproject/a2a-go/v2/a2a"
	"github.com/a2aproject/a2a-go/v2/a2apb/v1"

	"example.com/both/gen/a2a"
)

func main() {
	task := &a2apb.Task{Id: string(sdk.NewTaskID())}
	text, err := a2a.Marshal(task)
	if err != nil || a2a.Unmarshal(text, new(a2apb.Task)) != nil {
		panic(err)
	}
	fmt.Println("both")
}
`

// The protobuf types are the official SDK's, so that it and our bindings live
// in one binary.
func TestBesideTheSDK(t *testing.T) {
	buf := program(t, "buf")
	dir := t.TempDir()
	if err := os.CopyFS(filepath.Join(dir, "proto"), os.DirFS(filepath.Join(root, "proto"))); err != nil {
		t.Fatal(err)
	}
	write(t, dir, "buf.yaml", "version: v2\nmodules:\n  - path: proto\n")
	write(t, dir, "buf.gen.yaml", sdkGenYAML)
	run(t, dir, buf, "generate")
	if _, err := os.Stat(filepath.Join(dir, "gen", "a2apb")); !os.IsNotExist(err) {
		t.Errorf("there are protobuf types of our own: %v", err)
	}
	write(t, dir, "main.go", bothMain)
	for _, name := range []string{"go.mod", "go.sum"} { // of the module that tests against the SDK
		data, err := os.ReadFile(filepath.Join(root, "interop", name))
		if err != nil {
			t.Fatal(err)
		}
		write(t, dir, name, strings.Replace(string(data), "module github.com/a2a-gen/a2a-gen/interop", "module example.com/both", 1))
	}
	if out := run(t, dir, "go", "run", "-mod=mod", "."); !strings.HasSuffix(out, "both\n") {
		t.Errorf("the program says %q", out)
	}
}
