package skills

import (
	"fmt"

	"github.com/a2a-gen/a2a-gen/internal/definition"
)

// printHandler prints what an agent's author implements.
func (g *generator) printHandler() {
	f := g.newFile("handler.go", comment(fmt.Sprintf("Package skills connects the skills of the agent %s with their code. "+
		"[Handler] is what the agent's author writes; [New] makes an agent of it.", oneLine(g.def.Agent.Name)))...)
	skills := g.def.AllSkills()

	doc(f.GeneratedFile, "Handler is the code of the agent, one method for each skill. A method works on one message: nil completes the task, "+
		"an error fails it, and only the text of an error made by host.Public reaches the client. "+
		"The context is canceled when the task is. Methods are called concurrently.",
		"A Handler that is a host.Authorizer, too, decides whose tasks a caller reaches; without that callers reach their own.")
	f.P("type Handler interface {")
	for i, s := range skills {
		if i > 0 {
			f.P()
		}
		doc(f.GeneratedFile, fmt.Sprintf("%s is the skill %s: %s.", s.GoName, oneLine(s.ID), oneLine(s.Name)), s.Description)
		f.P(s.GoName, "(ctx ", contextPackage.Ident("Context"), ", ", parameters(s, ""), ") error")
	}
	f.P("}")
	if len(skills) > 1 {
		f.P()
		f.printRouter()
	}
}

// printRouter prints the optional interface that the constructor looks for.
func (f *file) printRouter() {
	doc(f.GeneratedFile, "Router is what a Handler may implement besides: Route is asked which skill a message is for when neither the client "+
		"nor the data says it. It returns \"\" to let the client be asked.")
	f.P("type Router interface {")
	f.P("Route(ctx ", contextPackage.Ident("Context"), ", message *", f.a2apb.Ident("Message"), ") (skillID string, err error)")
	f.P("}")
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
