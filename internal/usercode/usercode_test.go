package usercode

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// generated stands for generated code: skills and, as there, a type embedded
// from a package beside it.
var generated = map[string][]byte{
	"gen/skills/handler.go": []byte(`package skills

import "context"

type Handler interface {
	Plan(ctx context.Context, in PlanInput, task *PlanTask) error
	Roll(ctx context.Context, task *RollTask) error
}
`),
	"gen/skills/plan.go": []byte(`package skills

import "example.com/planner/gen/host/skill"

type PlanInput struct {
	Goal  string
	Depth int
}

type PlanTask struct{ *skill.Task }

func (t *PlanTask) PlanTxt(text string) error { return nil }

type RollTask struct{ *skill.Task }

func New(h Handler) int { return 0 }
`),
	"gen/host/skill/skill.go": []byte("package skill\n\ntype Task struct{}\n\nfunc (t *Task) Working(text string) {}\n"),
}

func read(t *testing.T, files map[string]string) *Agent {
	t.Helper()
	fsys := fstest.MapFS{"gen/skills/old.go": {Data: []byte("package skills\n\ntype OldTask struct{}\n")}}
	for name, text := range files {
		fsys[name] = &fstest.MapFile{Data: []byte(text)}
	}
	agent, err := (&Generated{Module: "example.com/planner", Dir: "gen", Files: generated}).Read(fsys, "agent", "Agent")
	if err != nil {
		t.Fatal(err)
	}
	return agent
}

func TestMethods(t *testing.T) {
	agent := read(t, map[string]string{
		"agent/a.go":            "package agent\n\nimport \"example.com/planner/agent/deep\"\n\ntype Agent struct{ *deep.Part }\n\nfunc (a *Agent) One() {}\nfunc (Agent) Two() {}\nfunc (o *Other) Three() {}\nfunc Four() {}\n",
		"agent/broken.go":       "package agent\n\nfunc (a *Agent) Five() {}\n\nfunc (a *Agent) Six( {\n",
		"agent/a_test.go":       "package agent\n\nfunc (a *Agent) Seven() {}\n",
		"agent/x/a.go":          "package x\n\nfunc (a *Agent) Eight() {}\n",
		"agent/deep/part.go":    "package deep\n\ntype Part struct{}\n\nfunc (p *Part) Ten() {}\n",
		"agent/notes.txt":       "func (a *Agent) Nine() {}\n",
		"agent/.#a.go":          "func (a *Agent) Eleven() {}\n",
		"agent/tagged_plan9.go": "package agent\n\nfunc (a *Agent) Twelve() {}\n",
	})
	if got, want := slices.Sorted(maps.Keys(agent.Methods)), []string{"Five", "One", "Six", "Ten", "Twelve", "Two"}; !slices.Equal(got, want) {
		t.Errorf("methods = %v, want %v", got, want)
	}
	for name, want := range map[string]string{"One": "agent/a.go:7:1", "Ten": "agent/deep/part.go:5:16"} {
		if got := agent.Methods[name].String(); got != want {
			t.Errorf("%s is at %s, want %s", name, got, want)
		}
	}
	if none := read(t, map[string]string{"a.txt": ""}); len(none.Methods)+len(none.Faults) != 0 {
		t.Errorf("without code: %v", none)
	}
}

