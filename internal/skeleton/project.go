package skeleton

import (
	"fmt"
	"io/fs"
	"strings"

	a2agen "github.com/a2a-gen/a2a-gen"
	"github.com/a2a-gen/a2a-gen/internal/tree"
)

// suffix is on files that would act on this repository if they had their name
// here, such as .gitignore and go.mod.
const suffix = ".embed"

// echo is the name of the skeleton's agent and of its one skill.
const echo = "echo"

// elsewhere lists what [Project] leaves to others: the plugin, the definition's
// owner, and package project.
var elsewhere = []string{"gen/", "a2a.yaml", "go.mod", "go.sum", "memory.go.mod", "memory.go.sum",
	"tokens.go.mod", "tokens.go.sum", "memory.tokens.go.mod", "memory.tokens.go.sum", "agent/" + echo + ".go", "agent/" + echo + "_test.go", "agent/testdata/"}

// Project returns the files of the user that are the same in every project but
// for import paths and the agent's name, the slug. module is the import path
// of the project's directory.
func Project(slug, module string) ([]tree.File, error) {
	skeleton := a2agen.Skeleton()
	moves := []Move{{From: Module, To: module}}
	var files []tree.File
	err := walk(skeleton, ".", func(name string, data []byte) error {
		name = strings.TrimSuffix(name, suffix)
		for _, prefix := range elsewhere {
			if name == prefix || strings.HasSuffix(prefix, "/") && strings.HasPrefix(name, prefix) {
				return nil
			}
		}
		if isGo(name) {
			var err error
			if data, err = Rewrite(name, data, moves); err != nil {
				return err
			}
		}
		files = append(files, tree.File{Path: rename(name, slug), Data: data, Mode: tree.Regular, Owner: tree.User})
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("copy skeleton: %w", err)
	}
	return files, nil
}

// rename puts the agent's name in the place of the skeleton's.
func rename(name, slug string) string {
	if rest, ok := strings.CutPrefix(name, "cmd/"+echo+"/"); ok {
		return "cmd/" + slug + "/" + rest
	}
	return name
}

// Text returns a file of the skeleton that is stored with a suffix.
func Text(name string) ([]byte, error) {
	data, err := fs.ReadFile(a2agen.Skeleton(), name+suffix)
	if err != nil {
		return nil, fmt.Errorf("read skeleton: %w", err)
	}
	return data, nil
}
