package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"

	"golang.org/x/mod/modfile"

	"github.com/a2a-gen/a2a-gen/internal/definition"
	"github.com/a2a-gen/a2a-gen/internal/diag"
)

// source is a definition as it was read.
type source struct {
	name  string // as messages call it
	text  []byte
	def   *definition.Definition
	cards map[string][]byte // of consumed agents, by their path in the definition
}

// load reads a definition. What is wrong with it is the error, a diag.List;
// advice is printed to w.
func load(name string, w io.Writer) (*source, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	return parse(name, text, w)
}

// parse is load for a text that was read already. name also says where the
// files are that the definition names.
func parse(name string, text []byte, w io.Writer) (*source, error) {
	def, findings := definition.Parse(name, text)
	if def == nil {
		return nil, findings
	}
	if err := diag.Text(w, def.Advice); err != nil {
		return nil, err
	}
	s := &source{name: name, text: text, def: def, cards: make(map[string][]byte)}
	for _, c := range def.Consumes {
		card, err := os.ReadFile(filepath.Join(filepath.Dir(name), filepath.FromSlash(c.Card)))
		if err != nil {
			return nil, diag.List{{
				File: name, Line: c.Pos.Line, Col: c.Pos.Col,
				Message: fmt.Sprintf("the card of %s cannot be read: %v", c.Name, reason(err)),
				Hint:    "save the agent's card there, for example with curl",
			}}
		}
		s.cards[c.Card] = card
	}
	return s, nil
}

// reason is an error of package os without the operation.
func reason(err error) error {
	if pathErr, ok := errors.AsType[*fs.PathError](err); ok {
		return fmt.Errorf("%s: %w", pathErr.Path, pathErr.Err)
	}
	return err
}

// importPath returns the import path of a directory: the path of the module
// whose go.mod is nearest, and the way from there.
func importPath(dir string) (string, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	for at, below := abs, ""; ; {
		data, err := os.ReadFile(filepath.Join(at, "go.mod"))
		if err == nil {
			module := modfile.ModulePath(data)
			if module == "" {
				return "", fmt.Errorf("%s has no module line", filepath.Join(at, "go.mod"))
			}
			return path.Join(module, below), nil
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return "", err
		}
		outer := filepath.Dir(at)
		if outer == at {
			return "", errors.New("there is no go.mod here or above; run: go mod init example.com/you/agent")
		}
		below = path.Join(filepath.Base(at), below)
		at = outer
	}
}
