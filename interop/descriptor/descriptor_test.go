// Package descriptor_test holds our copy of the A2A definition equal to the one that the official Go SDK was made from.
//
// It compiles the .proto file instead of linking generated code: a program in which two packages register
// lf.a2a.v1 panics when it starts.
package descriptor_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/a2aproject/a2a-go/v2/a2apb/v1"
	"github.com/bufbuild/protocompile"
	"github.com/bufbuild/protocompile/protoutil"
	"github.com/google/go-cmp/cmp"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/testing/protocmp"
	"google.golang.org/protobuf/types/descriptorpb"
)

const spec = "lf/a2a/v1/a2a.proto"

// TestSpecEqualsSDK compares names, numbers, types, presence, oneofs, options of fields and methods, and the
// order of everything. The path of the file and the package names for each language are each side's own
// business: the SDK lets buf set them.
func TestSpecEqualsSDK(t *testing.T) {
	want := normalize(t, protodesc.ToFileDescriptorProto(a2apb.File_a2av1_proto))
	got := normalize(t, compile(t, filepath.Join("..", "..", "proto")))
	if diff := cmp.Diff(want, got, protocmp.Transform()); diff != "" {
		t.Errorf("%s differs from the SDK's definition (-SDK +ours):\n%s", spec, diff)
	}
}

func compile(t *testing.T, dir string) *descriptorpb.FileDescriptorProto {
	t.Helper()
	if _, err := os.Stat(filepath.Join(dir, spec)); err != nil {
		t.Fatal(err)
	}
	compiler := protocompile.Compiler{
		Resolver: protocompile.WithStandardImports(&protocompile.SourceResolver{ImportPaths: []string{dir}}),
	}
	files, err := compiler.Compile(t.Context(), spec)
	if err != nil {
		t.Fatal(err)
	}
	return protoutil.ProtoFromFileDescriptor(files[0])
}

// normalize returns a copy without what may differ, and with options as the linked google.api packages know
// them, however the file they came from encodes them.
func normalize(t *testing.T, file *descriptorpb.FileDescriptorProto) *descriptorpb.FileDescriptorProto {
	t.Helper()
	wire, err := proto.Marshal(file)
	if err != nil {
		t.Fatal(err)
	}
	out := new(descriptorpb.FileDescriptorProto)
	if err := proto.Unmarshal(wire, out); err != nil {
		t.Fatal(err)
	}
	out.Name = nil
	out.SourceCodeInfo = nil
	out.Options = nil
	return out
}
