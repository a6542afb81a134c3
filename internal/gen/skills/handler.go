package skills

import (
	"fmt"

	"github.com/a2a-gen/a2a-gen/internal/definition"
)

// printHandler prints what an agent's author implements and calls.
func (g *generator) printHandler() {
	f := g.newFile("handler.go", comment(fmt.Sprintf("Package skills connects the skills of the agent %s with their code. "+
		"[Handler] is what the agent's author writes; [New] makes an agent of it.", oneLine(g.def.Agent.Name)))...)
	skills := g.def.AllSkills()

	doc(f.GeneratedFile, "Handler is the code of the agent, one method for each skill. A method works on one message: nil completes the task, "+
		"an error fails it, and only the text of an error made by host.Public reaches the client. "+
		"The context is canceled when the task is. Methods are called concurrently.")
	f.P("type Handler interface {")
	for i, s := range skills {
		if i > 0 {
			f.P()
		}
		doc(f.GeneratedFile, fmt.Sprintf("%s is the skill %s: %s.", s.GoName, oneLine(s.ID), oneLine(s.Name)), s.Description)
		f.P(s.GoName, "(ctx ", contextPackage.Ident("Context"), ", ", parameters(s, ""), ") error")
	}
	f.P("}")
	f.P()
	f.printNew(skills)
}

// printNew prints the constructor of the agent.
func (f *file) printNew(skills []*definition.Skill) {
	routed := len(skills) > 1
	if routed {
		f.printRouter()
	}
	doc(f.GeneratedFile, "New returns the agent whose code is h.")
	f.P("func New(h Handler) ", f.host.Ident("Agent"), " {")
	f.P("mux := &", f.skill.Ident("Mux"), "{")
	f.P("Skills: []", f.skill.Ident("Skill"), "{")
	for _, s := range skills {
		f.P("bind", s.GoName, "(h),")
	}
	f.P("},")
	f.P("}")
	if routed {
		f.P("if r, ok := h.(Router); ok {")
		f.P("mux.Route = r.Route")
		f.P("}")
	}
	f.P("return ", f.host.Ident("Agent"), "{")
	f.P("Card: Card(),")
	f.P("Executor: mux,")
	if f.def.Capabilities.ExtendedAgentCard {
		f.printExtended()
	}
	if f.def.Compat.MissingVersion == definition.MissingVersionAssume1 {
		f.P(`AssumeVersion: "1.0",`)
	}
	f.P("}")
	f.P("}")
}

// printRouter prints the optional interface that the constructor looks for.
func (f *file) printRouter() {
	doc(f.GeneratedFile, "Router is what a Handler may implement besides: Route is asked which skill a message is for when neither the client "+
		"nor the data says it. It returns \"\" to let the client be asked.")
	f.P("type Router interface {")
	f.P("Route(ctx ", contextPackage.Ident("Context"), ", message *", f.a2apb.Ident("Message"), ") (skillID string, err error)")
	f.P("}")
	f.P()
}

// printExtended prints where the extended card comes from. Without one of its
// own it is the public one.
func (f *file) printExtended() {
	function := "Card"
	if f.def.Extended != nil {
		function = "ExtendedCard"
	}
	f.P("ExtendedCard: func(", contextPackage.Ident("Context"), ", ", f.host.Ident("Identity"), ") (*", f.a2apb.Ident("AgentCard"), ", error) {")
	f.P("return ", function, "(), nil")
	f.P("},")
}

// parameters are those of a skill's handler method after the context. Types
// get a prefix, "skills." outside of the package.
func parameters(s *definition.Skill, prefix string) string {
	task := "task *" + prefix + s.TaskType
	if s.Input == nil {
		return task
	}
	return "in " + prefix + s.InputType + ", " + task
}
