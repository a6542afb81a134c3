package gen

import (
	"errors"
	"fmt"
	"path"
	"strings"

	"google.golang.org/protobuf/compiler/protogen"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/pluginpb"

	"github.com/a2a-gen/a2a-gen/internal/definition"
	"github.com/a2a-gen/a2a-gen/internal/gen/bindings"
	"github.com/a2a-gen/a2a-gen/internal/gen/skills"
	"github.com/a2a-gen/a2a-gen/internal/hostneeds"
	"github.com/a2a-gen/a2a-gen/internal/rules"
	"github.com/a2a-gen/a2a-gen/internal/skeleton"
)

// ReadFile returns the content of a file that the parameter names.
type ReadFile func(name string) ([]byte, error)

// Run answers a plugin request. A fault of the input is an error in the
// response, as plugins report it; the error return is for requests that are no
// requests.
func Run(req *pluginpb.CodeGeneratorRequest, read ReadFile) (*pluginpb.CodeGeneratorResponse, error) {
	opts := options{module: moduleOption(req.GetParameter())}
	plugin, err := protogen.Options{ParamFunc: opts.set}.New(req)
	if err != nil {
		return nil, err
	}
	plugin.SupportedFeatures = uint64(pluginpb.CodeGeneratorResponse_FEATURE_PROTO3_OPTIONAL | pluginpb.CodeGeneratorResponse_FEATURE_SUPPORTS_EDITIONS)
	plugin.SupportedEditionsMinimum = descriptorpb.Edition_EDITION_PROTO2
	plugin.SupportedEditionsMaximum = descriptorpb.Edition_EDITION_2023

	r := run{plugin: plugin, options: &opts, read: read}
	if err := r.generate(); err != nil {
		return &pluginpb.CodeGeneratorResponse{Error: proto.String(err.Error())}, nil
	}
	resp := plugin.Response()
	if resp.Error != nil {
		return resp, nil
	}
	for _, f := range resp.File {
		if path.Ext(f.GetName()) == ".go" {
			if f.Content, err = tidy(f); err != nil {
				return nil, err
			}
		}
	}
	if r.file != nil {
		if err := r.addFixed(resp); err != nil {
			return nil, err
		}
		r.place(resp)
	}
	return resp, nil
}

func tidy(f *pluginpb.CodeGeneratorResponse_File) (*string, error) {
	content, err := tidyImports(f.GetName(), f.GetContent())
	return &content, err
}

// run is one answer to a request.
type run struct {
	plugin  *protogen.Plugin
	options *options
	read    ReadFile

	file       *protogen.File         // that has the A2A service
	root       protogen.GoImportPath  // parent of the packages that are printed
	definition *definition.Definition // nil for bindings only
}

// generate prints everything for the file with the A2A service, if it is among
// those to generate. Plugins are called once a directory; calls for other
// files print nothing.
func (r *run) generate() error {
	for _, file := range r.plugin.Files {
		if file.Generate && bindings.Find(file) != nil {
			if r.file != nil {
				return fmt.Errorf("%s and %s both have a service %s; generate one of them at a time", r.file.Desc.Path(), file.Desc.Path(), bindings.ServiceName)
			}
			r.file = file
		}
	}
	if r.file == nil {
		return nil
	}
	if err := r.findRoot(); err != nil {
		return err
	}
	if err := r.readDefinition(); err != nil {
		return err
	}
	if r.definition != nil {
		if err := hostneeds.Check(r.file.Desc.Path(), r.file.Desc).Err(); err != nil {
			return err
		}
	}
	if err := bindings.Generate(r.plugin, r.file, bindings.Config{Root: r.root, Rules: r.rules()}); err != nil {
		return err
	}
	if r.definition == nil {
		return nil
	}
	r.printStore()
	return skills.Generate(r.plugin, r.definition, r.root)
}

// readDefinition reads the agent's definition if there is one. What is wrong
// with it is said in one message, a line each.
func (r *run) readDefinition() error {
	name := r.options.definition
	if name == "" {
		return nil
	}
	data, err := r.read(name)
	if err != nil {
		return fmt.Errorf("option definition: %w", err)
	}
	def, faults := definition.Parse(name, data)
	if err := faults.Err(); err != nil {
		return err
	}
	r.definition = def
	return nil
}

// rules is the release whose error codes the agent uses.
func (r *run) rules() *rules.Release {
	if r.definition != nil {
		if release := rules.Lookup(r.definition.Compat.ErrorTable); release != nil {
			return release
		}
	}
	return rules.Default()
}

// addFixed adds the packages that are the same for all agents.
func (r *run) addFixed(resp *pluginpb.CodeGeneratorResponse) error {
	files, err := skeleton.Gen(skeleton.For(r.definition), string(r.root))
	if err != nil {
		return err
	}
	for _, f := range files {
		name := path.Join(string(r.root), f.Path)
		if r.options.module != "" {
			name = strings.TrimPrefix(name, r.options.module+"/")
		}
		resp.File = append(resp.File, &pluginpb.CodeGeneratorResponse_File{Name: &name, Content: proto.String(string(f.Data))})
	}
	return nil
}

// specPackage is what a2a.proto declares as its Go package. No module serves
// it.
const specPackage = "google.golang.org/lf/a2a/v1"

// findRoot decides where packages go: what the option root says, else beside
// the package of the protobuf types.
func (r *run) findRoot() error {
	if r.options.root != "" {
		r.root = protogen.GoImportPath(r.options.root)
		return nil
	}
	if r.file.GoImportPath == specPackage {
		return fmt.Errorf("%s: its Go package %s cannot be imported; map it to a package of yours with the option "+
			"M%[1]s=example.com/you/gen/a2apb;a2apb, for protoc-gen-go too", r.file.Desc.Path(), specPackage)
	}
	r.root = protogen.GoImportPath(path.Dir(string(r.file.GoImportPath)))
	if r.root == "." {
		return errors.New("the Go package " + string(r.file.GoImportPath) + " has no parent to put package a2a into; set the option root")
	}
	return nil
}

// place moves files to where paths=source_relative wants them: as far from the
// protobuf types' file as their packages are from each other. With the default
// paths=import they are in place already.
func (r *run) place(resp *pluginpb.CodeGeneratorResponse) {
	dir := path.Dir(r.file.GeneratedFilenamePrefix)
	if dir == string(r.file.GoImportPath) {
		return
	}
	base := strings.TrimSuffix(string(r.file.GoImportPath), dir)
	for _, f := range resp.File {
		f.Name = proto.String(strings.TrimPrefix(f.GetName(), base))
	}
}
