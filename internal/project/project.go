// Package project puts a whole project together: what the plugins generate,
// the copied skeleton, rendered texts, and the protos it was made from. It is a
// pure function from a definition to files; package output compares and writes
// them.
//
// # Layout
//
//	project.go   input and result
//	gen.go       gen/: protoc-gen-go and protoc-gen-a2a, in process
//	settle.go    stubs against the code that the user has
//	offer.go     what an upgrade may merge
//	protos.go    proto/, or where protos are in somebody else's module
//	texts.go     Makefile, README and the other texts
//	facts.go     what those texts say
//	readme.go    the README's commands and tables
//	skills.go    stubs and tests of skills
//	gomod.go     go.mod and go.sum
package project

import (
	"context"
	"fmt"
	"io/fs"

	"golang.org/x/mod/module"

	"github.com/a2a-gen/a2a-gen/internal/definition"
	"github.com/a2a-gen/a2a-gen/internal/lock"
	"github.com/a2a-gen/a2a-gen/internal/protoload"
	"github.com/a2a-gen/a2a-gen/internal/rules"
	"github.com/a2a-gen/a2a-gen/internal/tree"
)

// Paths in a project.
const (
	DefinitionPath = "a2a.yaml"
	GenDir         = "gen"
	AgentDir       = "agent"
)

// Input is everything that a project depends on.
type Input struct {
	Definition *definition.Definition
	Source     []byte            // the text that Definition was read from
	Module     string            // import path of the project's directory
	Protos     fs.FS             // import path -> source: google/api, and a2a.proto unless Spec is set
	Spec       []byte            // another a2a.proto
	SpecName   string            // how messages call a2a.proto; "" for its import path
	Cards      map[string][]byte // the cards of consumed agents, by the path in the definition
	Tool       string            // version of a2a-gen, for the lock
	Layout     lock.Layout
}

// gen is the import path of the generated packages.
func (in *Input) gen() string { return in.Module + "/" + GenDir }

// Project is all that a project consists of.
type Project struct {
	Files []tree.File // in path order
	Lock  *lock.Lock  // lists Files
	Stubs []Stub      // the files among Files that start a skill's code

	// GoMod and GoSum are what the generated code needs. They are among Files
	// only if the project is a module of its own.
	GoMod, GoSum []byte

	inputs   []string         // paths of the definition and of the cards that it names
	requires []module.Version // of the generated code
}

// Plan returns the project of an input. Faults of the protos are a diag.List.
func Plan(ctx context.Context, in Input) (*Project, error) {
	p := planner{in: &in}
	for _, step := range []func(context.Context) error{
		p.definition, p.protos, p.generated, p.skeleton, p.texts, p.skills, p.goMod,
	} {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := step(ctx); err != nil {
			return nil, err
		}
	}
	tree.Sort(p.files)
	if err := tree.Check(p.files); err != nil {
		return nil, fmt.Errorf("plan project: %w", err)
	}
	p.plan.Files, p.plan.Lock = p.files, p.lock()
	return &p.plan, nil
}

// planner collects the files of one plan.
type planner struct {
	in    *Input
	files []tree.File
	plan  Project
}

// whole reports whether the project is all of its directory.
func (p *planner) whole() bool { return p.in.Layout == lock.Standalone }

func (p *planner) tool(path string, data []byte) {
	p.files = append(p.files, tree.File{Path: path, Data: data, Mode: tree.Regular, Owner: tree.Tool})
}

func (p *planner) user(path string, data []byte) {
	p.files = append(p.files, tree.File{Path: path, Data: data, Mode: tree.Regular, Owner: tree.User})
}

// lock returns the lock of the planned files.
func (p *planner) lock() *lock.Lock {
	l := lock.New(p.files)
	l.Tool, l.Layout = p.in.Tool, p.in.Layout
	l.Rules = rules.Default().Version
	l.Definition = tree.Sum(p.in.Source)
	for _, f := range p.files {
		if f.Path == ProtoPath(p.in.Layout, protoload.Spec) {
			l.Proto = tree.Sum(f.Data)
		}
	}
	return l
}
