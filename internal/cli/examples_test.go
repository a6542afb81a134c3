package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestExamples holds the generated files of the examples up to date, and the
// definition of test-runner equal to the one that tests make projects of.
func TestExamples(t *testing.T) {
	found, err := filepath.Glob("../../examples/*/a2a.yaml")
	if err != nil || len(found) == 0 {
		t.Fatalf("no examples: %v", err)
	}
	for _, definition := range found {
		dir := filepath.Dir(definition)
		t.Run(filepath.Base(dir), func(t *testing.T) {
			args := []string{"generate", "--check"}
			if *update {
				args = args[:1]
			}
			t.Chdir(dir)
			var out strings.Builder
			if code := Main(args, Streams{Out: &out, Err: &out}); code != 0 {
				t.Errorf("exit code %d; run: make generate\n%s", code, out.String())
			}
		})
	}
	fixture, err := os.ReadFile("../../testdata/definitions/valid/test-runner.yaml")
	if err != nil {
		t.Fatal(err)
	}
	example, err := os.ReadFile("../../examples/test-runner/a2a.yaml")
	if err != nil || string(example) != string(fixture) {
		t.Errorf("examples/test-runner/a2a.yaml is not testdata/definitions/valid/test-runner.yaml (%v)", err)
	}
}
