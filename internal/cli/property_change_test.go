package cli

import (
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/a2a-gen/a2a-gen/internal/definition"
	"github.com/a2a-gen/a2a-gen/internal/lock"
	"github.com/a2a-gen/a2a-gen/internal/output"
	"github.com/a2a-gen/a2a-gen/internal/project"
	"github.com/a2a-gen/a2a-gen/internal/tree"
)

// handMade is what somebody adds to a generated file.
const handMade = "\n// by hand\n"

// change does one to three things to the project.
func (h *chronicle) change() {
	h.did = nil
	for range 1 + h.rand.IntN(3) {
		actions := []func() string{h.redefine, h.redefine, h.comment, h.comment, h.implement, h.implement, h.move, h.add, h.remove, h.repair, h.repair,
			h.lineEnds, h.mode, h.require, h.transfer, h.touchGenerated}
		if did := actions[h.rand.IntN(len(actions))](); did != "" {
			h.did = append(h.did, did)
		}
	}
}

// redefine changes a2a.yaml and the specification.
func (h *chronicle) redefine() string {
	h.now = h.variants[h.rand.IntN(len(h.variants))]
	h.write(project.DefinitionPath, h.now.definition)
	if spec := project.SpecPath(lock.Standalone); h.read(spec) != h.now.spec {
		h.write(spec, h.now.spec)
	}
	return "another definition"
}

// own returns a file of the user with one of the endings, or "".
func (h *chronicle) own(endings ...string) string {
	generated := []string{project.GenDir + "/", "proto/", output.StateDir + "/", lock.Path}
	var found []string
	err := fs.WalkDir(os.DirFS(h.dir), ".", func(name string, e fs.DirEntry, err error) error {
		begins := func(prefix string) bool { return strings.HasPrefix(name+"/", prefix) }
		ends := func(suffix string) bool { return strings.HasSuffix(name, suffix) }
		switch {
		case err != nil:
			return err
		case e.IsDir() && slices.ContainsFunc(generated, begins):
			return fs.SkipDir
		case !e.IsDir() && slices.ContainsFunc(endings, ends):
			found = append(found, name)
		}
		return nil
	})
	if err != nil {
		h.Fatal(err)
	}
	if len(found) == 0 {
		return ""
	}
	return found[h.rand.IntN(len(found))]
}

func (h *chronicle) comment() string {
	name, sign := h.own(".go"), "//"
	if h.rand.IntN(2) == 0 {
		name, sign = h.own("Makefile", ".yaml", ".yml", ".md", "Dockerfile", ".gitignore"), "#"
	}
	if name == "" {
		return ""
	}
	h.write(name, h.read(name)+fmt.Sprintf("\n%s mine %d\n", sign, h.rand.IntN(1e6)))
	return "comment in " + name
}

// implement writes code for a skill that uses what is generated for it.
func (h *chronicle) implement() string {
	def, _ := definition.Parse(project.DefinitionPath, []byte(h.now.definition))
	if len(def.Skills) == 0 || h.now.planned == nil {
		return ""
	}
	i := h.rand.IntN(len(def.Skills))
	stub, skill := h.now.planned.Stubs[i], def.Skills[i]
	if _, err := os.Stat(filepath.Join(h.dir, stub.Path)); err != nil {
		return ""
	}
	var body strings.Builder
	if skill.Input != nil {
		for _, p := range skill.Input.Properties {
			if p.Required && p.Schema.Type == definition.TypeString {
				fmt.Fprintf(&body, "\tvar %s string = in.%s\n\ttask.Working(%s)\n", p.Name, p.GoName, p.Name)
			}
		}
	}
	for _, a := range skill.Artifacts {
		fmt.Fprintf(&body, "\t_ = task.%s\n", a.GoName)
	}
	h.write(stub.Path, fmt.Sprintf("package agent\n\nimport (\n\t\"context\"\n\n\t\"example.com/agent/gen/skills\"\n)\n\n// %s is work %d.\nfunc (a *Agent) %s {\n%s\treturn task.Complete(\"done\")\n}\n",
		stub.Method, h.rand.IntN(1e6), stub.Signature, body.String()))
	return "code in " + stub.Path
}

// move renames a file of the agent's package.
func (h *chronicle) move() string {
	name := h.own(".go")
	if !strings.HasPrefix(name, "agent/") || strings.HasSuffix(name, "_test.go") {
		return ""
	}
	h.added++
	to := fmt.Sprintf("agent/moved%d.go", h.added)
	if err := os.Rename(filepath.Join(h.dir, name), filepath.Join(h.dir, to)); err != nil {
		h.Fatal(err)
	}
	return name + " moved to " + to
}

func (h *chronicle) add() string {
	h.added++
	if h.added%3 == 0 { // files are for reading in every run
		return h.remove()
	}
	name := fmt.Sprintf("agent/own%d.go", h.added)
	h.write(name, fmt.Sprintf("package agent\n\nfunc own%d() int { return %d }\n", h.added, h.rand.IntN(1e6)))
	return name + " added"
}

// remove deletes a file that the project can live without.
func (h *chronicle) remove() string {
	name := h.own("Makefile", "README.md", "compose.yaml", "_test.go", "Dockerfile")
	if name == "" {
		return ""
	}
	h.unlink(name)
	return name + " deleted"
}

// repair deletes code that does not fit.
func (h *chronicle) repair() string {
	for _, d := range h.findings {
		if _, err := os.Stat(filepath.Join(h.dir, d.File)); err == nil && d.File != "agent/agent.go" {
			h.unlink(d.File)
		}
	}
	return "repair"
}

