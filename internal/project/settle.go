package project

import (
	"fmt"
	"slices"

	"github.com/a2a-gen/a2a-gen/internal/lock"
	"github.com/a2a-gen/a2a-gen/internal/tree"
)

// AgentType is the type in AgentDir whose methods are the code of the skills.
const AgentType = "Agent"

// Settle fits the stubs to the code that the user has: a skill whose method is
// written, in whatever file, needs no stub, and one whose method is nowhere gets
// its stub even if the user once deleted it. prev is the project's lock (nil
// without one) and is changed so that a comparison does the same. written says
// whether a method exists, there whether a path does. The result tells the user
// what is left to write by hand.
func (p *Project) Settle(prev *lock.Lock, written, there func(string) bool) []string {
	var notes []string
	for _, s := range p.Stubs {
		switch {
		case written(s.Method):
			if !there(s.Path) {
				p.drop(s.Path)
			}
			if !there(s.Test) {
				p.drop(s.Test)
			}
		case there(s.Path):
			notes = append(notes, fmt.Sprintf("%s lacks the code of skill %s; write: func (a *%s) %s", s.Path, s.SkillID, AgentType, s.Signature))
		case prev != nil:
			delete(prev.Files.User, s.Path)
		}
	}
	return notes
}

// drop takes a file out of the project.
func (p *Project) drop(path string) {
	p.Files = slices.DeleteFunc(p.Files, func(f tree.File) bool { return f.Path == path })
	delete(p.Lock.Files.User, path)
}
