package project

import (
	"go/token"
	"slices"
	"strings"
	"testing"

	"github.com/a2a-gen/a2a-gen/internal/lock"
	"github.com/a2a-gen/a2a-gen/internal/tree"
	"github.com/a2a-gen/a2a-gen/internal/usercode"
)

func TestSettle(t *testing.T) {
	const code, test = "agent/plan.go", "agent/plan_test.go"
	fresh := func() *Project {
		files := []tree.File{{Path: code, Owner: tree.User}, {Path: test, Owner: tree.User}}
		return &Project{Files: files, Lock: lock.New(files), Stubs: []Stub{{
			SkillID: "plan", Path: code, Test: test, Method: "Plan", Signature: "Plan(ctx context.Context) error",
		}}}
	}
	for _, tc := range []struct {
		name    string
		written bool
		there   []string
		files   []string // still planned
		listed  bool     // the stub, in the old lock, afterwards
		note    string
	}{
		{"new skill", false, nil, []string{code, test}, false, ""},
		{"as generated", true, []string{code, test}, []string{code, test}, true, ""},
		{"moved, test deleted", true, nil, nil, true, ""},
		{"moved, test kept", true, []string{test}, []string{test}, true, ""},
		{"method deleted", false, []string{code, test}, []string{code, test}, true, "func (a *Agent) Plan(ctx context.Context) error"},
		{"both files deleted", false, nil, []string{code, test}, false, ""},
		{"file deleted", false, []string{test}, []string{code, test}, false, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			p := fresh()
			prev := lock.New(fresh().Files)
			if tc.name == "new skill" {
				prev = lock.New(nil)
			}
			agent := &usercode.Agent{}
			if tc.written {
				agent.Methods = map[string]token.Position{"Plan": {}}
			}
			findings := p.Settle(prev, agent, func(path string) bool { return slices.Contains(tc.there, path) })
			var files []string
			for _, f := range p.Files {
				files = append(files, f.Path)
				if p.Lock.Files.User[f.Path] == "" {
					t.Errorf("%s is not locked", f.Path)
				}
			}
			if !slices.Equal(files, tc.files) || len(p.Lock.Files.User) != len(tc.files) {
				t.Errorf("files %q, want %q; locked %v", files, tc.files, p.Lock.Files.User)
			}
			if listed := prev.Files.User[code] != ""; listed != tc.listed {
				t.Errorf("listed %v, want %v", listed, tc.listed)
			}
			if got := findings.Error(); !strings.Contains(got, tc.note) || (tc.note == "") != (got == "") {
				t.Errorf("findings = %q, want %q", got, tc.note)
			}
		})
	}
}

func TestSettleFaults(t *testing.T) {
	p := &Project{Lock: lock.New(nil), Stubs: []Stub{{SkillID: "plan", Path: "agent/plan.go", Method: "Plan", Signature: "Plan(ctx context.Context) error"}}}
	at := token.Position{Filename: "agent/mine.go", Line: 7, Column: 3}
	agent := &usercode.Agent{
		Methods: map[string]token.Position{"Plan": at},
		Faults:  []usercode.Fault{{Pos: at, Method: "Plan"}, {Pos: at, Message: "skills.OldTask does not exist"}},
	}
	const want = `agent/mine.go:7:3: the code of skill "plan" has another signature now; change it to: func (a *Agent) Plan(ctx context.Context) error
agent/mine.go:7:3: this does not fit the generated code: skills.OldTask does not exist; change it, or go back in a2a.yaml`
	if got := p.Settle(nil, agent, func(string) bool { return true }).Error(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestSettleLeftover(t *testing.T) {
	const kept, code, test = "agent/kept.go", "agent/old.go", "agent/old_test.go"
	fault := func(file string) usercode.Fault {
		return usercode.Fault{Pos: token.Position{Filename: file, Line: 7, Column: 3}, Message: "skills.OldTask does not exist"}
	}
	listed := lock.New([]tree.File{{Path: kept, Owner: tree.User}, {Path: code, Owner: tree.User}, {Path: test, Owner: tree.User}})
	for _, tc := range []struct {
		name, file string
		prev       *lock.Lock
		there      bool // the test
		hint       string
	}{
		{"code and test", code, listed, true, "its skill is not in a2a.yaml any more: delete agent/old.go and agent/old_test.go and what refers to them, or change it, or go back there"},
		{"code alone", code, listed, false, "its skill is not in a2a.yaml any more: delete agent/old.go and what refers to it, or change it, or go back there"},
		{"still wanted", kept, listed, true, "change it, or go back in a2a.yaml"},
		{"the user's own", "agent/mine.go", listed, true, "change it, or go back in a2a.yaml"},
		{"no lock", code, nil, true, "change it, or go back in a2a.yaml"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			files := []tree.File{{Path: kept, Owner: tree.User}}
			p := &Project{Files: files, Lock: lock.New(files)}
			agent := &usercode.Agent{Faults: []usercode.Fault{fault(tc.file)}}
			findings := p.Settle(tc.prev, agent, func(path string) bool { return tc.there || path != test })
			if len(findings) != 1 || findings[0].Hint != tc.hint {
				t.Errorf("findings = %v, want hint %q", findings, tc.hint)
			}
		})
	}
}

func TestLacking(t *testing.T) {
	p := plan(t, []byte("version: 1\nagent: {name: planner, description: Plans., version: 0.1.0}\nskills: [{id: s, description: S., tags: [t]}]\n"))
	var goMod []byte
	for _, f := range p.Files {
		if f.Path == "go.mod" {
			goMod = f.Data
		}
	}
	if lacking, err := p.Lacking(goMod); err != nil || len(lacking) > 0 {
		t.Errorf("its own go.mod lacks %q, %v", lacking, err)
	}
	lacking, err := p.Lacking([]byte("module example.com/x\n\nrequire google.golang.org/grpc v1.0.0\n"))
	if err != nil || !slices.ContainsFunc(lacking, func(s string) bool { return strings.HasPrefix(s, "google.golang.org/grpc@v") }) {
		t.Errorf("an old grpc: %q, %v", lacking, err)
	}
	if _, err := p.Lacking([]byte("module (")); err == nil {
		t.Error("no error for a broken go.mod")
	}
}
