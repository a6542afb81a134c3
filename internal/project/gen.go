package project

import (
	"context"
	"errors"
	"fmt"
	"path"

	"google.golang.org/protobuf/types/pluginpb"

	"github.com/a2a-gen/a2a-gen/internal/gen"
	"github.com/a2a-gen/a2a-gen/internal/protoload"
)

// parameter is what buf.gen.yaml passes to both plugins.
func (p *planner) parameter() string {
	return fmt.Sprintf("module=%[1]s,M%[2]s=%[1]s/a2apb;a2apb", p.in.gen(), protoload.Spec)
}

// generated adds gen/, as buf would write it with the project's buf.gen.yaml.
func (p *planner) generated(ctx context.Context) error {
	sources := protoload.Sources{FS: p.in.Protos, SpecName: p.in.SpecName, SpecData: p.in.Spec}
	request, err := protoload.Load(ctx, sources, protoload.Spec)
	if err != nil {
		return err
	}
	forGo, err := request.ForGo(p.parameter())
	if err != nil {
		return err
	}
	types, err := protoload.GenerateGo(forGo)
	if err != nil {
		return err
	}
	p.response(types)

	forPlugin, err := request.ForPlugin(p.parameter() + ",definition=" + DefinitionPath)
	if err != nil {
		return err
	}
	bindings, err := gen.Run(forPlugin, p.read)
	if err != nil {
		return fmt.Errorf("protoc-gen-a2a: %w", err)
	}
	if bindings.Error != nil {
		return errors.New(bindings.GetError())
	}
	p.response(bindings)
	return nil
}

// read gives the plugin the definition, and the cards that it names.
func (p *planner) read(name string) ([]byte, error) {
	if name == DefinitionPath {
		return p.in.Source, nil
	}
	if card, ok := p.in.Cards[name]; ok {
		return card, nil
	}
	return nil, fmt.Errorf("%s is not part of the project", name)
}

func (p *planner) response(resp *pluginpb.CodeGeneratorResponse) {
	for _, f := range resp.File {
		p.tool(path.Join(GenDir, f.GetName()), []byte(f.GetContent()))
	}
}
