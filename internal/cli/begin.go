package cli

import (
	"context"

	a2agen "github.com/a2a-gen/a2a-gen"
	"github.com/a2a-gen/a2a-gen/internal/lock"
	"github.com/a2a-gen/a2a-gen/internal/project"
	"github.com/a2a-gen/a2a-gen/internal/version"
)

// begin plans a new project. module is the import path of its directory, proto
// what --proto names, "" for the specification that a2a-gen carries.
func (s *source) begin(ctx context.Context, module string, layout lock.Layout, proto string) (*project.Project, error) {
	spec := &specSource{}
	if proto != "" {
		var err error
		if spec, err = readSpec(ctx, proto); err != nil {
			return nil, err
		}
	}
	planned, err := project.Plan(ctx, project.Input{
		Definition: s.def, Source: s.text, Cards: s.cards, Module: module, Layout: layout,
		Protos: a2agen.Proto(), Spec: spec.text, SpecName: spec.name, Tool: version.String(),
	})
	if err != nil {
		return nil, err
	}
	spec.record(planned.Lock)
	return planned, nil
}
