package project

import (
	"context"
	"io/fs"
	"path"
	"slices"
	"strings"

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
	if !p.whole() {
		return nil
	}
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

// skeleton adds the copied files that every project has: where it shares its
// directory with others, those of the agent only.
func (p *planner) skeleton(context.Context) error {
	files, err := skeleton.Project(p.in.Definition.Agent.Slug, p.in.Module)
	if err != nil {
		return err
	}
	for _, f := range files {
		if p.whole() || strings.HasPrefix(f.Path, AgentDir+"/") {
			p.files = append(p.files, f)
		}
	}
	return nil
}

// definition adds a2a.yaml, its schema for editors, and the cards of consumed
// agents.
func (p *planner) definition(context.Context) error {
	p.input(DefinitionPath, p.in.Source)
	p.tool(definition.SchemaFile, definition.JSONSchema())
	for _, c := range p.in.Definition.Consumes {
		name := path.Clean(c.Card)
		if card, ok := p.in.Cards[c.Card]; ok && fs.ValidPath(name) && !p.has(name) {
			p.input(name, card)
		}
	}
	return nil
}

// input adds a file that the project is made from.
func (p *planner) input(path string, data []byte) {
	p.user(path, data)
	p.plan.inputs = append(p.plan.inputs, path)
}

func (p *planner) has(path string) bool {
	return slices.ContainsFunc(p.files, func(f tree.File) bool { return f.Path == path })
}
