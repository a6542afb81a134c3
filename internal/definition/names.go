package definition

import (
	"errors"
	"fmt"

	"github.com/a2a-gen/a2a-gen/internal/naming"
)

// name gives everything its Go names, as package naming decides.
func (d *decoder) name(def *Definition) {
	if def.Agent.Name != "" {
		def.Agent.Pos = d.at("agent.name")
		slug, err := naming.Slug(def.Agent.Name)
		d.unnamed(def.Agent.Pos, fmt.Sprintf("agent %q", def.Agent.Name), err)
		def.Agent.Slug = slug
	}
	table := naming.NewTable()
	for i, s := range def.AllSkills() {
		path := fmt.Sprintf("skills[%d]", i)
		if i >= len(def.Skills) {
			path = fmt.Sprintf("extended.skills[%d]", i-len(def.Skills))
		}
		if s.ID != "" {
			d.nameSkill(table, s, path)
		}
	}
	for i := range def.Consumes {
		c := &def.Consumes[i]
		if c.Name == "" {
			continue
		}
		at := d.at(fmt.Sprintf("consumes[%d].name", i))
		c.Pos = at
		var err error
		c.GoName, c.File, err = table.Consumed(c.Name, at.Line)
		d.unnamed(at, fmt.Sprintf("agent %q", c.Name), err)
	}
}

func (d *decoder) nameSkill(table *naming.Table, s *Skill, path string) {
	s.Pos = d.at(path + ".id")
	names, err := table.Skill(s.ID, s.Pos.Line)
	if err != nil {
		d.unnamed(s.Pos, fmt.Sprintf("skill %q", s.ID), err)
		return
	}
	s.GoName, s.TaskType, s.File = names.Go, names.Task, names.File
	if s.Input != nil {
		s.InputType = names.Input
		d.nameSchema(table, s.Input, s.InputType)
	}
	for i := range s.Artifacts {
		a := &s.Artifacts[i]
		if a.Name == "" {
			continue
		}
		a.Pos = d.at(fmt.Sprintf("%s.artifacts[%d].name", path, i))
		a.GoName, a.GoType, err = table.Artifact(names, a.Name, a.Pos.Line, a.Schema != nil)
		if err != nil {
			d.unnamed(a.Pos, fmt.Sprintf("artifact %q", a.Name), err)
		} else if a.Schema != nil {
			d.nameSchema(table, a.Schema, a.GoType)
		}
	}
}

// nameSchema names the struct of an object, which has the given name, and what
// is in it. The items of arrays are named after their array. The name itself
// is claimed already.
func (d *decoder) nameSchema(table *naming.Table, s *Schema, name string) {
	switch {
	case s.Items != nil:
		d.nameInner(table, s.Items, name+"Item", s.Items.Pos, "the items of an array")
	case len(s.Properties) > 0:
		s.GoType = name
		fields := naming.NewStruct()
		for i := range s.Properties {
			p := &s.Properties[i]
			if p.Name == "" {
				continue // has a finding
			}
			field, err := fields.Field(p.Name, p.Pos.Line)
			if err != nil {
				d.unnamed(p.Pos, fmt.Sprintf("property %q", p.Name), err)
				continue
			}
			p.GoName = field
			d.nameInner(table, p.Schema, name+field, p.Pos, fmt.Sprintf("property %q", p.Name))
		}
	}
}

// nameInner is nameSchema for a schema inside another one: it claims the name
// if the schema needs a type.
func (d *decoder) nameInner(table *naming.Table, s *Schema, name string, at Pos, what string) {
	if len(s.Properties) > 0 {
		if err := table.Type(name, what, at.Line); err != nil {
			d.unnamed(at, what, err)
			return
		}
	}
	d.nameSchema(table, s, name)
}

// unnamed notes why something has no name.
func (d *decoder) unnamed(at Pos, what string, err error) {
	if f, ok := errors.AsType[*naming.Fault](err); ok {
		d.fault(at, what+" "+f.Message, f.Hint)
	} else if err != nil {
		d.fault(at, fmt.Sprintf("%s has no name: %v", what, err), "rename it")
	}
}
