package bindings

import "google.golang.org/protobuf/compiler/protogen"

// printGRPC prints the gRPC service descriptor, so that no second plugin is
// needed.
func (g *generator) printGRPC() {
	f := g.newFile("grpc.go")
	doc(f, "RegisterGRPC serves svc by gRPC on r (section 10). Message size is a limit of the server, not of a service: give "+
		"grpc.MaxRecvMsgSize the value of opts.Limit.")
	f.P("func RegisterGRPC(r ", grpcPackage.Ident("ServiceRegistrar"), ", svc Service, opts ", g.wire.Ident("Options"), ") {")
	f.P("r.RegisterService(&", grpcPackage.Ident("ServiceDesc"), "{")
	f.P("ServiceName: ", quote(string(g.service.Desc.FullName())), ",")
	f.P("HandlerType: (*Service)(nil),")
	f.P("Methods: []", grpcPackage.Ident("MethodDesc"), "{")
	g.printGRPCMethods(f, false)
	f.P("},")
	f.P("Streams: []", grpcPackage.Ident("StreamDesc"), "{")
	g.printGRPCMethods(f, true)
	f.P("},")
	f.P("Metadata: ", quote(g.file.Desc.Path()), ",")
	f.P("}, svc)")
	f.P("}")
}

func (g *generator) printGRPCMethods(f *protogen.GeneratedFile, streams bool) {
	for _, m := range g.service.Methods {
		client, server := m.Desc.IsStreamingClient(), m.Desc.IsStreamingServer()
		if (client || server) != streams {
			continue
		}
		kind := "GRPCUnary"
		switch {
		case client && server:
			kind = "GRPCBidiStream"
		case client:
			kind = "GRPCClientStream"
		case server:
			kind = "GRPCServerStream"
		}
		f.P(g.wire.Ident(kind), "(", operation(m), ", &opts, ", g.checkFunc(f, m.Input), ", svc.", m.GoName, "),")
	}
}
