package protoload_test

import (
	"strings"
	"testing"

	"google.golang.org/protobuf/encoding/prototext"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoregistry"
)

// TestGoogleAPI holds proto/google/api equal to the descriptors in genproto, and complete: what the definition
// imports is there, and nothing else.
func TestGoogleAPI(t *testing.T) {
	req, err := mustLoad(t, "", "").ForPlugin("")
	if err != nil {
		t.Fatal(err)
	}
	files := protos(t, root+"proto/google/api/*.proto")
	for _, file := range req.GetProtoFile() {
		path := file.GetName()
		if !strings.HasPrefix(path, "google/api/") {
			continue
		}
		delete(files, strings.TrimSuffix(strings.TrimPrefix(path, "google/api/"), ".proto"))
		linked, err := protoregistry.GlobalFiles.FindFileByPath(path)
		if err != nil {
			t.Errorf("%s: %v", path, err)
			continue
		}
		file.SourceCodeInfo = nil
		if want := protodesc.ToFileDescriptorProto(linked); !proto.Equal(file, want) {
			t.Errorf("proto/%s is not what genproto has:\n%s", path, prototext.Format(want))
		}
	}
	for name := range files {
		t.Errorf("proto/google/api/%s.proto is there, but the definition does not import it", name)
	}
}
