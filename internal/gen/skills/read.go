package skills

import (
	"github.com/a2a-gen/a2a-gen/internal/definition"
)

// printRead prints the function that reads an object into a type.
func (f *file) printRead(s *definition.Schema, name string) {
	f.P("func read", name, "(o *", f.schema.Ident("Object"), ") ", name, " {")
	defer f.P("}\n")
	if !isStruct(s) {
		f.P("return o.Map()")
		return
	}
	if s.AdditionalProperties {
		f.P("return ", name, "{")
	} else {
		f.P("v := ", name, "{")
	}
	for i := range s.Properties {
		p := &s.Properties[i]
		f.P(p.GoName, ": ", f.readCall(p), ",")
	}
	f.P("}")
	if !s.AdditionalProperties {
		f.P("o.Closed()")
		f.P("return v")
	}
}

// readCall reads one member.
func (f *file) readCall(p *definition.Property) string {
	args := "(o, " + quote(p.Name) + ", " + f.reader(p.Schema)
	switch {
	case p.Required:
		return f.name(f.schema, "Required") + args + ")"
	case isPointer(p):
		return f.name(f.schema, "Pointer") + args + ")"
	case isOptional(p):
		return f.name(f.schema, "Optional") + args + ")"
	}
	if value, ok := literal(p.Schema, p.Schema.Default); ok {
		return f.name(f.schema, "Default") + args + ", " + value + ")"
	}
	return f.name(f.schema, "DefaultJSON") + args + ", " + quote(toJSON(p.Schema.Default)) + ")"
}

// reader is the function that reads a value.
func (f *file) reader(s *definition.Schema) string {
	switch s.Type {
	case definition.TypeString:
		return f.name(f.schema, "String")
	case definition.TypeInteger:
		return f.name(f.schema, "Integer")
	case definition.TypeNumber:
		return f.name(f.schema, "Number")
	case definition.TypeBoolean:
		return f.name(f.schema, "Boolean")
	case definition.TypeArray:
		return f.name(f.schema, "List") + "(" + f.reader(s.Items) + ")"
	}
	if isStruct(s) {
		return f.name(f.schema, "Struct") + "(read" + s.GoType + ")"
	}
	return f.name(f.schema, "Map")
}
