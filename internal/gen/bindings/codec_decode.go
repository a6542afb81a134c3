package bindings

import (
	"strconv"

	"google.golang.org/protobuf/compiler/protogen"
)

// printDecoders prints the reading half of the codec.
func (g *generator) printDecoders() {
	f := g.newFile("codec_decode.go")
	for m := range messages(g.file.Messages) {
		g.printDecoder(f, m)
		f.P()
	}
}

func (g *generator) printDecoder(f *protogen.GeneratedFile, m *protogen.Message) {
	name := "Decode" + m.GoIdent.GoName
	f.P("// ", name, " reads a JSON object into m, which must be empty.")
	if len(m.Fields) == 0 {
		f.P("func ", name, "(d *", g.jsonpb.Ident("Decoder"), ", _ *", m.GoIdent, ") {")
		f.P("for d.BeginObject(); d.NextMember(); {")
		f.P("d.SkipValue()")
		f.P("}")
		f.P("}")
		return
	}
	f.P("func ", name, "(d *", g.jsonpb.Ident("Decoder"), ", m *", m.GoIdent, ") {")
	if words := (len(m.Fields) + 63) / 64; words > 1 {
		f.P("var seen [", words, "]uint64")
	} else {
		f.P("var seen uint64")
	}
	f.P("for d.BeginObject(); d.NextMember(); {")
	f.P("switch string(d.Key()) {")
	names := acceptedNames(m)
	for i, field := range m.Fields {
		f.P("case ", names[i], ":")
		f.P("if ", fieldCondition(m, i), " {")
		g.decodeField(f, field)
		f.P("}")
	}
	f.P("default:")
	f.P("d.SkipValue()")
	f.P("}")
	f.P("}")
	f.P("}")
}

// acceptedNames lists, for each field of a message, the names under which it
// is accepted: the JSON name and the proto name. Where the proto name of one
// field is the JSON name of another, it belongs to the other.
func acceptedNames(m *protogen.Message) []string {
	taken := make(map[string]bool)
	for _, field := range m.Fields {
		taken[field.Desc.JSONName()] = true
	}
	var cases []string
	for _, field := range m.Fields {
		names := quote(field.Desc.JSONName())
		if text := field.Desc.TextName(); !taken[text] {
			taken[text] = true
			names += ", " + quote(text)
		}
		cases = append(cases, names)
	}
	return cases
}

// fieldCondition is the condition under which field i of a message has a value
// to read.
func fieldCondition(m *protogen.Message, i int) string {
	field := m.Fields[i]
	begin := "d.Field("
	if nullable(field) {
		begin = "d.NullableField("
	}
	seen := "&seen"
	if len(m.Fields) > 64 {
		seen = "&seen[" + strconv.Itoa(i/64) + "]"
	}
	condition := begin + seen + ", " + strconv.Itoa(i%64) + ", " + quote(field.Desc.JSONName()) + ")"
	if inOneof(field) {
		condition += " && d.Oneof(m." + field.Oneof.GoName + " == nil, " + quote(string(field.Oneof.Desc.Name())) + ")"
	}
	return condition
}

// decodeField prints the statements that read a field's value.
func (g *generator) decodeField(f *protogen.GeneratedFile, field *protogen.Field) {
	target := "m." + field.GoName
	switch {
	case field.Desc.IsMap():
		f.P(target, " = ", g.decodeMap(f, field))
	case field.Desc.IsList() && field.Message != nil:
		f.P(target, " = ", g.jsonpb.Ident("ReadMessages"), "(d, ", g.messageFunc(f, "Decode", field.Message), ")")
	case field.Desc.IsList():
		f.P(target, " = ", g.jsonpb.Ident("ReadList"), "(d, ", g.reader(f, field), ")")
	case inOneof(field) && field.Message != nil:
		f.P("v := new(", field.Message.GoIdent, ")")
		f.P(g.messageFunc(f, "Decode", field.Message), "(d, v)")
		f.P("m.", field.Oneof.GoName, " = &", field.GoIdent, "{", field.GoName, ": v}")
	case inOneof(field):
		f.P("m.", field.Oneof.GoName, " = &", field.GoIdent, "{", field.GoName, ": ", g.read(f, field), "}")
	case field.Message != nil:
		f.P(target, " = new(", field.Message.GoIdent, ")")
		f.P(g.messageFunc(f, "Decode", field.Message), "(d, ", target, ")")
	case pointer(field):
		f.P("v := ", g.read(f, field))
		f.P(target, " = &v")
	default:
		f.P(target, " = ", g.read(f, field))
	}
}

func (g *generator) decodeMap(f *protogen.GeneratedFile, field *protogen.Field) string {
	decoder := "(*" + f.QualifiedGoIdent(g.jsonpb.Ident("Decoder")) + ")."
	key := decoder + scalarName(field.Message.Fields[0].Desc.Kind()) + "Key"
	value := field.Message.Fields[1]
	if value.Message != nil {
		return f.QualifiedGoIdent(g.jsonpb.Ident("ReadMessageMap")) + "(d, " + key + ", " + g.messageFunc(f, "Decode", value.Message) + ")"
	}
	return f.QualifiedGoIdent(g.jsonpb.Ident("ReadMap")) + "(d, " + key + ", " + g.reader(f, value) + ")"
}

// read is the expression that reads a scalar or an enum.
func (g *generator) read(f *protogen.GeneratedFile, field *protogen.Field) string {
	switch {
	case isNullValue(field):
		return f.QualifiedGoIdent(g.jsonpb.Ident("ReadNullValue")) + "(d)"
	case field.Enum != nil:
		return f.QualifiedGoIdent(g.jsonpb.Ident("ReadEnum")) + "[" + f.QualifiedGoIdent(field.Enum.GoIdent) + "](d, " +
			f.QualifiedGoIdent(enumValues(field.Enum)) + ")"
	default:
		return "d.Read" + scalarName(field.Desc.Kind()) + "()"
	}
}

// reader is the function that reads one element, a scalar or an enum, of a
// field's list or map.
func (g *generator) reader(f *protogen.GeneratedFile, field *protogen.Field) string {
	decoder := "*" + f.QualifiedGoIdent(g.jsonpb.Ident("Decoder"))
	switch {
	case isNullValue(field):
		return f.QualifiedGoIdent(g.jsonpb.Ident("ReadNullValue"))
	case field.Enum != nil:
		return "func(d " + decoder + ") " + f.QualifiedGoIdent(field.Enum.GoIdent) + " { return " + g.read(f, field) + " }"
	default:
		return "(" + decoder + ").Read" + scalarName(field.Desc.Kind())
	}
}
