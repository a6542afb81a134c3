package project

import (
	"context"
	"fmt"
	"path"
	"strconv"
	"strings"

	a2agen "github.com/a2a-gen/a2a-gen"
	"github.com/a2a-gen/a2a-gen/internal/definition"
	"github.com/a2a-gen/a2a-gen/internal/gen/skills"
	"github.com/a2a-gen/a2a-gen/internal/render"
)

// Stub is the beginning of one skill's code.
type Stub struct {
	SkillID   string
	Path      string // of the code
	Test      string // path of its test
	Method    string // of type Agent
	Signature string // of Method, as the code writes it
}

// stubFacts is what the templates of a skill's code and test print.
type stubFacts struct {
	Gen       string // import path of the generated packages
	ID        string // on one line
	Method    string
	Signature string
	Working   string // Go string literal
	Failure   string // Go string literal, a format without verbs
	Artifacts []artifactFacts

	SkillID   string // Go string literal
	Part      string // Go expression: what the test sends
	State     string // Go constant: how the task ends
	Unwritten bool   // it ends so because there is no code
}

// artifactFacts describes the method that sets an artifact.
type artifactFacts struct{ Name, Method, Parameter string }

// skills adds a file of code and one of tests for each skill.
func (p *planner) skills(context.Context) error {
	set := render.New(a2agen.Templates())
	all := p.in.Definition.AllSkills()
	for i, m := range skills.Methods(p.in.Definition) {
		stub := Stub{
			SkillID: m.SkillID, Method: m.GoName, Signature: m.Signature,
			Path: path.Join(AgentDir, m.File+".go"), Test: path.Join(AgentDir, m.File+"_test.go"),
		}
		code, test, err := p.stub(set, all[i], m)
		if err != nil {
			return err
		}
		p.user(stub.Path, code)
		p.user(stub.Test, test)
		p.plan.Stubs = append(p.plan.Stubs, stub)
	}
	return nil
}

func (p *planner) stub(set *render.Set, s *definition.Skill, m skills.Method) (code, test []byte, err error) {
	facts := stubFacts{
		Gen: p.in.gen(), ID: oneLine(s.ID), Method: m.GoName, Signature: m.Signature,
		Working: strconv.Quote("working on " + oneLine(s.ID)),
		Failure: strconv.Quote(strings.ReplaceAll(fmt.Sprintf("The skill %s has no code yet; write it in %s/%s.go.", oneLine(s.ID), AgentDir, m.File), "%", "%%")),
		SkillID: strconv.Quote(s.ID),
	}
	facts.Part, facts.State = example(s)
	facts.Unwritten = facts.State == failed
	for _, a := range m.Artifacts {
		facts.Artifacts = append(facts.Artifacts, artifactFacts{Name: oneLine(a.Name), Method: a.GoName, Parameter: a.Parameter})
	}
	name := "skill/skill"
	if isStarter(s) {
		name = "skill/echo"
	}
	if code, err = set.Execute(name+".go.tmpl", facts); err != nil {
		return nil, nil, err
	}
	test, err = set.Execute(name+"_test.go.tmpl", facts)
	return code, test, err
}

// The states in which a stub leaves a task.
const (
	failed        = "TaskState_TASK_STATE_FAILED" // an agent must not claim work that nobody has written
	inputRequired = "TaskState_TASK_STATE_INPUT_REQUIRED"
)

// example returns what the test of a skill sends, as a Go expression, and the
// state that the task is in then. That is the first example that the skill can
// read; without one, the task asks for what is missing.
func example(s *definition.Skill) (part, state string) {
	if s.Input == nil {
		if len(s.Examples) > 0 {
			return text(s.Examples[0]), failed
		}
		return text("hello"), failed
	}
	for _, e := range s.Examples {
		if fits(s.Input, e) {
			return text(e), failed
		}
	}
	if fits(s.Input, "{}") {
		return text("{}"), failed
	}
	return text("{}"), inputRequired
}

// text is a Go expression for a part with text. A JSON object in it is read
// like a data part.
func text(s string) string {
	if strings.ContainsAny(s, "\"\\") && strconv.CanBackquote(s) {
		return "host.Text(`" + s + "`)"
	}
	return "host.Text(" + strconv.Quote(s) + ")"
}
