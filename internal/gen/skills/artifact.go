package skills

import (
	"fmt"
	"mime"
	"strings"

	"github.com/a2a-gen/a2a-gen/internal/definition"
)

// form is how a handler gives the content of an artifact.
type form int

const (
	formTyped form = iota // a value of a generated type
	formJSON              // any value that encoding/json knows
	formText              // a string, or a stream of text
	formRaw               // bytes
)

func formOf(a *definition.Artifact) form {
	mediaType, _, err := mime.ParseMediaType(a.MediaType)
	switch {
	case a.Schema != nil:
		return formTyped
	case err == nil && (mediaType == "application/json" || strings.HasSuffix(mediaType, "+json")):
		return formJSON
	case err == nil && strings.HasPrefix(mediaType, "text/"):
		return formText
	}
	return formRaw
}

// printTask prints the type of a skill's task and its methods.
func (f *file) printTask(s *definition.Skill) {
	doc(f.GeneratedFile, fmt.Sprintf("%s is a task of the skill %s: what its code says goes to the client.", s.TaskType, oneLine(s.ID)))
	f.P("type ", s.TaskType, " struct{ *", f.skill.Ident("Task"), " }")
	f.P()
	if s.Reply {
		doc(f.GeneratedFile, "Reply answers with a message and makes no task. It fails once there is one: after progress, or an artifact.")
		f.P("func (t *", s.TaskType, ") Reply(text string) error {")
		f.P("return t.Turn.Reply(", f.host.Ident("Text"), "(text))")
		f.P("}")
		f.P()
	}
	for _, m := range artifactMethods(s) {
		f.printArtifact(s, m)
	}
}

// printArtifact prints the methods of one artifact.
func (f *file) printArtifact(s *definition.Skill, m ArtifactMethod) {
	method := func(name, parameters, result string) {
		f.P("func (t *", s.TaskType, ") ", name, "(", parameters, ") ", result, " {")
	}
	variable := f.newVar(s.GoName, m.GoName, "Artifact")
	about := fmt.Sprintf("%s sets the artifact %s", m.GoName, oneLine(m.artifact.Name))
	doc(f.GeneratedFile, about+". Setting it again replaces it.", m.artifact.Description)
	method(m.GoName, m.Parameter, "error")
	switch m.form {
	case formTyped:
		f.P("return ", variable, ".JSON(t.Turn, v, ", validation("v", m.artifact.Schema), ")")
	case formJSON:
		f.P("return ", variable, ".JSON(t.Turn, v, nil)")
	case formText:
		f.P("return ", variable, ".Text(t.Turn, text)")
	case formRaw:
		f.P("return ", variable, ".Raw(t.Turn, data)")
	}
	f.P("}")
	f.P()
	if m.Writer != "" {
		doc(f.GeneratedFile, fmt.Sprintf("%s adds what is written to the artifact %s, and clients see it at once. Close marks the end.", m.Writer, oneLine(m.artifact.Name)))
		method(m.Writer, "", "*"+f.name(f.skill, "Writer"))
		f.P("return ", variable, ".Writer(t.Turn)")
		f.P("}")
		f.P()
	}
	f.P("var ", variable, " = ", f.skill.Ident("Artifact"), "{")
	f.P("Name: ", quote(m.artifact.Name), ",")
	f.P("MediaType: ", quote(m.artifact.MediaType), ",")
	if m.artifact.Description != "" {
		f.P("Description: ", quote(m.artifact.Description), ",")
	}
	f.P("}")
	f.P()
}
