package skills

import (
	"fmt"
	"slices"

	"github.com/a2a-gen/a2a-gen/internal/definition"
)

// printSkill prints the file of one skill.
func (g *generator) printSkill(s *definition.Skill) {
	f := g.newFile(s.File + ".go")
	if s.Input != nil {
		f.printType(s.Input, s.InputType, fmt.Sprintf("%s is the input of the skill %s.", s.InputType, oneLine(s.ID)), true)
	}
	f.printTask(s)
	for i := range s.Artifacts {
		if a := &s.Artifacts[i]; a.Schema != nil {
			about := fmt.Sprintf("%s is the content of the artifact %s of the skill %s.", a.GoType, oneLine(a.Name), oneLine(s.ID))
			f.printType(a.Schema, a.GoType, about, false)
		}
	}
	f.printBind(s)
}

// printBind prints the function that connects a skill with its code.
func (f *file) printBind(s *definition.Skill) {
	modes := s.InputModes
	if modes == nil {
		modes = f.def.DefaultInputModes
	}
	doc(f.GeneratedFile, fmt.Sprintf("bind%s connects the skill %s with its code.", s.GoName, oneLine(s.ID)))
	f.P("func bind", s.GoName, "(h Handler) ", f.skill.Ident("Skill"), " {")
	f.P("return ", f.skill.Ident("Skill"), "{")
	f.P("ID: ", quote(s.ID), ",")
	f.P("Name: ", quote(s.Name), ",")
	f.P("InputModes: ", stringList(modes), ",")
	if f.isExtended(s) {
		f.P("Extended: true,")
	}
	if s.Reply {
		f.P("Reply: true,")
	}
	if s.Input == nil {
		f.P("Run: func(ctx ", contextPackage.Ident("Context"), ", task *", f.skill.Ident("Task"), ") error {")
		f.P("return h.", s.GoName, "(ctx, &", s.TaskType, "{task})")
		f.P("},")
	} else {
		f.P("Bind: func(data *", structpbPackage.Ident("Struct"), ") (", f.skill.Ident("Work"), ", ", f.wire.Ident("Violations"), ") {")
		f.P("o := ", f.schema.Ident("NewObject"), "(data)")
		f.P("in := read", s.InputType, "(o)")
		f.P("return func(ctx ", contextPackage.Ident("Context"), ", task *", f.skill.Ident("Task"), ") error {")
		f.P("return h.", s.GoName, "(ctx, in, &", s.TaskType, "{task})")
		f.P("}, o.Faults(", validation("in", s.Input), ")")
		f.P("},")
	}
	f.P("}")
	f.P("}")
}

// isExtended reports whether only the extended card lists a skill.
func (g *generator) isExtended(s *definition.Skill) bool {
	return g.def.Extended != nil && slices.ContainsFunc(g.def.Extended.Skills, func(e definition.Skill) bool { return e.ID == s.ID })
}

// validation is a call of the Validate method of a value, if it has one.
func validation(value string, s *definition.Schema) string {
	if !checked(s) {
		return "nil"
	}
	return value + ".Validate()"
}
