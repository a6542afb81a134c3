package skills

import (
	"github.com/a2a-gen/a2a-gen/internal/definition"
)

// Method is what a handler has for one skill, as code outside of package
// skills writes it. It is made by the same rules as the package, so that stubs
// and tests fit.
type Method struct {
	SkillID   string
	GoName    string           // of the method
	File      string           // for the method, without .go
	Signature string           // "RunTests(ctx context.Context, in skills.RunTestsInput, task *skills.RunTestsTask) error"
	InputType string           // "RunTestsInput", "" without input schema
	TaskType  string           // "RunTestsTask"
	Reply     bool             // the task has a Reply method
	Artifacts []ArtifactMethod // in the order of the definition
}

// HasInput reports whether the method gets a decoded input.
func (m *Method) HasInput() bool { return m.InputType != "" }

// ArtifactMethod is a method of a skill's task that sets an artifact.
type ArtifactMethod struct {
	Name      string // of the artifact
	GoName    string // of the method
	Parameter string // "v RunTestsSummaryJson", "v any", "text string" or "data []byte"
	GoType    string // "RunTestsSummaryJson" where the content is typed
	Writer    string // of the method that streams text, "" for others

	form     form
	artifact *definition.Artifact
}

// IsText reports whether the artifact is set as a string.
func (m ArtifactMethod) IsText() bool { return m.form == formText }

// Methods lists the methods of the handler, in the order of the definition.
func Methods(def *definition.Definition) []Method {
	var methods []Method
	for _, s := range def.AllSkills() {
		methods = append(methods, Method{
			SkillID:   s.ID,
			GoName:    s.GoName,
			File:      s.File,
			Signature: s.GoName + "(ctx context.Context, " + parameters(s, "skills.") + ") error",
			InputType: s.InputType,
			TaskType:  s.TaskType,
			Reply:     s.Reply,
			Artifacts: artifactMethods(s),
		})
	}
	return methods
}

// artifactMethods lists the methods for the artifacts of a skill.
func artifactMethods(s *definition.Skill) []ArtifactMethod {
	var methods []ArtifactMethod
	for i := range s.Artifacts {
		a := &s.Artifacts[i]
		m := ArtifactMethod{Name: a.Name, GoName: a.GoName, GoType: a.GoType, form: formOf(a), artifact: a}
		switch m.form {
		case formTyped:
			m.Parameter = "v " + a.GoType
		case formJSON:
			m.Parameter = "v any"
		case formText:
			m.Parameter = "text string"
			m.Writer = a.GoName + "Writer" // package naming keeps it free
		case formRaw:
			m.Parameter = "data []byte"
		}
		methods = append(methods, m)
	}
	return methods
}
