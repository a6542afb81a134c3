package project

import (
	"fmt"
	"slices"
	"strings"

	"github.com/a2a-gen/a2a-gen/internal/diag"
	"github.com/a2a-gen/a2a-gen/internal/lock"
	"github.com/a2a-gen/a2a-gen/internal/tree"
	"github.com/a2a-gen/a2a-gen/internal/usercode"
)

// AgentType is the type in AgentDir whose methods are the code of the skills.
const AgentType = "Agent"

// Settle fits the stubs to the code that the user has: a skill whose method is
// written, in whatever file, needs no stub, and one whose method is nowhere gets
// its stub even if the user once deleted it. prev is the project's lock (nil
// without one) and is changed so that a comparison does the same. agent is
// the code that the user has, there says whether a path exists. The result says
// where the user's code does not fit, and how it would.
func (p *Project) Settle(prev *lock.Lock, agent *usercode.Agent, there func(string) bool) diag.List {
	var findings diag.List
	for _, s := range p.Stubs {
		_, written := agent.Methods[s.Method]
		switch {
		case written:
			if !there(s.Path) {
				p.drop(s.Path)
			}
			if !there(s.Test) {
				p.drop(s.Test)
			}
		case there(s.Path):
			findings = append(findings, diag.Diagnostic{
				File: s.Path, Message: fmt.Sprintf("the code of skill %q is missing", s.SkillID), Hint: "write: " + s.declaration(),
			})
		case prev != nil:
			delete(prev.Files.User, s.Path)
			if !there(s.Test) { // a beginning has a test
				delete(prev.Files.User, s.Test)
			}
		}
	}
	for _, fault := range agent.Faults {
		findings = append(findings, p.fault(fault, prev, there))
	}
	return findings
}

// fault says what is to do about a fault in the user's code.
func (p *Project) fault(f usercode.Fault, prev *lock.Lock, there func(string) bool) diag.Diagnostic {
	d := diag.Diagnostic{
		File: f.Pos.Filename, Line: f.Pos.Line, Col: f.Pos.Column,
		Message: "this does not fit the generated code: " + f.Message, Hint: "change it, or go back in " + DefinitionPath,
	}
	if p.leftover(f.Pos.Filename, prev) {
		files := f.Pos.Filename + " and what refers to it"
		if test := strings.TrimSuffix(f.Pos.Filename, ".go") + "_test.go"; there(test) && p.leftover(test, prev) {
			files = f.Pos.Filename + " and " + test + " and what refers to them"
		}
		d.Hint = "its skill is not in " + DefinitionPath + " any more: delete " + files + ", or change it, or go back there"
	}
	for _, s := range p.Stubs {
		if s.Method == f.Method {
			d.Message = fmt.Sprintf("the code of skill %q has another signature now", s.SkillID)
			d.Hint = "change it to: " + s.declaration()
		}
	}
	return d
}

// leftover reports whether a file was written for a skill that the project does
// not have any more.
func (p *Project) leftover(path string, prev *lock.Lock) bool {
	return prev != nil && prev.Files.User[path] != "" &&
		!slices.ContainsFunc(p.Files, func(f tree.File) bool { return f.Path == path })
}

// declaration is the first line of the skill's method.
func (s Stub) declaration() string { return "func (a *" + AgentType + ") " + s.Signature }

// drop takes a file out of the project.
func (p *Project) drop(path string) {
	p.Files = slices.DeleteFunc(p.Files, func(f tree.File) bool { return f.Path == path })
	delete(p.Lock.Files.User, path)
}
