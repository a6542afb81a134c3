package protoload_test

import (
	"bytes"
	"flag"
	"os"
	"testing"

	"github.com/a2a-gen/a2a-gen/internal/protoload"
)

var update = flag.Bool("update", false, "write the files that tests compare with")

// skeletonTypes is where the skeleton's protobuf types are, and how protoc-gen-go is told so.
const (
	skeletonParameter = "module=github.com/a2a-gen/a2a-gen," +
		"Mlf/a2a/v1/a2a.proto=github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb;a2apb"
	root = "../../"
)

// TestSkeletonTypes holds the checked-in protobuf types equal to what protoc-gen-go prints for proto/.
func TestSkeletonTypes(t *testing.T) {
	req, err := load(t, protoload.Sources{FS: os.DirFS(root + "proto")})
	if err != nil {
		t.Fatal(err)
	}
	for name, got := range generateGo(t, req, skeletonParameter) {
		if *update {
			if err := os.WriteFile(root+name, got, 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		want, err := os.ReadFile(root + name)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s is not what proto/ gives; run: go test ./internal/protoload -run TestSkeletonTypes -update", name)
		}
	}
}
