package bindings

import (
	"strconv"

	"google.golang.org/protobuf/compiler/protogen"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/jsonpb"
)

// printEncoders prints the writing half of the codec.
func (g *generator) printEncoders() {
	f := g.newFile("codec_encode.go")
	for m := range messages(g.file.Messages) {
		g.printEncoder(f, m)
		f.P()
	}
}

func (g *generator) printEncoder(f *protogen.GeneratedFile, m *protogen.Message) {
	name := "Append" + m.GoIdent.GoName
	f.P("// ", name, " appends the JSON of m, {} if m is nil, and returns the longer buffer.")
	if len(m.Fields) == 0 {
		f.P("func ", name, "(b []byte, _ *", m.GoIdent, ") []byte {")
		f.P(`return append(b, "{}"...)`)
		f.P("}")
		return
	}
	f.P("func ", name, "(b []byte, m *", m.GoIdent, ") []byte {")
	f.P("if m == nil {")
	f.P(`return append(b, "{}"...)`)
	f.P("}")
	f.P("start := len(b)")
	for _, field := range m.Fields {
		switch {
		case !inOneof(field):
			g.encodeField(f, field)
		case field == field.Oneof.Fields[0]:
			g.encodeOneof(f, field.Oneof)
		}
	}
	f.P("return ", g.jsonpb.Ident("EndObject"), "(b, start)")
	f.P("}")
}

func (g *generator) encodeOneof(f *protogen.GeneratedFile, oneof *protogen.Oneof) {
	f.P("switch v := m.", oneof.GoName, ".(type) {")
	for _, field := range oneof.Fields {
		f.P("case *", field.GoIdent, ":")
		g.encodeMember(f, field, "v."+field.GoName)
	}
	f.P("}")
}

func (g *generator) encodeField(f *protogen.GeneratedFile, field *protogen.Field) {
	value := "m." + field.GoName
	condition := isSet(f, field, value)
	if required(field) && !field.Desc.HasPresence() {
		condition = ""
	}
	if pointer(field) {
		value = "*" + value
	}
	if condition == "" {
		g.encodeMember(f, field, value)
		return
	}
	f.P("if ", condition, " {")
	g.encodeMember(f, field, value)
	f.P("}")
}

// encodeMember prints the name and the value of a member.
func (g *generator) encodeMember(f *protogen.GeneratedFile, field *protogen.Field, value string) {
	f.P("b = append(b, ", memberName(field), "...)")
	f.P("b = ", g.encode(f, field, value))
}

// encode is the expression that appends a field's value to b.
func (g *generator) encode(f *protogen.GeneratedFile, field *protogen.Field, value string) string {
	switch {
	case field.Desc.IsMap():
		return g.encodeMap(f, field, value)
	case field.Desc.IsList():
		return f.QualifiedGoIdent(g.jsonpb.Ident("AppendList")) + "(b, " + value + ", " + g.appender(f, field) + ")"
	case field.Enum != nil && !isNullValue(field):
		return g.encodeEnum(f, field.Enum, value)
	default:
		return g.appender(f, field) + "(b, " + value + ")"
	}
}

func (g *generator) encodeMap(f *protogen.GeneratedFile, field *protogen.Field, value string) string {
	key, element := field.Message.Fields[0], g.appender(f, field.Message.Fields[1])
	if key.Desc.Kind() == protoreflect.BoolKind {
		return f.QualifiedGoIdent(g.jsonpb.Ident("AppendBoolMap")) + "(b, " + value + ", " + element + ")"
	}
	appendKey := f.QualifiedGoIdent(g.jsonpb.Ident("Append" + keyName(key.Desc.Kind())))
	return f.QualifiedGoIdent(g.jsonpb.Ident("AppendMap")) + "(b, " + value + ", " + appendKey + ", " + element + ")"
}

func (g *generator) encodeEnum(f *protogen.GeneratedFile, enum *protogen.Enum, value string) string {
	return f.QualifiedGoIdent(g.jsonpb.Ident("AppendEnum")) + "(b, " + value + ", " + f.QualifiedGoIdent(enumNames(enum)) + ")"
}

// appender is the function that appends one value of a field, or one element
// of its list or map.
func (g *generator) appender(f *protogen.GeneratedFile, field *protogen.Field) string {
	switch {
	case field.Message != nil:
		return g.messageFunc(f, "Append", field.Message)
	case isNullValue(field):
		return f.QualifiedGoIdent(g.jsonpb.Ident("AppendNullValue"))
	case field.Enum != nil:
		return "func(b []byte, v " + f.QualifiedGoIdent(field.Enum.GoIdent) + ") []byte { return " + g.encodeEnum(f, field.Enum, "v") + " }"
	default:
		return f.QualifiedGoIdent(g.jsonpb.Ident("Append" + scalarName(field.Desc.Kind())))
	}
}

// keyName names the function of jsonpb that appends a map's key.
func keyName(kind protoreflect.Kind) string {
	switch scalarName(kind) {
	case "Int32", "Int64":
		return "IntKey"
	case "Uint32", "Uint64":
		return "UintKey"
	default:
		return "String"
	}
}

// isSet is the condition under which a field outside of oneofs is set, or not
// the default if it has no presence.
func isSet(f *protogen.GeneratedFile, field *protogen.Field, value string) string {
	kind := field.Desc.Kind()
	switch {
	case field.Desc.IsMap() || field.Desc.IsList():
		return "len(" + value + ") > 0"
	case field.Desc.HasPresence():
		return value + " != nil"
	case kind == protoreflect.BytesKind:
		return "len(" + value + ") > 0"
	case kind == protoreflect.StringKind:
		return value + ` != ""`
	case kind == protoreflect.BoolKind:
		return value
	case kind == protoreflect.FloatKind:
		return f.QualifiedGoIdent(mathPackage.Ident("Float32bits")) + "(" + value + ") != 0"
	case kind == protoreflect.DoubleKind:
		return f.QualifiedGoIdent(mathPackage.Ident("Float64bits")) + "(" + value + ") != 0"
	default:
		return value + " != 0"
	}
}

// mathPackage tells negative zero, which is not the default, from zero.
const mathPackage = protogen.GoImportPath("math")

// pointer reports whether a field outside of oneofs points to its scalar.
func pointer(field *protogen.Field) bool {
	return field.Desc.HasPresence() && field.Message == nil && field.Desc.Kind() != protoreflect.BytesKind
}

// memberName is the Go literal of what stands before a member's value. The
// comma of the first member becomes the opening brace.
func memberName(field *protogen.Field) string {
	s := string(jsonpb.AppendString([]byte{','}, field.Desc.JSONName())) + ":"
	if strconv.CanBackquote(s) {
		return "`" + s + "`"
	}
	return strconv.Quote(s)
}
