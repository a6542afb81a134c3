package project

import (
	"context"
	"io/fs"
	"path"
	"slices"

	a2agen "github.com/a2a-gen/a2a-gen"
	"github.com/a2a-gen/a2a-gen/internal/definition"
	"github.com/a2a-gen/a2a-gen/internal/render"
	"github.com/a2a-gen/a2a-gen/internal/skeleton"
	"github.com/a2a-gen/a2a-gen/internal/tree"
)

// texts maps the texts of a project to their templates.
var texts = []struct{ path, template string }{
	{".github/workflows/ci.yml", "project/ci.yml.tmpl"},
	{"AGENTS.md", "project/AGENTS.md.tmpl"},
	{"Dockerfile", "project/Dockerfile.tmpl"},
	{"Makefile", "project/Makefile.tmpl"},
	{"README.md", "project/README.md.tmpl"},
	{"buf.gen.yaml", "project/buf.gen.yaml.tmpl"},
	{"compose.yaml", "project/compose.yaml.tmpl"},
}

// texts adds the rendered texts.
func (p *planner) texts(context.Context) error {
	facts, err := p.facts()
	if err != nil {
		return err
	}
	set := render.New(a2agen.Templates())
	for _, t := range texts {
		data, err := set.Execute(t.template, facts)
		if err != nil {
			return err
		}
		p.user(t.path, data)
	}
	return nil
}

// skeleton adds the copied files that every project has.
func (p *planner) skeleton(context.Context) error {
	files, err := skeleton.Project(p.in.Definition.Agent.Slug, p.in.Module)
	if err != nil {
		return err
	}
	p.files = append(p.files, files...)
	return nil
}

// definition adds a2a.yaml, its schema for editors, and the cards of consumed
// agents.
func (p *planner) definition(context.Context) error {
	p.user(DefinitionPath, p.in.Source)
	p.tool(definition.SchemaFile, definition.JSONSchema())
	for _, c := range p.in.Definition.Consumes {
		name := path.Clean(c.Card)
		if card, ok := p.in.Cards[c.Card]; ok && fs.ValidPath(name) && !p.has(name) {
			p.user(name, card)
		}
	}
	return nil
}

func (p *planner) has(path string) bool {
	return slices.ContainsFunc(p.files, func(f tree.File) bool { return f.Path == path })
}
