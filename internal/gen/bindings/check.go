package bindings

import (
	"slices"

	"google.golang.org/genproto/googleapis/api/annotations"
	"google.golang.org/protobuf/compiler/protogen"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"
)

// printChecks prints the validation of every message: required fields, enum
// values that exist, and oneofs of which the prose wants exactly one member.
func (g *generator) printChecks() {
	f := g.newFile("check.go")
	doc(f, "Validate checks what the protocol demands of a message from outside: required fields are set, required lists have an element, "+
		"enums have a value that the protocol knows (section 5.7). It returns a *wire.Error that names each field at fault, or nil. "+
		"Messages of other packages are not checked.")
	f.P("func Validate(m ", protoPackage.Ident(protobufMessage), ") error {")
	f.P("switch m := m.(type) {")
	for m := range messages(g.file.Messages) {
		if g.checkable(m) {
			f.P("case *", m.GoIdent, ":")
			f.P("return ", g.checkFunc(f, m), "(m).Err()")
		}
	}
	f.P("}")
	f.P("return nil")
	f.P("}")
	for m := range messages(g.file.Messages) {
		if g.checkable(m) {
			f.P()
			g.printCheck(f, m)
		}
	}
}

// checkable reports whether anything can be wrong with a message: with a field
// or oneof of its own, or with a message in it. A message of another file is
// not checked; what it may hold is not A2A's business.
func (g *generator) checkable(m *protogen.Message) bool {
	return g.reaches(m, make(map[protoreflect.FullName]bool))
}

func (g *generator) reaches(m *protogen.Message, seen map[protoreflect.FullName]bool) bool {
	if m == nil || !g.local(m) || seen[m.Desc.FullName()] {
		return false
	}
	seen[m.Desc.FullName()] = true
	return slices.ContainsFunc(m.Oneofs, g.exactlyOne) || slices.ContainsFunc(m.Fields, func(field *protogen.Field) bool {
		if field.Desc.IsMap() {
			field = field.Message.Fields[1]
		}
		return required(field) || field.Enum != nil || g.reaches(field.Message, seen)
	})
}

// checkFunc names the function that validates a message.
func (g *generator) checkFunc(f *protogen.GeneratedFile, m *protogen.Message) string {
	if g.checkable(m) {
		return "check" + m.GoIdent.GoName
	}
	return f.QualifiedGoIdent(g.wire.Ident("Unchecked")) + "[" + f.QualifiedGoIdent(m.GoIdent) + "]"
}

func (g *generator) printCheck(f *protogen.GeneratedFile, m *protogen.Message) {
	f.P("func ", g.checkFunc(f, m), "(m *", m.GoIdent, ") (v ", g.wire.Ident("Violations"), ") {")
	for _, field := range m.Fields {
		g.printFieldCheck(f, field)
	}
	for _, oneof := range m.Oneofs {
		if g.exactlyOne(oneof) {
			f.P("if m.", oneof.GoName, " == nil {")
			f.P(`v.Add("", `, quote("needs exactly one of "+memberNames(oneof)), ")")
			f.P("}")
		}
	}
	f.P("return v")
	f.P("}")
}

// checked reports whether anything can be wrong with a field.
func (g *generator) checked(field *protogen.Field) bool {
	if field.Desc.IsMap() {
		value := field.Message.Fields[1]
		return g.nested(value) || value.Enum != nil
	}
	return required(field) || field.Enum != nil || g.nested(field)
}

// nested reports whether a field holds messages that can be checked.
func (g *generator) nested(field *protogen.Field) bool {
	return field.Message != nil && g.checkable(field.Message)
}

func (g *generator) printFieldCheck(f *protogen.GeneratedFile, field *protogen.Field) {
	if !g.checked(field) {
		return
	}
	name, value := quote(field.Desc.JSONName()), "m."+field.GoName
	switch {
	case field.Desc.IsMap():
		f.P("for key, value := range ", value, " {")
		g.printValueCheck(f, field.Message.Fields[1], "value", func(faults string) {
			f.P("v.Key(", name, ", ", g.wire.Ident("MapKey"), "(key), ", faults, ")")
		})
		f.P("}")
	case field.Desc.IsList():
		if required(field) {
			f.P("if len(", value, ") == 0 {")
			f.P("v.Add(", name, `, "needs at least one element")`)
			f.P("}")
		}
		if g.nested(field) || field.Enum != nil {
			f.P("for i, value := range ", value, " {")
			g.printValueCheck(f, field, "value", func(faults string) { f.P("v.At(", name, ", i, ", faults, ")") })
			f.P("}")
		}
	case inOneof(field):
		g.printMemberCheck(f, field)
	case field.Message != nil:
		g.printMessageCheck(f, field, name, value)
	default:
		g.printScalarCheck(f, field, name, value)
	}
}

