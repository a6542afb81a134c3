package cli

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "rewrite the expected output in testdata/script")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"a2a-gen": func() {
			os.Exit(Main(os.Args[1:], Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}))
		},
	})
}

// TestScripts runs testdata/script/*.txtar: the commands as a user types them.
// $BARE_PATH is a PATH with a2a-gen and nothing else.
func TestScripts(t *testing.T) {
	testscript.Run(t, scripts("../../testdata/script"))
}

// scripts are the scripts of a directory, with commands of our own.
func scripts(dir string) testscript.Params {
	return testscript.Params{
		Dir:                 dir,
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("BARE_PATH", filepath.SplitList(os.Getenv("PATH"))[0])
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"append":    appendText,
			"code":      exitCode,
			"mtime":     keepTime,
			"replace":   replaceText,
			"same-time": sameTime,
		},
	}
}
