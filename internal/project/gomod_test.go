package project

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"golang.org/x/mod/modfile"
)

// The go.mod and go.sum that projects get are made from this module's own: a
// project of each kind is laid out, given our requirements, and tidied. So
// projects use the versions that the skeleton is tested with.
func TestGoMod(t *testing.T) {
	const tokens = ", auth: {bearer: {issuer: https://id.example.com, audience: planner}}}\n" +
		"securitySchemes: {bearer: {httpAuthSecurityScheme: {scheme: Bearer}}}\nsecurityRequirements: [{bearer: []}]"
	for variant, host := range map[string]string{
		"": "store: sqlite}", "memory.": "store: memory}", "tokens.": "store: sqlite" + tokens, "memory.tokens.": "store: memory" + tokens,
	} {
		t.Run(variant+"go.mod", func(t *testing.T) {
			dir := t.TempDir()
			lay(t, dir, plan(t, []byte("version: 1\nagent: {name: planner, description: Plans., version: 0.1.0}\n"+
				"host: {"+host+"\nskills: [{id: s, description: S., tags: [t]}]\n")))
			seed(t, dir)
			tidy(t, dir)
			for _, name := range []string{"go.mod", "go.sum"} {
				got, err := os.ReadFile(filepath.Join(dir, name))
				if err != nil {
					t.Fatal(err)
				}
				compare(t, "../../skeleton/"+variant+name+".embed", got)
			}
		})
	}
}

// lay writes a project to a directory.
func lay(t *testing.T, dir string, p *Project) {
	t.Helper()
	for _, f := range p.Files {
		name := filepath.Join(dir, filepath.FromSlash(f.Path))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, f.Data, f.Mode); err != nil {
			t.Fatal(err)
		}
	}
}

// seed replaces go.mod and go.sum by our own, under the project's name.
func seed(t *testing.T, dir string) {
	t.Helper()
	ours, err := os.ReadFile("../../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	file, err := modfile.Parse("go.mod", ours, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := file.AddModuleStmt(testModule); err != nil {
		t.Fatal(err)
	}
	// Tidy removes what is not needed, but keeps "// indirect" comments and
	// blocks as they were: without them it writes its own.
	file.SetRequireSeparateIndirect(plain(file.Require))
	file.Cleanup()
	mod, err := file.Format()
	if err != nil {
		t.Fatal(err)
	}
	sum, err := os.ReadFile("../../go.sum")
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{"go.mod": mod, "go.sum": sum} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func plain(requires []*modfile.Require) []*modfile.Require {
	var list []*modfile.Require
	for _, r := range requires {
		list = append(list, &modfile.Require{Mod: r.Mod, Indirect: r.Indirect})
	}
	return list
}

func tidy(t *testing.T, dir string) {
	t.Helper()
	cmd := exec.Command("go", "mod", "tidy")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off")
	if !*update {
		cmd.Env = append(cmd.Env, "GOPROXY=off")
	}
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("go mod tidy: %v\n%s\nModules that the cache lacks come with: go mod tidy", err, out)
	}
}

// compare holds a file of the skeleton equal to what it should be, but for the
// module's name.
func compare(t *testing.T, name string, want []byte) {
	t.Helper()
	want = bytes.Replace(want, []byte("module "+testModule), []byte("module github.com/a2a-gen/a2a-gen/skeleton"), 1)
	if *update {
		if err := os.WriteFile(name, want, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	got, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s is stale; run: go test ./internal/project -run TestGoMod -update", name)
	}
}
