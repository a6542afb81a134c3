package bindings

import (
	"strings"

	"google.golang.org/protobuf/compiler/protogen"
	"google.golang.org/protobuf/reflect/protoreflect"
)

const urlPackage = protogen.GoImportPath("net/url")

// printClients prints the Client interface and a client for each binding.
func (g *generator) printClients() {
	g.printClientInterface()
	g.printRPCClient()
	g.printRESTClient()
	g.printGRPCClient()
}

func (g *generator) printClientInterface() {
	f := g.newFile("client.go")
	doc(f, "Client calls an agent, one method for each operation of %s that answers one request. Whatever the binding, a failure that the agent "+
		"reports is a *wire.Error. A stream that breaks yields its error last; one that just ends while the task goes on can be taken up "+
		"again. Clients are safe for concurrent use.", g.service.Desc.FullName())
	f.P("type Client interface {")
	for _, m := range g.clientMethods() {
		f.P("// ", m.GoName, " calls the operation of that name.")
		f.P(g.clientSignature(f, m))
		f.P()
	}
	f.P("// Close frees the client's connections. The client is not used afterwards.")
	f.P("Close() error")
	f.P("}")
}

// clientMethods lists the operations that all bindings can carry. The others
// are called through grpc-go itself.
func (g *generator) clientMethods() []*protogen.Method {
	var list []*protogen.Method
	for _, m := range g.service.Methods {
		if !m.Desc.IsStreamingClient() {
			list = append(list, m)
		}
	}
	return list
}

func (g *generator) clientSignature(f *protogen.GeneratedFile, m *protogen.Method) string {
	out := "(*" + f.QualifiedGoIdent(m.Output.GoIdent) + ", error)"
	if m.Desc.IsStreamingServer() {
		out = f.QualifiedGoIdent(iterPackage.Ident("Seq2")) + "[*" + f.QualifiedGoIdent(m.Output.GoIdent) + ", error]"
	}
	return m.GoName + "(ctx " + f.QualifiedGoIdent(contextPackage.Ident("Context")) + ", req *" + f.QualifiedGoIdent(m.Input.GoIdent) + ") " + out
}

// printClientMethods prints the methods of a client, each a single call of a
// function of package wire.
func (g *generator) printClientMethods(f *protogen.GeneratedFile, receiver string, call func(m *protogen.Method) string) {
	for _, m := range g.clientMethods() {
		f.P()
		f.P("func (c *", receiver, ") ", g.clientSignature(f, m), " {")
		f.P("return ", call(m))
		f.P("}")
	}
	f.P()
	f.P("func (c *", receiver, ") Close() error { return c.conn.Close() }")
}

func verb(m *protogen.Method) string {
	if m.Desc.IsStreamingServer() {
		return "Stream"
	}
	return "Call"
}

func (g *generator) printRPCClient() {
	f := g.newFile("client_jsonrpc.go")
	f.P("// NewJSONRPCClient returns a client of the JSON-RPC interface at url.")
	f.P("func NewJSONRPCClient(url string, opts ", g.wire.Ident("ClientOptions"), ") Client {")
	f.P("return &jsonrpcClient{conn: ", g.wire.Ident("NewRPCConn"), "(url, opts, kinds())}")
	f.P("}")
	f.P()
	f.P("type jsonrpcClient struct{ conn *", g.wire.Ident("RPCConn"), " }")
	g.printClientMethods(f, "jsonrpcClient", func(m *protogen.Method) string {
		return f.QualifiedGoIdent(g.wire.Ident(verb(m)+"RPC")) + "(ctx, c.conn, " + operation(m) + ", req, " + g.messageFunc(f, "Append", m.Input) + ", " + g.messageFunc(f, "Decode", m.Output) + ")"
	})
}

func (g *generator) printGRPCClient() {
	f := g.newFile("client_grpc.go")
	doc(f, "NewGRPCClient returns a client of the gRPC interface at target, \"host:port\" as cards write it; URLs with a scheme work too. "+
		"It connects with the first call. The error is one of the target or the options.")
	f.P("func NewGRPCClient(target string, opts ", g.wire.Ident("ClientOptions"), ") (Client, error) {")
	f.P("conn, err := ", g.wire.Ident("NewGRPCConn"), "(target, opts, kinds())")
	f.P("if err != nil {")
	f.P("return nil, err")
	f.P("}")
	f.P("return &grpcClient{conn: conn}, nil")
	f.P("}")
	f.P()
	f.P("type grpcClient struct{ conn *", g.wire.Ident("GRPCConn"), " }")
	g.printClientMethods(f, "grpcClient", func(m *protogen.Method) string {
		return f.QualifiedGoIdent(g.wire.Ident(verb(m)+"GRPC")) + "[" + f.QualifiedGoIdent(m.Output.GoIdent) + "](ctx, c.conn, " + operation(m) + ", req)"
	})
}

