package definition_test

import (
	"bytes"
	"errors"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/a2a-gen/a2a-gen/internal/definition"
)

var update = flag.Bool("update", false, "rewrite the files that tests compare with")

const fixtures = "../../testdata/definitions"

// files lists the definitions of a folder of fixtures.
func files(t testing.TB, folder string) []string {
	t.Helper()
	list, err := filepath.Glob(filepath.Join(fixtures, folder, "*.yaml"))
	if err != nil || len(list) == 0 {
		t.Fatalf("no fixtures in %s: %v", folder, err)
	}
	return list
}

func read(t testing.TB, file string) []byte {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// parse reads a definition that has no findings. It gets the name that it
// would have in a project.
func parse(t testing.TB, file string) *definition.Definition {
	t.Helper()
	def, findings := definition.Parse("a2a.yaml", read(t, file))
	if err := findings.Err(); err != nil {
		t.Fatalf("%s:\n%v", file, err)
	}
	return def
}

// golden compares what was got with a file, or writes the file. Nothing to say
// is no file.
func golden(t *testing.T, file string, got []byte) {
	t.Helper()
	want, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	if bytes.Equal(got, want) {
		return
	}
	if !*update {
		t.Errorf("%s differs (go test -update writes it)\ngot:\n%s\nwant:\n%s", file, got, want)
		return
	}
	if len(got) == 0 {
		err = os.Remove(file)
	} else {
		err = os.WriteFile(file, got, 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// lines ends each finding with a newline.
func lines(findings string) []byte {
	if findings == "" {
		return nil
	}
	return []byte(findings + "\n")
}

// TestValid holds the cards and the advice of definitions that are right.
func TestValid(t *testing.T) {
	for _, file := range files(t, "valid") {
		name := strings.TrimSuffix(file, ".yaml")
		t.Run(filepath.Base(name), func(t *testing.T) {
			def := parse(t, file)
			card, err := def.CardJSON()
			if err != nil {
				t.Fatal(err)
			}
			golden(t, name+".card.json", card)
			extended, err := def.ExtendedCardJSON()
			if err != nil {
				t.Fatal(err)
			}
			golden(t, name+".extended.json", extended)
			golden(t, name+".want", lines(def.Advice.Error()))
		})
	}
}

// TestInvalid holds the exact findings of definitions that are wrong.
func TestInvalid(t *testing.T) {
	for _, file := range files(t, "invalid") {
		name := strings.TrimSuffix(file, ".yaml")
		t.Run(filepath.Base(name), func(t *testing.T) {
			def, findings := definition.Parse("a2a.yaml", read(t, file))
			if def != nil || len(findings) == 0 {
				t.Fatal("no findings")
			}
			for _, f := range findings {
				if f.Line == 0 || f.Col == 0 || f.Hint == "" || f.Warning {
					t.Errorf("no place or no hint: %s", f)
				}
			}
			golden(t, name+".want", lines(findings.Error()))
		})
	}
}
