package bindings_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bufbuild/protocompile"
	"google.golang.org/protobuf/cmd/protoc-gen-go/internal_gengo"
	"google.golang.org/protobuf/compiler/protogen"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/pluginpb"

	"github.com/a2a-gen/a2a-gen/internal/gen/bindings"
)

var update = flag.Bool("update", false, "write the generated files of codectest")

const (
	module = "github.com/a2a-gen/a2a-gen/"
	base   = module + "internal/gen/bindings/codectest/"
	prims  = module + "skeleton/gen/a2a/jsonpb"
)

// TestKinds holds the packages under codectest equal to what is printed for
// kinds.proto.
func TestKinds(t *testing.T) {
	file := compile(t, "kinds.proto", readFile(t, "codectest/kinds.proto"))
	plugin := newPlugin(t, file, "Mkinds.proto="+base+"kindspb")
	target := plugin.FilesByPath["kinds.proto"]
	internal_gengo.GenerateFile(plugin, target)
	bindings.GenerateCodec(plugin, target, base+"a2a", prims)

	resp := plugin.Response()
	if resp.Error != nil {
		t.Fatal(*resp.Error)
	}
	for _, f := range resp.File {
		name := filepath.Join("codectest", strings.TrimPrefix(f.GetName(), base))
		if *update {
			writeFile(t, name, f.GetContent())
			continue
		}
		if !bytes.Equal(readFile(t, name), []byte(f.GetContent())) {
			t.Errorf("%s differs from what is printed; run this test with -update", name)
		}
	}
}

// TestOpaque refuses messages whose fields cannot be reached, at their place.
func TestOpaque(t *testing.T) {
	source := `edition = "2023";
		package opaque;
		import "google/protobuf/go_features.proto";
		option features.(pb.go).api_level = API_OPAQUE;

		message Hidden {}`
	plugin := newPlugin(t, compile(t, "opaque.proto", []byte(source)), "Mopaque.proto=example.com/opaque")
	bindings.GenerateCodec(plugin, plugin.FilesByPath["opaque.proto"], "example.com/a2a", prims)
	const want = "opaque.proto:6:17: message Hidden has the opaque Go API"
	if got := plugin.Response().GetError(); !strings.HasPrefix(got, want) {
		t.Errorf("got error %q, want %q", got, want)
	}
}

// compile compiles one proto file; imports come from linked descriptors.
func compile(t *testing.T, name string, source []byte) protoreflect.FileDescriptor {
	t.Helper()
	resolver := protocompile.CompositeResolver{
		&protocompile.SourceResolver{Accessor: protocompile.SourceAccessorFromMap(map[string]string{name: string(source)})},
		protocompile.ResolverFunc(func(path string) (protocompile.SearchResult, error) {
			desc, err := protoregistry.GlobalFiles.FindFileByPath(path)
			return protocompile.SearchResult{Desc: desc}, err
		}),
	}
	compiler := protocompile.Compiler{Resolver: resolver, SourceInfoMode: protocompile.SourceInfoStandard}
	files, err := compiler.Compile(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	return files[0]
}

// newPlugin returns the plugin that a compiler would have started for a file.
func newPlugin(t *testing.T, file protoreflect.FileDescriptor, parameter string) *protogen.Plugin {
	t.Helper()
	request := &pluginpb.CodeGeneratorRequest{
		FileToGenerate: []string{file.Path()},
		Parameter:      &parameter,
		ProtoFile:      withImports(file, make(map[string]bool)),
	}
	// Options that the compiler read are unknown fields or dynamic messages
	// until they are read again with the types of this program.
	data, err := proto.Marshal(request)
	if err != nil {
		t.Fatal(err)
	}
	request.Reset()
	if err := proto.Unmarshal(data, request); err != nil {
		t.Fatal(err)
	}
	plugin, err := protogen.Options{}.New(request)
	if err != nil {
		t.Fatal(err)
	}
	plugin.SupportedFeatures = uint64(pluginpb.CodeGeneratorResponse_FEATURE_SUPPORTS_EDITIONS)
	plugin.SupportedEditionsMinimum = descriptorpb.Edition_EDITION_PROTO2
	plugin.SupportedEditionsMaximum = descriptorpb.Edition_EDITION_2023
	return plugin
}

// withImports lists a file and what it imports, imports first.
func withImports(file protoreflect.FileDescriptor, done map[string]bool) []*descriptorpb.FileDescriptorProto {
	if done[file.Path()] {
		return nil
	}
	done[file.Path()] = true
	var list []*descriptorpb.FileDescriptorProto
	imports := file.Imports()
	for i := range imports.Len() {
		list = append(list, withImports(imports.Get(i).FileDescriptor, done)...)
	}
	return append(list, protodesc.ToFileDescriptorProto(file))
}

func readFile(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func writeFile(t *testing.T, name, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}
