package bindings

import (
	"strconv"
)

// printErrors prints the protocol's own errors from the rules table.
func (g *generator) printErrors() {
	f := g.newFile("errors.go")
	doc(f, "The errors that A2A defines, with their codes in each binding (section 5.4 of the specification, release %s). "+
		"Kind.New makes an error of a kind; wire.KindOf tells the kind of an error that a client got.", g.rules.Version)
	f.P("var (")
	for _, e := range g.rules.Errors {
		f.P("// ", e.Name, ": ", e.Title, ".")
		f.P(e.Name, " = &", g.wire.Ident("Kind"), "{")
		f.P("Reason: ", quote(e.Reason), ",")
		f.P("Title: ", quote(e.Title), ",")
		f.P("JSONRPC: ", strconv.Itoa(e.JSONRPC), ",")
		f.P("HTTP: ", strconv.Itoa(e.HTTP), ",")
		f.P("GRPC: ", codesPackage.Ident(e.GRPC), ",")
		f.P("Info: true,")
		f.P("}")
	}
	f.P(")")
	f.P()
	f.P("// kinds lists the protocol's errors, for clients that read them.")
	f.P("func kinds() []*", g.wire.Ident("Kind"), " {")
	f.P("return []*", g.wire.Ident("Kind"), "{")
	for _, e := range g.rules.Errors {
		f.P(e.Name, ",")
	}
	f.P("}")
	f.P("}")
}

func quote(s string) string { return strconv.Quote(s) }
