package skills

import (
	"fmt"
	"path"

	"google.golang.org/protobuf/compiler/protogen"
)

// The cards as files of the package.
const (
	cardFile         = "agent-card.json"
	extendedCardFile = "extended-agent-card.json"
)

const embedPackage = protogen.GoImportPath("embed")

// extended reports whether the agent has an extended card.
func (g *generator) extended() bool { return g.def.Capabilities.ExtendedAgentCard }

// printCards prints the agent cards and the functions that return them.
func (g *generator) printCards() error {
	f := g.newFile("card.go")
	f.Import(embedPackage)
	if err := f.printCard("Card", cardFile, "the agent card that everybody may read, as the definition says it. The host puts the addresses "+
		"of the running agent into it."); err != nil {
		return err
	}
	if g.extended() {
		if err := f.printCard("ExtendedCard", extendedCardFile, "the card for callers that are authenticated (section 3.1.11)."); err != nil {
			return err
		}
	}
	doc(f.GeneratedFile, "parseCard reads an embedded card. The tool that wrote the card has checked it.")
	f.P("func parseCard(data []byte) *", f.a2apb.Ident("AgentCard"), " {")
	f.P("card := new(", f.a2apb.Ident("AgentCard"), ")")
	f.P("if err := ", f.a2a.Ident("Unmarshal"), "(data, card); err != nil {")
	f.P("panic(", quote("agent card: "), " + err.Error())")
	f.P("}")
	f.P("return card")
	f.P("}")
	return nil
}

func (f *file) printCard(function, name, what string) error {
	data, err := f.def.CardJSON(function == "ExtendedCard")
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	card := f.plugin.NewGeneratedFile(path.Join(string(f.skills), name), "")
	if _, err := card.Write(data); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	f.P("//go:embed ", name)
	variable := f.newVar(function, "", "JSON")
	f.P("var ", variable, " []byte")
	f.P()
	doc(f.GeneratedFile, fmt.Sprintf("%s returns %s Each call returns a new one.", function, what))
	f.P("func ", function, "() *", f.a2apb.Ident("AgentCard"), " { return parseCard(", variable, ") }")
	f.P()
	return nil
}
