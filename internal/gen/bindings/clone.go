package bindings

import (
	"google.golang.org/protobuf/compiler/protogen"
	"google.golang.org/protobuf/reflect/protoreflect"
)

const (
	bytesPackage        = protogen.GoImportPath("bytes")
	mapsPackage         = protogen.GoImportPath("maps")
	slicesPackage       = protogen.GoImportPath("slices")
	protoreflectPackage = protogen.GoImportPath("google.golang.org/protobuf/reflect/protoreflect")
)

// printClones prints a Copy and a Clone function a message. They do what
// protobuf does by reflection, which takes ten times as long.
func (g *generator) printClones() {
	f := g.newFile("clone.go")
	g.printCloneAny(f)
	for m := range messages(g.file.Messages) {
		g.printCopy(f, m)
		f.P()
		g.printClone(f, m)
		f.P()
	}
	printCloneHelpers(f)
}

// printCloneAny prints the switch over all messages.
func (g *generator) printCloneAny(f *protogen.GeneratedFile) {
	doc(f, "Clone returns a copy of m that shares nothing with it. "+
		"A message of another package is copied by reflection.")
	f.P("func Clone(m ", protoPackage.Ident(protobufMessage), ") ", protoPackage.Ident(protobufMessage), " {")
	f.P("switch m := m.(type) {")
	for m := range messages(g.file.Messages) {
		f.P("case *", m.GoIdent, ":")
		f.P("return Clone", m.GoIdent.GoName, "(m)")
	}
	f.P("default:")
	f.P("return ", protoPackage.Ident("Clone"), "(m)")
	f.P("}")
	f.P("}")
	f.P()
}

func (g *generator) printCopy(f *protogen.GeneratedFile, m *protogen.Message) {
	name := "Copy" + m.GoIdent.GoName
	f.P("// ", name, " returns a copy of m that shares what m points to, nil if m is nil.")
	f.P("func ", name, "(m *", m.GoIdent, ") *", m.GoIdent, " {")
	f.P("if m == nil {")
	f.P("return nil")
	f.P("}")
	f.P("c := &", m.GoIdent, "{")
	for _, field := range m.Fields {
		switch {
		case !inOneof(field):
			f.P(field.GoName, ": m.", field.GoName, ",")
		case field == field.Oneof.Fields[0]:
			f.P(field.Oneof.GoName, ": m.", field.Oneof.GoName, ",")
		}
	}
	f.P("}")
	f.P("copyUnknown(c.ProtoReflect(), m.ProtoReflect())")
	f.P("return c")
	f.P("}")
}

func (g *generator) printClone(f *protogen.GeneratedFile, m *protogen.Message) {
	name := "Clone" + m.GoIdent.GoName
	f.P("// ", name, " returns a copy of m that shares nothing with it, nil if m is nil.")
	f.P("func ", name, "(m *", m.GoIdent, ") *", m.GoIdent, " {")
	f.P("c := Copy", m.GoIdent.GoName, "(m)")
	if clones(m) {
		f.P("if c == nil {")
		f.P("return nil")
		f.P("}")
	}
	for _, field := range m.Fields {
		switch {
		case !inOneof(field):
			if deep(field) {
				f.P("c.", field.GoName, " = ", g.clone(f, field, "c."+field.GoName))
			}
		case field == field.Oneof.Fields[0]:
			g.cloneOneof(f, field.Oneof)
		}
	}
	f.P("return c")
	f.P("}")
}

// clones reports whether a copy of a message shares anything with it.
func clones(m *protogen.Message) bool {
	for _, field := range m.Fields {
		if inOneof(field) || deep(field) {
			return true
		}
	}
	return false
}

// deep reports whether a field's value refers to something that can change.
func deep(field *protogen.Field) bool {
	return field.Desc.IsMap() || field.Desc.IsList() || field.Message != nil ||
		field.Desc.Kind() == protoreflect.BytesKind || !inOneof(field) && pointer(field)
}

