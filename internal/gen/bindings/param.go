package bindings

import (
	"google.golang.org/protobuf/compiler/protogen"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// printParams prints, for every request that HTTP can carry, how a path or
// query parameter sets a field (section 11.5), and how a client writes the
// fields as a query.
func (g *generator) printParams() {
	f := g.newFile("param.go")
	f.P("// Path and query parameters: each sets the field of its name. A field that")
	f.P("// has no form as text cannot be set.")
	f.P()
	for _, m := range g.requests() {
		g.printSetter(f, m)
	}
}

// requests lists the request messages of the JSON bindings, each once.
func (g *generator) requests() []*protogen.Message {
	var list []*protogen.Message
	seen := make(map[string]bool)
	for _, m := range g.service.Methods {
		name := string(m.Input.Desc.FullName())
		if !m.Desc.IsStreamingClient() && g.local(m.Input) && !seen[name] {
			seen[name] = true
			list = append(list, m.Input)
		}
	}
	return list
}

// setFunc names the function that sets a field of a request from text.
func (g *generator) setFunc(f *protogen.GeneratedFile, m *protogen.Message) string {
	if g.local(m) {
		return "set" + m.GoIdent.GoName
	}
	return f.QualifiedGoIdent(g.wire.Ident("NoParams")) + "[" + f.QualifiedGoIdent(m.GoIdent) + "]"
}

func (g *generator) printSetter(f *protogen.GeneratedFile, m *protogen.Message) {
	f.P("func ", g.setFunc(f, m), "(m *", m.GoIdent, ", name, value string) (known bool, fault string) {")
	f.P("switch name {")
	for _, field := range m.Fields {
		set := g.setExpr(f, field)
		if set == "" {
			continue
		}
		f.P("case ", g.paramNames(field), ":")
		f.P("return true, ", set)
	}
	f.P("}")
	f.P(`return false, ""`)
	f.P("}")
	f.P()
}

// paramNames lists the names of a field as a parameter: the JSON name, the
// proto name, and what the rules know besides.
func (g *generator) paramNames(field *protogen.Field) string {
	json, name := field.Desc.JSONName(), string(field.Desc.Name())
	names := quote(json)
	if name != json {
		names += ", " + quote(name)
	}
	for _, q := range g.rules.QueryNames {
		for _, m := range g.service.Methods {
			if q.Operation == string(m.Desc.Name()) && m.Input.Desc.FullName() == field.Parent.Desc.FullName() && q.Field == name {
				names += ", " + quote(q.Name)
			}
		}
	}
	return names
}

// setExpr is the call that sets a field from value, "" if text cannot.
func (g *generator) setExpr(f *protogen.GeneratedFile, field *protogen.Field) string {
	target := "(&m." + field.GoName + ", value, "
	if inOneof(field) || field.Desc.IsMap() {
		return ""
	}
	if field.Message != nil {
		if field.Desc.IsList() || field.Message.Desc.FullName() != "google.protobuf.Timestamp" {
			return ""
		}
		return f.QualifiedGoIdent(g.wire.Ident("SetTimestamp")) + "(&m." + field.GoName + ", value)"
	}
	set := "SetValue"
	switch {
	case field.Desc.IsList():
		set = "SetList"
	case field.Desc.HasPresence():
		set = "SetOptional"
	}
	parse := g.parseFunc(f, field)
	if parse == "" {
		return ""
	}
	return f.QualifiedGoIdent(g.wire.Ident(set)) + target + parse + ")"
}

// parseFunc is the function that reads a value of a field's type.
func (g *generator) parseFunc(f *protogen.GeneratedFile, field *protogen.Field) string {
	if field.Enum != nil {
		values := protogen.GoIdent{GoName: field.Enum.GoIdent.GoName + "_value", GoImportPath: field.Enum.GoIdent.GoImportPath}
		return f.QualifiedGoIdent(g.wire.Ident("ParseEnum")) + "[" + f.QualifiedGoIdent(field.Enum.GoIdent) + "](" + f.QualifiedGoIdent(values) + ")"
	}
	name := ""
	switch field.Desc.Kind() {
	case protoreflect.StringKind:
		name = "ParseString"
	case protoreflect.BoolKind:
		name = "ParseBool"
	case protoreflect.Int32Kind, protoreflect.Sint32Kind, protoreflect.Sfixed32Kind:
		name = "ParseInt32"
	case protoreflect.Int64Kind, protoreflect.Sint64Kind, protoreflect.Sfixed64Kind:
		name = "ParseInt64"
	case protoreflect.Uint32Kind, protoreflect.Fixed32Kind:
		name = "ParseUint32"
	case protoreflect.Uint64Kind, protoreflect.Fixed64Kind:
		name = "ParseUint64"
	case protoreflect.FloatKind:
		name = "ParseFloat32"
	case protoreflect.DoubleKind:
		name = "ParseFloat64"
	default:
		return ""
	}
	return f.QualifiedGoIdent(g.wire.Ident(name))
}