func (g *generator) printRESTClient() {
	f := g.newFile("client_rest.go")
	f.P("// NewRESTClient returns a client of the HTTP+JSON interface at url.")
	f.P("func NewRESTClient(url string, opts ", g.wire.Ident("ClientOptions"), ") Client {")
	f.P("return &restClient{conn: ", g.wire.Ident("NewRESTConn"), "(url, opts, kinds())}")
	f.P("}")
	f.P()
	f.P("type restClient struct{ conn *", g.wire.Ident("RESTConn"), " }")
	queries := make(map[*protogen.Message]route)
	g.printClientMethods(f, "restClient", func(m *protogen.Method) string {
		r, tenant, ok := g.clientRoute(m)
		if !ok {
			return g.noRoute(f, m)
		}
		request := "func(req *" + f.QualifiedGoIdent(m.Input.GoIdent) + ") " + f.QualifiedGoIdent(g.wire.Ident("RESTRequest")) + " {\n" +
			"return " + f.QualifiedGoIdent(g.wire.Ident("RESTRequest")) + "{Verb: " + quote(r.verb) + ", Path: " + g.pathExpr(f, m, r, tenant)
		switch {
		case onlyInPath(m.Input, r):
			// Nothing is left to send, and servers differ in what they make of
			// an empty body.
		case r.body == "":
			queries[m.Input] = r
			request += ", Query: " + g.queryFunc(m.Input) + "(req)"
		default:
			request += ", Body: " + g.messageFunc(f, "Append", m.Input) + "(nil, req)"
		}
		request += "}\n}"
		return f.QualifiedGoIdent(g.wire.Ident(verb(m)+"REST")) + "(ctx, c.conn, " + operation(m) + ", req, " + request + ", " + g.messageFunc(f, "Decode", m.Output) + ")"
	})
	for _, m := range g.requests() {
		if r, ok := queries[m]; ok {
			g.printQuery(f, m, r)
		}
	}
}

// clientRoute chooses the route that clients use: what a rule says, else the
// first annotated one. tenant reports that the same path exists behind a
// tenant segment.
func (g *generator) clientRoute(m *protogen.Method) (chosen route, tenant, ok bool) {
	list, _ := g.routes(m) // faults were reported when the server was printed
	for _, r := range list {
		if strings.HasPrefix(r.pattern, "/{tenant}/") {
			tenant = true
			continue
		}
		if !ok || r.client {
			chosen, ok = r, true
		}
	}
	return chosen, tenant, ok
}

// noRoute is the call of an operation that HTTP has no route for.
func (g *generator) noRoute(f *protogen.GeneratedFile, m *protogen.Method) string {
	kind := "NoRoute"
	if m.Desc.IsStreamingServer() {
		kind = "NoRouteStream"
	}
	return f.QualifiedGoIdent(g.wire.Ident(kind)) + "[" + f.QualifiedGoIdent(m.Output.GoIdent) + "](" + operation(m) + ")"
}

// pathExpr is the Go expression of a request's path.
func (g *generator) pathExpr(f *protogen.GeneratedFile, m *protogen.Method, r route, tenant bool) string {
	var parts []string
	if tenant {
		parts = append(parts, f.QualifiedGoIdent(g.wire.Ident("TenantPath"))+"(req.GetTenant())")
	}
	for rest := r.pattern; rest != ""; {
		before, after, found := strings.Cut(rest, "{")
		if before != "" {
			parts = append(parts, quote(before))
		}
		if !found {
			break
		}
		var name string
		name, rest, _ = strings.Cut(after, "}")
		parts = append(parts, f.QualifiedGoIdent(g.wire.Ident("Segment"))+"(req.Get"+fieldNamed(m.Input, name).GoName+"())")
	}
	return strings.Join(parts, " + ")
}

func fieldNamed(m *protogen.Message, name string) *protogen.Field {
	for _, field := range m.Fields {
		if string(field.Desc.Name()) == name {
			return field
		}
	}
	return nil
}

// onlyInPath reports whether the path carries every field of a request.
func onlyInPath(m *protogen.Message, r route) bool {
	for _, field := range m.Fields {
		name := string(field.Desc.Name())
		if name != "tenant" && !strings.Contains(r.pattern, "{"+name+"}") {
			return false
		}
	}
	return true
}

func (g *generator) queryFunc(m *protogen.Message) string { return "query" + m.GoIdent.GoName }

// printQuery prints how a request's fields are written as a query.
func (g *generator) printQuery(f *protogen.GeneratedFile, m *protogen.Message, r route) {
	f.P()
	f.P("func ", g.queryFunc(m), "(req *", m.GoIdent, ") ", urlPackage.Ident("Values"), " {")
	f.P("q := make(", urlPackage.Ident("Values"), ")")
	for _, field := range m.Fields {
		name := string(field.Desc.Name())
		if name == "tenant" || strings.Contains(r.pattern, "{"+name+"}") || g.setExpr(f, field) == "" {
			continue
		}
		g.printQueryField(f, field)
	}
	f.P("return q")
	f.P("}")
}

func (g *generator) printQueryField(f *protogen.GeneratedFile, field *protogen.Field) {
	name, value := quote(field.Desc.JSONName()), "req.Get"+field.GoName+"()"
	switch {
	case field.Message != nil:
		f.P("if t := ", value, "; t != nil {")
		f.P("q.Set(", name, ", ", g.wire.Ident("FormatTimestamp"), "(t))")
	case field.Desc.IsList():
		f.P("for _, value := range ", value, " {")
		f.P("q.Add(", name, ", ", g.wire.Ident("FormatParam"), "(value))")
	case field.Desc.HasPresence():
		f.P("if req.", field.GoName, " != nil {")
		f.P("q.Set(", name, ", ", g.wire.Ident("FormatParam"), "(", value, "))")
	default:
		f.P("if value := ", value, "; value != ", zeroLiteral(field), " {")
		f.P("q.Set(", name, ", ", g.wire.Ident("FormatParam"), "(value))")
	}
	f.P("}")
}

func zeroLiteral(field *protogen.Field) string {
	switch field.Desc.Kind() {
	case protoreflect.StringKind:
		return `""`
	case protoreflect.BoolKind:
		return "false"
	default:
		return "0"
	}
}
