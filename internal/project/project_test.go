package project

import (
	"bytes"
	"flag"
	"go/format"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	a2agen "github.com/a2a-gen/a2a-gen"
	"github.com/a2a-gen/a2a-gen/internal/definition"
	"github.com/a2a-gen/a2a-gen/internal/tree"
)

var update = flag.Bool("update", false, "rewrite go.mod.embed and go.sum.embed of the skeleton")

const testModule = "example.com/team/agent"

// plan plans the project of a definition's text.
func plan(t *testing.T, text []byte) *Project {
	t.Helper()
	def, findings := definition.Parse(DefinitionPath, text)
	if def == nil {
		t.Fatal(findings)
	}
	cards := make(map[string][]byte)
	for _, c := range def.Consumes {
		cards[c.Card] = []byte("{}\n")
	}
	p, err := Plan(t.Context(), Input{
		Definition: def, Source: text, Module: testModule, Protos: a2agen.Proto(), Cards: cards, Tool: "v0.1.0",
	})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// definitions returns the starter and every valid definition of the test data.
func definitions(t *testing.T) map[string][]byte {
	t.Helper()
	found := map[string][]byte{"starter": definition.Starter("planner")}
	files, err := filepath.Glob("../../testdata/definitions/valid/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatalf("no definitions: %v", err)
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		found[strings.TrimSuffix(filepath.Base(name), ".yaml")] = text
	}
	return found
}

// Whatever the definition, the project is formatted, the same each time, and
// free of this module.
func TestPlan(t *testing.T) {
	for name, text := range definitions(t) {
		t.Run(name, func(t *testing.T) {
			first, second := plan(t, text), plan(t, text)
			if len(first.Files) != len(second.Files) {
				t.Fatalf("%d files, then %d", len(first.Files), len(second.Files))
			}
			for i, f := range first.Files {
				if !bytes.Equal(f.Data, second.Files[i].Data) {
					t.Errorf("%s differs between two runs", f.Path)
				}
				checkFile(t, f)
			}
			checkStubs(t, first)
		})
	}
}

// checkFile checks what holds for every file of every project.
func checkFile(t *testing.T, f tree.File) {
	t.Helper()
	tools := map[string]bool{".github/workflows/ci.yml": true} // installs a2a-gen
	if bytes.Contains(f.Data, []byte("a2a-gen/a2a-gen")) && !tools[f.Path] {
		t.Errorf("%s mentions this module", f.Path)
	}
	if bytes.Contains(f.Data, []byte("<no value>")) {
		t.Errorf("%s has a hole", f.Path)
	}
	if path.Ext(f.Path) == ".go" {
		if formatted, err := format.Source(f.Data); err != nil {
			t.Errorf("%s: %v", f.Path, err)
		} else if !bytes.Equal(formatted, f.Data) {
			t.Errorf("%s is not formatted", f.Path)
		}
		marked := bytes.Contains(f.Data, []byte(" DO NOT EDIT.\n"))
		if generated := strings.HasPrefix(f.Path, GenDir+"/"); marked != generated {
			t.Errorf("%s is marked as generated: %v, want %v", f.Path, marked, generated)
		}
	}
	if got, want := f.Owner, owner(f.Path); got != want {
		t.Errorf("%s belongs to %s, want %s", f.Path, got, want)
	}
}

// owner is the rule that users are told.
func owner(name string) tree.Owner {
	for _, prefix := range []string{GenDir + "/", protoDir + "/", ".a2a-gen/"} {
		if strings.HasPrefix(name, prefix) {
			return tree.Tool
		}
	}
	return tree.User
}

func checkStubs(t *testing.T, p *Project) {
	t.Helper()
	files := make(map[string]string)
	for _, f := range p.Files {
		files[f.Path] = string(f.Data)
	}
	for _, s := range p.Stubs {
		if !strings.Contains(files[s.Path], "func (a *Agent) "+s.Signature+" {") {
			t.Errorf("%s lacks %s:\n%s", s.Path, s.Signature, files[s.Path])
		}
		if !strings.Contains(files[s.Test], "func Test"+s.Method+"(t *testing.T)") {
			t.Errorf("%s lacks the test of %s", s.Test, s.Method)
		}
	}
}
