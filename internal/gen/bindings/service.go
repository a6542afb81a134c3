package bindings

import (
	"google.golang.org/protobuf/compiler/protogen"
)

// printService prints the Service interface, its default, and the operations.
func (g *generator) printService() {
	f := g.newFile("service.go")
	doc(f, "Service is what an agent does, one method for each operation of %s. The bindings of this package call it with requests "+
		"that are decoded and whose required fields are set; identity, protocol version and the like are in the context's %s.",
		g.service.Desc.FullName(), f.QualifiedGoIdent(g.wire.Ident("Call")))
	f.P("//")
	doc(f, "An error of type *wire.Error reaches the client as it is, any other as an internal error without its text. "+
		"Implementations are safe for concurrent use.")
	f.P("type Service interface {")
	for i, m := range g.service.Methods {
		if i > 0 {
			f.P()
		}
		protoDoc(f, m.Comments)
		f.P(g.signature(f, m))
	}
	f.P("}")
	f.P()
	doc(f, "UnimplementedService answers every operation with UnsupportedOperation. Embed it in a Service that shall go on compiling "+
		"when a later version of the protocol adds operations.")
	f.P("type UnimplementedService struct{}")
	f.P()
	for _, m := range g.service.Methods {
		f.P("// ", m.GoName, " answers with UnsupportedOperation.")
		f.P("func (UnimplementedService) ", g.signature(f, m), " {")
		if m.Desc.IsStreamingServer() {
			f.P("return UnsupportedOperation.New(", quote(m.GoName+" is not supported"), ")")
		} else {
			f.P("return nil, UnsupportedOperation.New(", quote(m.GoName+" is not supported"), ")")
		}
		f.P("}")
		f.P()
	}
	f.P("// The operations of the service, for all bindings.")
	f.P("var (")
	for _, m := range g.service.Methods {
		f.P(operation(m), " = &", g.wire.Ident("Operation"), "{Name: ", quote(string(m.Desc.Name())), ", FullMethod: ", quote(fullMethod(m)),
			streamingField(m), "}")
	}
	f.P(")")
}

// signature is the declaration of an operation in a Service.
func (g *generator) signature(f *protogen.GeneratedFile, m *protogen.Method) string {
	req, resp := f.QualifiedGoIdent(m.Input.GoIdent), f.QualifiedGoIdent(m.Output.GoIdent)
	in, out := "req *"+req, "(*"+resp+", error)"
	if m.Desc.IsStreamingClient() {
		in = "requests " + f.QualifiedGoIdent(iterPackage.Ident("Seq2")) + "[*" + req + ", error]"
	}
	if m.Desc.IsStreamingServer() {
		in += ", stream " + f.QualifiedGoIdent(g.wire.Ident("Stream")) + "[" + resp + "]"
		out = "error"
	}
	return m.GoName + "(ctx " + f.QualifiedGoIdent(contextPackage.Ident("Context")) + ", " + in + ") " + out
}

func streamingField(m *protogen.Method) string {
	if m.Desc.IsStreamingServer() {
		return ", Streaming: true"
	}
	return ""
}

// operation is the name of the variable that describes an operation.
func operation(m *protogen.Method) string { return "operation" + m.GoName }

func fullMethod(m *protogen.Method) string {
	return "/" + string(m.Parent.Desc.FullName()) + "/" + string(m.Desc.Name())
}
