package skills

import (
	"fmt"
	"path"
	"strings"

	"google.golang.org/protobuf/compiler/protogen"
)

// The cards as files of the package.
const (
	cardFile         = "agent-card.json"
	extendedCardFile = "extended-agent-card.json"
)

const embedPackage = protogen.GoImportPath("embed")

// printCards prints the agent cards and the functions that return them.
func (g *generator) printCards() error {
	f := g.newFile("card.go")
	f.Import(embedPackage)
	data, err := g.def.CardJSON()
	if err != nil {
		return fmt.Errorf("%s: %w", cardFile, err)
	}
	f.printCard("Card", cardFile, data, "the agent card as the definition says it. The host puts the addresses of the running agent into it.")
	if g.def.Extended != nil {
		if data, err = g.def.ExtendedCardJSON(); err != nil {
			return fmt.Errorf("%s: %w", extendedCardFile, err)
		}
		f.printCard("ExtendedCard", extendedCardFile, data, "the agent card for authenticated callers (section 3.1.11).")
	}
	doc(f.GeneratedFile, "parseCard reads an embedded card, which the tool that wrote it has checked.")
	f.P("func parseCard(data []byte) *", f.a2apb.Ident("AgentCard"), " {")
	f.P("card := new(", f.a2apb.Ident("AgentCard"), ")")
	f.P("if err := ", f.a2a.Ident("Unmarshal"), "(data, card); err != nil {")
	f.P("panic(", quote("agent card: "), " + err.Error())")
	f.P("}")
	f.P("return card")
	f.P("}")
	return nil
}

// printCard prints a card as a file, and the function that returns it.
func (f *file) printCard(function, name string, data []byte, what string) {
	f.plugin.NewGeneratedFile(path.Join(string(f.skills), name), "").P(strings.TrimSuffix(string(data), "\n"))
	variable := f.newVar(function, "", "JSON")
	f.P("//go:embed ", name)
	f.P("var ", variable, " []byte")
	f.P()
	doc(f.GeneratedFile, fmt.Sprintf("%s returns %s Each call returns a new one.", function, what))
	f.P("func ", function, "() *", f.a2apb.Ident("AgentCard"), " { return parseCard(", variable, ") }")
	f.P()
}
