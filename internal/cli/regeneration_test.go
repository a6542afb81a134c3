package cli

import (
	"encoding/json"
	"os/exec"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
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
