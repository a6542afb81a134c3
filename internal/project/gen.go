package project

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path"
	"slices"

	"golang.org/x/sync/errgroup"
	"google.golang.org/protobuf/types/pluginpb"

	"github.com/a2a-gen/a2a-gen/internal/gen"
	"github.com/a2a-gen/a2a-gen/internal/hostneeds"
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
	if err := p.hostable(request); err != nil {
		return err
	}
	var types, rest *pluginpb.CodeGeneratorResponse
	var plugins errgroup.Group
	plugins.Go(func() (err error) {
		types, err = p.types(request)
		return err
	})
	plugins.Go(func() (err error) {
		rest, err = p.rest(request)
		return err
	})
	if err := plugins.Wait(); err != nil {
		return err
	}
	for _, f := range slices.Concat(types.File, rest.File) {
		p.tool(path.Join(GenDir, f.GetName()), []byte(f.GetContent()))
	}
	return nil
}

// hostable refuses a specification that lacks what the host is written for.
func (p *planner) hostable(request *protoload.Request) error {
	file, err := request.File(protoload.Spec)
	if err != nil {
		return err
	}
	return hostneeds.Check(cmp.Or(p.in.SpecName, protoload.Spec), file).Err()
}

// types runs protoc-gen-go.
func (p *planner) types(request *protoload.Request) (*pluginpb.CodeGeneratorResponse, error) {
	req, err := request.ForGo(p.parameter())
	if err != nil {
		return nil, err
	}
	return protoload.GenerateGo(req)
}

// rest runs protoc-gen-a2a.
func (p *planner) rest(request *protoload.Request) (*pluginpb.CodeGeneratorResponse, error) {
	req, err := request.ForPlugin(p.parameter() + ",definition=" + DefinitionPath)
	if err != nil {
		return nil, err
	}
	resp, err := gen.Run(req, p.read)
	if err != nil {
		return nil, fmt.Errorf("protoc-gen-a2a: %w", err)
	}
	if resp.Error != nil {
		return nil, errors.New(resp.GetError())
	}
	return resp, nil
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
