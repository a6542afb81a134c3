package project

import (
	"context"
	"fmt"
	"io/fs"
	"path"

	"github.com/a2a-gen/a2a-gen/internal/protoload"
)

// SpecPath is where a project keeps the specification that it was made from.
const SpecPath = ProtoDir + "/" + protoload.Spec

// protos adds the protos, so that buf works in the project without network.
func (p *planner) protos(context.Context) error {
	if p.in.Spec != nil {
		p.tool(SpecPath, p.in.Spec)
	}
	return fs.WalkDir(p.in.Protos, ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil {
			return fmt.Errorf("read protos: %w", err)
		}
		if e.IsDir() || path.Ext(name) != ".proto" || name == protoload.Spec && p.in.Spec != nil {
			return nil
		}
		data, err := fs.ReadFile(p.in.Protos, name)
		if err != nil {
			return fmt.Errorf("read protos: %w", err)
		}
		p.tool(path.Join(ProtoDir, name), data)
		return nil
	})
}
