package bindings

import (
	"google.golang.org/protobuf/compiler/protogen"
)

// printMethods prints the JSON-RPC binding and the table of operations that it
// shares with HTTP+JSON.
func (g *generator) printMethods() {
	f := g.newFile("methods.go")
	doc(f, "NewJSONRPCHandler serves svc by JSON-RPC 2.0 over HTTP, streams as server-sent events (section 9). It answers POST on whatever "+
		"path it is mounted at.")
	f.P("func NewJSONRPCHandler(svc Service, opts ", g.wire.Ident("Options"), ") ", httpPackage.Ident("Handler"), " {")
	f.P("return ", g.wire.Ident("NewJSONRPC"), "(opts, []*", g.wire.Ident("Method"), "{")
	for _, m := range g.service.Methods {
		f.P(methodFunc(m), "(svc),")
	}
	f.P("})")
	f.P("}")
	for _, m := range g.service.Methods {
		f.P()
		f.P("func ", methodFunc(m), "(svc Service) *", g.wire.Ident("Method"), " {")
		if m.Desc.IsStreamingClient() {
			f.P("return ", g.wire.Ident("GRPCOnly"), "(", operation(m), ")")
		} else {
			kind := "Unary"
			if m.Desc.IsStreamingServer() {
				kind = "ServerStream"
			}
			f.P("return ", g.wire.Ident(kind), "(", operation(m), ", ", g.codecLiteral(f, m.Input), ", ", g.messageFunc(f, "Append", m.Output), ", svc.", m.GoName, ")")
		}
		f.P("}")
	}
}

func methodFunc(m *protogen.Method) string { return "method" + m.GoName }

// codecLiteral names the functions that read a request.
func (g *generator) codecLiteral(f *protogen.GeneratedFile, m *protogen.Message) string {
	return f.QualifiedGoIdent(g.wire.Ident("Codec")) + "[" + f.QualifiedGoIdent(m.GoIdent) + "]{" +
		"Decode: " + g.messageFunc(f, "Decode", m) + ", Check: " + g.checkFunc(f, m) + ", Set: " + g.setFunc(f, m) + "}"
}
