// Package protoload compiles .proto sources into the request that protoc plugins read, inside the process:
// no protoc, no buf, no network, nothing from PATH.
//
// What plugins print from the request is, byte for byte, what they print under buf or protoc for the same
// sources. Four habits see to that; each was found by comparing outputs that differed.
//
//   - google/api comes from sources, not from the descriptors linked into this binary: their options are not
//     encoded alike everywhere.
//   - The request is marshalled deterministically. The compiler keeps custom options as dynamic messages, whose
//     fields it would otherwise write in random order.
//   - protoc-gen-go reads the request without knowing any extension, so that options pass through as the bytes
//     that the compiler wrote; our own plugin reads it knowing google.api.http and its relatives. See
//     [Request.ForGo] and [Request.ForPlugin].
//   - No compiler version is given, and Go packages come from M options in the parameter, never from edited
//     descriptors.
package protoload

import (
	"context"
	"fmt"

	"github.com/bufbuild/protocompile"
	"github.com/bufbuild/protocompile/linker"
	"github.com/bufbuild/protocompile/protoutil"
	_ "google.golang.org/genproto/googleapis/api/annotations" // lets ForPlugin decode the options of A2A
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/pluginpb"
)

// Spec is the import path of the A2A definition.
const Spec = "lf/a2a/v1/a2a.proto"

// Request is a compiled set of files, ready to be handed to plugins. It never changes; any number of
// goroutines may use it.
type Request struct {
	wire []byte // a CodeGeneratorRequest without parameter
}

// Load compiles files, import paths within sources, together with all that they import, and asks for code for
// exactly these. If Spec is among them it must be a definition of A2A 1.x.
//
// The error is a [diag.List] with everything that is wrong, in order of file and position, when the sources are
// to blame.
func Load(ctx context.Context, sources Sources, files ...string) (*Request, error) {
	found := &findings{sources: sources}
	resolver, err := sources.resolver(files, found)
	if err != nil {
		return nil, err
	}
	compiler := protocompile.Compiler{
		Resolver:       resolver,
		Reporter:       found.reporter(),
		SourceInfoMode: protocompile.SourceInfoStandard,
	}
	compiled, err := compiler.Compile(ctx, files...)
	if err != nil {
		return nil, found.or(fmt.Errorf("compile protos: %w", err))
	}
	req := &pluginpb.CodeGeneratorRequest{FileToGenerate: files}
	seen := make(map[string]bool)
	for _, file := range compiled {
		appendFile(req, seen, file)
	}
	wire, err := proto.MarshalOptions{Deterministic: true}.Marshal(req)
	if err != nil {
		return nil, fmt.Errorf("marshal the plugin request: %w", err)
	}
	return &Request{wire: wire}, nil
}

// appendFile adds file to the request after its imports, once, which is the order that plugins rely on.
func appendFile(req *pluginpb.CodeGeneratorRequest, seen map[string]bool, file protoreflect.FileDescriptor) {
	if seen[file.Path()] {
		return
	}
	seen[file.Path()] = true
	imports := file.Imports()
	for i := range imports.Len() {
		appendFile(req, seen, dependency(file, imports.Get(i)))
	}
	req.ProtoFile = append(req.ProtoFile, protoutil.ProtoFromFileDescriptor(file))
}

// dependency returns the compiled form of an import where there is one: only that has its comments.
func dependency(file protoreflect.FileDescriptor, imp protoreflect.FileImport) protoreflect.FileDescriptor {
	if compiled, ok := file.(linker.File); ok {
		if dep := compiled.FindImportByPath(imp.Path()); dep != nil {
			return dep
		}
	}
	return imp.FileDescriptor
}

// ForGo returns the request as protoc-gen-go has to see it, for [GenerateGo]. parameter is what protoc would
// pass, such as "module=example.com/m,Mlf/a2a/v1/a2a.proto=example.com/m/gen/a2apb". The caller owns the result.
func (r *Request) ForGo(parameter string) (*pluginpb.CodeGeneratorRequest, error) {
	return r.decode(parameter, new(protoregistry.Types))
}

// ForPlugin returns the request with the options of google.api decoded, for plugins that look at them.
// parameter is what protoc would pass. The caller owns the result.
func (r *Request) ForPlugin(parameter string) (*pluginpb.CodeGeneratorRequest, error) {
	return r.decode(parameter, protoregistry.GlobalTypes)
}

func (r *Request) decode(parameter string, types *protoregistry.Types) (*pluginpb.CodeGeneratorRequest, error) {
	req := new(pluginpb.CodeGeneratorRequest)
	if err := (proto.UnmarshalOptions{Resolver: types}).Unmarshal(r.wire, req); err != nil {
		return nil, fmt.Errorf("read the plugin request: %w", err)
	}
	if parameter != "" {
		req.Parameter = &parameter
	}
	return req, nil
}
