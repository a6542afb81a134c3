package project

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"github.com/a2a-gen/a2a-gen/internal/lock"
	"github.com/a2a-gen/a2a-gen/internal/protoload"
)

// Where protos are. In somebody else's module they are no files that buf or an
// editor takes for its own: that module may have the same protos already.
const (
	protoDir    = "proto"
	hiddenDir   = ".a2a-gen/proto"
	hiddenProto = ".txt" // behind the name
)

// ProtoPath is where a project of a layout keeps a proto, given its import path.
func ProtoPath(l lock.Layout, name string) string {
	if l == lock.Embedded {
		return path.Join(hiddenDir, name+hiddenProto)
	}
	return path.Join(protoDir, name)
}

// SpecPath is where a project keeps the specification that it was made from.
func SpecPath(l lock.Layout) string { return ProtoPath(l, protoload.Spec) }

// IsProto reports whether a path of a project is that of a proto.
func IsProto(l lock.Layout, name string) bool {
	dir := protoDir
	if l == lock.Embedded {
		dir = hiddenDir
	}
	return strings.HasPrefix(name, dir+"/")
}

// Protos returns the protos of a project under their import paths.
func Protos(l lock.Layout, project fs.FS) (fs.FS, error) {
	if l == lock.Embedded {
		fsys, err := fs.Sub(project, hiddenDir)
		return suffixed{fsys}, err
	}
	return fs.Sub(project, protoDir)
}

// suffixed finds files without their suffix.
type suffixed struct{ fs.FS }

func (s suffixed) Open(name string) (fs.File, error) {
	if file, err := s.FS.Open(name + hiddenProto); !errors.Is(err, fs.ErrNotExist) {
		return file, err
	}
	return s.FS.Open(name)
}

// protos adds the protos, so that buf works in the project without network, and
// generating goes on with the same specification.
func (p *planner) protos(context.Context) error {
	if p.in.Spec != nil {
		p.tool(SpecPath(p.in.Layout), p.in.Spec)
	}
	return fs.WalkDir(p.in.Protos, ".", func(at string, e fs.DirEntry, err error) error {
		if err != nil {
			return fmt.Errorf("read protos: %w", err)
		}
		name := strings.TrimSuffix(at, hiddenProto)
		if e.IsDir() || path.Ext(name) != ".proto" || name == protoload.Spec && p.in.Spec != nil {
			return nil
		}
		data, err := fs.ReadFile(p.in.Protos, name)
		if err != nil {
			return fmt.Errorf("read protos: %w", err)
		}
		p.tool(ProtoPath(p.in.Layout, name), data)
		return nil
	})
}