func TestFaults(t *testing.T) {
	const head = "package agent\n\nimport (\n\t\"context\"\n\t\"sync\"\n\n\tgen \"example.com/other\"\n\t\"example.com/planner/gen/skills\"\n)\n\ntype Agent struct{ sync.Mutex }\n\n"
	for _, tc := range []struct{ name, code, want string }{
		{"fits", "func (a *Agent) Plan(ctx context.Context, in skills.PlanInput, task *skills.PlanTask) error {\n\ta.Lock()\n\ttask.Working(in.Goal)\n\tgen.Do(a, task)\n\treturn task.PlanTxt(in.Goal)\n}\n", ""},
		{"alias", "type input = skills.PlanInput\n\nfunc (a *Agent) Plan(_ context.Context, in input, _ *skills.PlanTask) (err error) { return nil }\n", ""},
		{"type of another package", "func (a *Agent) Plan(_ context.Context, in gen.Input, _ *gen.Task) error { return nil }\n", ""},
		{"input added", "func (a *Agent) Plan(ctx context.Context, task *skills.PlanTask) error { return nil }\n", "agent/a.go:13:17: [Plan] "},
		{"another task", "func (a *Agent) Roll(ctx context.Context, task *skills.PlanTask) error { return nil }\n", "agent/a.go:13:17: [Roll] "},
		{"result", "func (a *Agent) Roll(ctx context.Context, task *skills.RollTask) {}\n", "agent/a.go:13:17: [Roll] "},
		{"field gone", "func f(in skills.PlanInput) string {\n\treturn in.Target\n}\n", "agent/a.go:14:12: in.Target undefined (type skills.PlanInput has no field or method Target)"},
		{"field in a literal", "var in = skills.PlanInput{Target: \"x\"}\n", "agent/a.go:13:27: unknown field Target in struct literal of type skills.PlanInput"},
		{"field retyped", "func f(in skills.PlanInput) string { return in.Depth }\n", "agent/a.go:13:45: cannot use in.Depth (variable of type int) as string value in return statement"},
		{"artifact gone", "func f(task *skills.PlanTask) error { return task.SummaryJson(nil) }\n", "agent/a.go:13:51: task.SummaryJson undefined (type *skills.PlanTask has no field or method SummaryJson)"},
		{"skill gone", "func (a *Agent) Old(ctx context.Context, task *skills.OldTask) error { return nil }\n", "agent/a.go:13:55: skills.OldTask does not exist"},
		{"constraint of another package", "func max[T gen.Ordered](a, b T) T {\n\tif a > b || a+b == b {\n\t\treturn a\n\t}\n\tfor range a {\n\t}\n\treturn T(1)\n}\n\nvar m = max(1, 2)\n", ""},
		{"types of another package", "type T struct{ gen.Base }\n\ntype I interface{ gen.Base; M() }\n\nfunc f(t T, i I) bool {\n\tvar j I = t\n\tt.Foo(i.Bar(1), j)\n\tfor k, v := range t.Items {\n\t\t_ = k + v\n\t}\n\treturn t == T{} && t.N < 3 && !gen.Is(t, 1)\n}\n", ""},
		{"none of our business", "func f() { x := 1; undefined(a); a.Unlock2(); nopkg.F() }\n", ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var got []string
			for _, f := range read(t, map[string]string{"agent/a.go": head + tc.code}).Faults {
				method := ""
				if f.Method != "" {
					method = "[" + f.Method + "] "
				}
				got = append(got, fmt.Sprintf("%s: %s%s", f.Pos, method, f.Message))
			}
			if text := strings.Join(got, "\n"); text != tc.want {
				t.Errorf("got  %s\nwant %s", text, tc.want)
			}
		})
	}
	elsewhere := read(t, map[string]string{
		"agent/a.go": head + "func f(int) {}\n\nfunc g() { f(1) }\n", "agent/other_plan9.go": "package agent\n\nvar in = 1 + \"x\"\n",
		"agent/gen.go": "//go:build ignore\n\npackage main\n\nfunc main() { f(); g(1) }\n",
	})
	if len(elsewhere.Faults) > 0 {
		t.Errorf("in files that are not built: %v", elsewhere.Faults)
	}
	inTest := read(t, map[string]string{
		"agent/a.go": "package agent\n", "agent/x_test.go": "package agent_test\n",
		"agent/a_test.go": "package agent\n\nimport \"example.com/planner/gen/skills\"\n\nvar in skills.OldInput\n",
	})
	if len(inTest.Faults) != 1 || inTest.Faults[0].Pos.String() != "agent/a_test.go:5:15" {
		t.Errorf("in a test: %v", inTest.Faults)
	}
}
