package bindings

import (
	"fmt"
	"strings"

	"google.golang.org/protobuf/compiler/protogen"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/gofeaturespb"
)

// GenerateCodec prints the JSON codec of every message of file into package
// a2a: an Append and a Decode function a message, and Marshal and Unmarshal
// that choose among them; and the functions that copy messages. jsonpb is the
// import path of the primitives.
func GenerateCodec(plugin *protogen.Plugin, file *protogen.File, a2a, jsonpb protogen.GoImportPath) {
	g := &generator{plugin: plugin, file: file, a2a: a2a, jsonpb: jsonpb}
	for m := range messages(file.Messages) {
		if m.APILevel == gofeaturespb.GoFeatures_API_OPAQUE {
			plugin.Error(fmt.Errorf("%s: message %s has the opaque Go API, whose fields a codec cannot reach; "+
				"set features.(pb.go).api_level = API_OPEN", position(m.Desc), m.Desc.Name()))
			return
		}
	}
	g.printCodec()
	g.printEncoders()
	g.printDecoders()
	g.printClones()
}

// printCodec prints the switches over all messages.
func (g *generator) printCodec() {
	f := g.newFile("codec.go")
	doc(f, "Marshal returns the JSON of m. Required fields are always there, other fields only when they are set. "+
		"A message of another package is marshaled by reflection.")
	f.P("func Marshal(m ", protoPackage.Ident(protobufMessage), ") ([]byte, error) {")
	f.P("switch m := m.(type) {")
	for m := range messages(g.file.Messages) {
		f.P("case *", m.GoIdent, ":")
		f.P("return Append", m.GoIdent.GoName, "(nil, m), nil")
	}
	f.P("default:")
	f.P("return ", g.jsonpb.Ident("MarshalForeign"), "(m)")
	f.P("}")
	f.P("}")
	f.P()
	doc(f, "Unmarshal resets m and reads the JSON of it. A failure is a *jsonpb.Error. "+
		"It checks that the JSON fits the message, not what the protocol demands of it: see Validate.")
	f.P("func Unmarshal(data []byte, m ", protoPackage.Ident(protobufMessage), ") error {")
	f.P("d := ", g.jsonpb.Ident("Acquire"), "(data)")
	f.P("defer d.Release()")
	f.P("switch m := m.(type) {")
	for m := range messages(g.file.Messages) {
		f.P("case *", m.GoIdent, ":")
		f.P("m.Reset()")
		f.P("Decode", m.GoIdent.GoName, "(d, m)")
	}
	f.P("default:")
	f.P(g.jsonpb.Ident("DecodeForeign"), "(d, m)")
	f.P("}")
	f.P("return d.End()")
	f.P("}")
}

// messageFunc is the expression of the function that appends or decodes a
// message: a printed one, one of jsonpb for the well-known types, or the
// generic one for all others.
func (g *generator) messageFunc(f *protogen.GeneratedFile, verb string, m *protogen.Message) string {
	if g.local(m) {
		return verb + m.GoIdent.GoName
	}
	if wellKnown(m.Desc.FullName()) {
		return f.QualifiedGoIdent(g.jsonpb.Ident(verb + string(m.Desc.Name())))
	}
	return f.QualifiedGoIdent(g.jsonpb.Ident(verb+"Foreign")) + "[*" + f.QualifiedGoIdent(m.GoIdent) + "]"
}

// wellKnown reports whether jsonpb has a codec for a message. Any is not among
// them, because what it holds is found by reflection.
func wellKnown(name protoreflect.FullName) bool {
	short, ok := strings.CutPrefix(string(name), "google.protobuf.")
	if !ok {
		return false
	}
	switch short {
	case "Struct", "Value", "ListValue", "Timestamp", "Duration", "Empty", "FieldMask",
		"BoolValue", "Int32Value", "Int64Value", "UInt32Value", "UInt64Value",
		"FloatValue", "DoubleValue", "StringValue", "BytesValue":
		return true
	}
	return false
}

// nullable reports whether null is a value of a field's type, and does not
// mean that the field is unset.
func nullable(field *protogen.Field) bool {
	return field.Message != nil && field.Message.Desc.FullName() == "google.protobuf.Value" || isNullValue(field)
}

func isNullValue(field *protogen.Field) bool {
	return field.Enum != nil && field.Enum.Desc.FullName() == "google.protobuf.NullValue"
}

// enumValues is protoc-gen-go's map from an enum's names to its numbers.
func enumValues(enum *protogen.Enum) protogen.GoIdent {
	return protogen.GoIdent{GoName: enum.GoIdent.GoName + "_value", GoImportPath: enum.GoIdent.GoImportPath}
}

// scalarName is the name that jsonpb's functions have for a scalar kind:
// AppendInt32, ReadInt32.
func scalarName(kind protoreflect.Kind) string {
	switch kind {
	case protoreflect.BoolKind:
		return "Bool"
	case protoreflect.Int32Kind, protoreflect.Sint32Kind, protoreflect.Sfixed32Kind:
		return "Int32"
	case protoreflect.Int64Kind, protoreflect.Sint64Kind, protoreflect.Sfixed64Kind:
		return "Int64"
	case protoreflect.Uint32Kind, protoreflect.Fixed32Kind:
		return "Uint32"
	case protoreflect.Uint64Kind, protoreflect.Fixed64Kind:
		return "Uint64"
	case protoreflect.FloatKind:
		return "Float"
	case protoreflect.DoubleKind:
		return "Double"
	case protoreflect.BytesKind:
		return "Bytes"
	default:
		return "String"
	}
}

// position is where a descriptor stands in its proto file.
func position(desc protoreflect.Descriptor) string {
	file := desc.ParentFile()
	at := file.SourceLocations().ByDescriptor(desc)
	return fmt.Sprintf("%s:%d:%d", file.Path(), at.StartLine+1, at.StartColumn+1)
}
