package cli

import (
	"context"
	"encoding/json"
	"os/exec"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/a2a-gen/a2a-gen/internal/tree"
)

// TestRegeneration runs testdata/script/regeneration/*.txtar: what a project
// goes through in years. Their go works without network, with the cache that
// other tests fill.
func TestRegeneration(t *testing.T) {
	params := scripts("../../testdata/script/regeneration")
	setup, goEnv := params.Setup, goEnvironment(t)
	params.Setup = func(env *testscript.Env) error {
		for name, value := range goEnv {
			env.Setenv(name, value)
		}
		return setup(env)
	}
	testscript.Run(t, params)
}

// goEnvironment is the environment of a go command offline. Trimmed paths let
// all projects share what is built.
func goEnvironment(t testing.TB) map[string]string {
	t.Helper()
	out, err := exec.Command("go", "env", "-json", "GOCACHE", "GOMODCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	env := map[string]string{}
	if err := json.Unmarshal(out, &env); err != nil {
		t.Fatal(err)
	}
	env["GOFLAGS"], env["GOPROXY"], env["GOWORK"] = "-trimpath", "off", "off"
	return env
}

func TestInitOptions(t *testing.T) {
	var got initOptions
	execute(t, newInit(func(_ context.Context, o *initOptions) error {
		got = *o
		got.out, got.err = nil, nil
		return nil
	}), "--name", "planner", "--definition", "d.yaml", "--dir", "there", "--proto", "p.proto")
	if want := (initOptions{name: "planner", definition: "d.yaml", dir: "there", proto: "p.proto"}); got != want {
		t.Errorf("options = %+v, want %+v", got, want)
	}
}

func TestAddSkillOptions(t *testing.T) {
	var got addSkillOptions
	execute(t, newAdd(func(_ context.Context, o *addSkillOptions) error {
		got = *o
		return nil
	}), "skill", "plan", "--name", "Plan", "--description", "Plans.")
	if got.skill.ID != "plan" || got.skill.Name != "Plan" || got.skill.Description != "Plans." || got.dir != "." {
		t.Errorf("options = %+v", got)
	}
}

func TestTransferAndStatusOptions(t *testing.T) {
	var got transferOptions
	run := func(_ context.Context, o *transferOptions) error {
		got = *o
		return nil
	}
	execute(t, newEject(run), "gen/x.go")
	if got.file != "gen/x.go" || got.to != tree.User || got.force {
		t.Errorf("eject: %+v", got)
	}
	execute(t, newAdopt(run), "gen/x.go", "--force")
	if got.file != "gen/x.go" || got.to != tree.Tool || !got.force {
		t.Errorf("adopt: %+v", got)
	}
	execute(t, newStatus(func(_ context.Context, o *statusOptions) error {
		if !o.json || o.dir != "." {
			t.Errorf("status: %+v", o)
		}
		return nil
	}), "--json")
}
