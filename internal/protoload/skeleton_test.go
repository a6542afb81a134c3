package protoload_test

import "testing"

// TestSkeletonTypes holds the skeleton's protobuf types equal to what protoc-gen-go prints for proto/.
func TestSkeletonTypes(t *testing.T) {
	const parameter = "module=github.com/a2a-gen/a2a-gen," +
		"Mlf/a2a/v1/a2a.proto=github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb;a2apb"
	files := generateGo(t, mustLoad(t, "", ""), parameter)
	if len(files) != 1 {
		t.Fatalf("protoc-gen-go printed %d files, want 1", len(files))
	}
	for name, data := range files {
		compare(t, root+name, data)
	}
}