func (h *chronicle) unlink(name string) {
	if err := os.Remove(filepath.Join(h.dir, name)); err != nil {
		h.Fatal(err)
	}
}

// lineEnds is what a checkout on another system does.
func (h *chronicle) lineEnds() string {
	name := h.own(".go", ".md", "Makefile")
	if name == "" {
		return ""
	}
	h.write(name, strings.ReplaceAll(strings.ReplaceAll(h.read(name), "\r\n", "\n"), "\n", "\r\n"))
	return "CRLF in " + name
}

func (h *chronicle) mode() string {
	name := h.own("Makefile", ".sh", ".go")
	if name == "" {
		return ""
	}
	if err := os.Chmod(filepath.Join(h.dir, name), 0o755); err != nil {
		h.Fatal(err)
	}
	return name + " made executable"
}

func (h *chronicle) require() string {
	h.added++
	h.write("go.mod", h.read("go.mod")+fmt.Sprintf("\nexclude example.com/lib v0.%d.0 // mine\n", h.added))
	return "go.mod"
}

// transfer moves a generated file to the other owner.
func (h *chronicle) transfer() string {
	const name = "gen/a2a/jsonpb/doc.go"
	dir, err := output.Open(h.dir)
	if err != nil {
		h.Fatal(err)
	}
	defer dir.Close()
	l, err := dir.Lock()
	if err != nil {
		h.Fatal(err)
	}
	to := tree.User
	if l.Files.User[name] != "" {
		to = tree.Tool
	}
	if h.now.planned == nil || h.hurt != "" {
		return ""
	}
	i := slices.IndexFunc(h.now.planned.Files, func(f tree.File) bool { return f.Path == name })
	r, err := dir.Transfer(l, h.now.planned.Files[i], to)
	if err != nil {
		h.Fatal(err)
	}
	if err := dir.Commit(r); err != nil {
		h.Fatal(err)
	}
	return fmt.Sprintf("%s is the %s's", name, to)
}

func (h *chronicle) touchGenerated() string {
	const name = "gen/host/id.go"
	if h.hurt == "" {
		h.write(name, h.read(name)+handMade)
	}
	h.hurt = name
	return name + " edited"
}

// randomDefinition returns a definition of the agent.
func randomDefinition(r *rand.Rand) string {
	pick := func(options ...string) string { return options[r.IntN(len(options))] }
	var b strings.Builder
	fmt.Fprintf(&b, "version: 1\nagent: {name: agent, description: Does %s., version: 0.%d.0}\n", pick("this", "that", "more | less"), r.IntN(9))
	fmt.Fprintf(&b, "capabilities: {streaming: %v, pushNotifications: %v}\n", r.IntN(2) == 0, r.IntN(2) == 0)
	fmt.Fprintf(&b, "host: {store: %s}\n", pick("memory", "sqlite"))
	if ids := []string{"plan", "deploy", "run-tests", "roll-back", "2fa", "搜索"}; r.IntN(12) > 0 {
		b.WriteString("skills:\n")
		r.Shuffle(len(ids), func(i, j int) { ids[i], ids[j] = ids[j], ids[i] })
		for _, id := range ids[:1+r.IntN(3)] {
			fmt.Fprintf(&b, "  - id: %s\n    description: The skill %s.\n    tags: [t]\n    reply: %v\n", id, id, r.IntN(3) == 0)
			if r.IntN(3) > 0 {
				fmt.Fprintf(&b, "    input: {type: object, required: [%[1]s], properties: {%[1]s: {type: %[2]s}, depth: {type: %[3]s}}}\n",
					pick("goal", "target", "what"), pick("string", "string", "integer"), pick("integer", "number", "boolean"))
			}
			if r.IntN(2) == 0 {
				fmt.Fprintf(&b, "    artifacts: [{name: %s, mediaType: %s}]\n", pick("out.txt", "log"), pick("text/plain", "application/octet-stream", "application/json"))
			}
		}
	}
	return b.String()
}

// randomSpec returns a later version of a specification.
func randomSpec(r *rand.Rand, spec string) string {
	for _, m := range []struct{ at, insert string }{
		{"message Task {\n", "  string extra_field = 900;\n"},
		{"message GetTaskRequest {\n", "  optional bool extra_flag = 900;\n"},
		{"service A2AService {\n", "  // PauseTask is new.\n  rpc PauseTask(GetTaskRequest) returns (Task) {\n    option (google.api.http) = {get: \"/tasks/{id=*}:pause\"};\n  }\n"},
		{"service A2AService {\n", "  // TalkLive is new, and for gRPC only.\n  rpc TalkLive(stream SendMessageRequest) returns (stream StreamResponse);\n"},
		{"message Task {\n", "  message Extra {\n    string text = 1;\n  }\n  repeated Extra extras = 901;\n"},
		{"enum TaskState {\n", "  TASK_STATE_EXTRA = 900;\n"},
	} {
		if r.IntN(2) == 0 && strings.Count(spec, m.at) == 1 && m.at != "enum TaskState {\n" {
			spec = strings.Replace(spec, m.at, m.at+m.insert, 1)
		} else if m.at == "enum TaskState {\n" && r.IntN(2) == 0 {
			spec = strings.Replace(spec, "TASK_STATE_UNSPECIFIED = 0;\n", "TASK_STATE_UNSPECIFIED = 0;\n"+m.insert, 1)
		}
	}
	return spec
}