func (g *generator) cloneOneof(f *protogen.GeneratedFile, oneof *protogen.Oneof) {
	f.P("switch v := c.", oneof.GoName, ".(type) {")
	for _, field := range oneof.Fields {
		f.P("case *", field.GoIdent, ":")
		value := "v." + field.GoName
		if deep(field) {
			value = g.clone(f, field, value)
		}
		f.P("c.", oneof.GoName, " = &", field.GoIdent, "{", field.GoName, ": ", value, "}")
	}
	f.P("}")
}

// clone is the expression of a deep copy of a field's value.
func (g *generator) clone(f *protogen.GeneratedFile, field *protogen.Field, value string) string {
	switch {
	case field.Desc.IsMap():
		if function := g.cloner(f, field.Message.Fields[1]); function != "" {
			return "cloneMap(" + value + ", " + function + ")"
		}
		return f.QualifiedGoIdent(mapsPackage.Ident("Clone")) + "(" + value + ")"
	case field.Desc.IsList():
		if function := g.cloner(f, field); function != "" {
			return "cloneList(" + value + ", " + function + ")"
		}
		return f.QualifiedGoIdent(slicesPackage.Ident("Clone")) + "(" + value + ")"
	case !inOneof(field) && pointer(field):
		return "clonePointer(" + value + ")"
	default:
		return g.cloner(f, field) + "(" + value + ")"
	}
}

// cloner is the function that copies one value of a field, or one element of
// its list or map, and "" if an assignment does.
func (g *generator) cloner(f *protogen.GeneratedFile, field *protogen.Field) string {
	switch {
	case field.Message != nil && g.local(field.Message):
		return "Clone" + field.Message.GoIdent.GoName
	case field.Message != nil:
		return "cloneForeign[*" + f.QualifiedGoIdent(field.Message.GoIdent) + "]"
	case field.Desc.Kind() == protoreflect.BytesKind:
		return f.QualifiedGoIdent(bytesPackage.Ident("Clone"))
	default:
		return ""
	}
}

// printCloneHelpers prints what the functions above have in common.
func printCloneHelpers(f *protogen.GeneratedFile) {
	message := protoreflectPackage.Ident("Message")
	f.P("// copyUnknown copies the fields that only a later proto knows.")
	f.P("func copyUnknown(to, from ", message, ") {")
	f.P("if unknown := from.GetUnknown(); len(unknown) > 0 {")
	f.P("to.SetUnknown(", bytesPackage.Ident("Clone"), "(unknown))")
	f.P("}")
	f.P("}")
	f.P()
	f.P("// cloneForeign copies a message of another proto file.")
	f.P("func cloneForeign[M interface {")
	f.P("comparable")
	f.P(protoPackage.Ident(protobufMessage))
	f.P("}](m M) M {")
	f.P("var none M")
	f.P("if m == none {")
	f.P("return none")
	f.P("}")
	f.P("return ", protoPackage.Ident("CloneOf"), "(m)")
	f.P("}")
	f.P()
	f.P("func clonePointer[T any](p *T) *T {")
	f.P("if p == nil {")
	f.P("return nil")
	f.P("}")
	f.P("v := *p")
	f.P("return &v")
	f.P("}")
	f.P()
	f.P("func cloneList[T any](list []T, clone func(T) T) []T {")
	f.P("if list == nil {")
	f.P("return nil")
	f.P("}")
	f.P("c := make([]T, len(list))")
	f.P("for i, v := range list {")
	f.P("c[i] = clone(v)")
	f.P("}")
	f.P("return c")
	f.P("}")
	f.P()
	f.P("func cloneMap[K comparable, V any](m map[K]V, clone func(V) V) map[K]V {")
	f.P("if m == nil {")
	f.P("return nil")
	f.P("}")
	f.P("c := make(map[K]V, len(m))")
	f.P("for k, v := range m {")
	f.P("c[k] = clone(v)")
	f.P("}")
	f.P("return c")
	f.P("}")
}