// printValueCheck prints the check of an element of a list or map.
func (g *generator) printValueCheck(f *protogen.GeneratedFile, field *protogen.Field, value string, report func(faults string)) {
	if field.Enum != nil {
		report(f.QualifiedGoIdent(g.wire.Ident("CheckEnum")) + "(" + f.QualifiedGoIdent(enumNames(field.Enum)) + ", " + value + ")")
		return
	}
	report(g.checkFunc(f, field.Message) + "(" + value + ")")
}

func (g *generator) printMemberCheck(f *protogen.GeneratedFile, field *protogen.Field) {
	if !g.nested(field) {
		return
	}
	f.P("if member, ok := m.", field.Oneof.GoName, ".(*", field.GoIdent, "); ok {")
	f.P("v.In(", quote(field.Desc.JSONName()), ", ", g.checkFunc(f, field.Message), "(member.", field.GoName, "))")
	f.P("}")
}

func (g *generator) printMessageCheck(f *protogen.GeneratedFile, field *protogen.Field, name, value string) {
	switch nested := g.nested(field); {
	case required(field) && nested:
		f.P("if ", value, " == nil {")
		f.P("v.Missing(", name, ")")
		f.P("} else {")
	case required(field):
		f.P("if ", value, " == nil {")
		f.P("v.Missing(", name, ")")
		f.P("}")
		return
	default:
		f.P("if ", value, " != nil {")
	}
	f.P("v.In(", name, ", ", g.checkFunc(f, field.Message), "(", value, "))")
	f.P("}")
}

func (g *generator) printScalarCheck(f *protogen.GeneratedFile, field *protogen.Field, name, value string) {
	if required(field) && field.Desc.Kind() == protoreflect.BytesKind {
		f.P("if len(", value, ") == 0 {")
		f.P("v.Missing(", name, ")")
		f.P("}")
	} else if required(field) && zero(field) != "" {
		f.P("if ", value, " == ", zero(field), " {")
		f.P("v.Missing(", name, ")")
		f.P("}")
	}
	if field.Enum == nil {
		return
	}
	get := value
	if field.Desc.HasOptionalKeyword() {
		get = "m.Get" + field.GoName + "()"
	}
	f.P("v.In(", name, ", ", g.wire.Ident("CheckEnum"), "(", f.QualifiedGoIdent(enumNames(field.Enum)), ", ", get, "))")
}

// zero is the Go value that means "not set" for a required scalar, "" where
// every value is a value: numbers and booleans may well be zero.
func zero(field *protogen.Field) string {
	if field.Desc.HasPresence() {
		return "nil"
	}
	switch field.Desc.Kind() {
	case protoreflect.StringKind:
		return `""`
	case protoreflect.EnumKind:
		return "0"
	default:
		return ""
	}
}

// required reports whether the proto annotates a field as REQUIRED.
func required(field *protogen.Field) bool {
	options, ok := field.Desc.Options().(*descriptorpb.FieldOptions)
	if !ok {
		return false
	}
	behaviors, _ := proto.GetExtension(options, annotations.E_FieldBehavior).([]annotations.FieldBehavior)
	return slices.Contains(behaviors, annotations.FieldBehavior_REQUIRED)
}

func inOneof(field *protogen.Field) bool {
	return field.Oneof != nil && !field.Oneof.Desc.IsSynthetic()
}

func (g *generator) exactlyOne(oneof *protogen.Oneof) bool {
	return slices.Contains(g.rules.OneOfs, string(oneof.Desc.FullName()))
}

func memberNames(oneof *protogen.Oneof) string {
	names := ""
	for i, field := range oneof.Fields {
		if i > 0 {
			names += ", "
		}
		names += field.Desc.JSONName()
	}
	return names
}

// enumNames is protoc-gen-go's map from an enum's numbers to its names.
func enumNames(enum *protogen.Enum) protogen.GoIdent {
	return protogen.GoIdent{GoName: enum.GoIdent.GoName + "_name", GoImportPath: enum.GoIdent.GoImportPath}
}
