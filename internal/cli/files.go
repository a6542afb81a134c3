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
	"github.com/a2a-gen/a2a-gen/internal/project"
)

// source is a definition as it was read.
type source struct {
	text  []byte
	def   *definition.Definition
	cards map[string][]byte // of consumed agents, by their path in the definition
}

// load reads a definition. What is wrong with it is the error, a diag.List;
// advice is printed to w.
func load(name string, w io.Writer) (*source, error) {
	text, err := readDefinition(name)
	if err != nil {
		return nil, err
	}
	return parse(name, text, filepath.Dir(name), w)
}

// readDefinition reads the definition that a command is about.
func readDefinition(name string) ([]byte, error) {
	text, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) && name == project.DefinitionPath {
		return nil, fmt.Errorf("there is no %s here; name the file, or run this in the directory of an agent", name)
	}
	return text, notThere(name, err)
}

// notThere explains the error of a file that a flag or argument names.
func notThere(name string, err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("there is no file %s; check the path", name)
	}
	return err
}

// parse is load for a text that was read already. The files that the
// definition names are looked up in dir.
func parse(name string, text []byte, dir string, w io.Writer) (*source, error) {
	def, findings := definition.Parse(name, text)
	if def == nil {
		return nil, findings
	}
	if err := diag.Text(w, def.Advice); err != nil {
		return nil, err
	}
	s := &source{text: text, def: def, cards: make(map[string][]byte)}
	for _, c := range def.Consumes {
		card, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(c.Card)))
		if err != nil {
			return nil, s.finding(c, fmt.Sprintf("the card of %s cannot be read: %v", c.Name, reason(err)),
				"save the agent's card there, for example with curl")
		}
		s.cards[c.Card] = card
	}
	return s, nil
}

// finding is about an agent that the definition consumes.
func (s *source) finding(c definition.Consumed, message, hint string) error {
	return s.at(c.Pos, message, hint)
}

// at is a finding at a place in the definition.
func (s *source) at(pos definition.Pos, message, hint string) error {
	return diag.List{{File: s.def.File, Line: pos.Line, Col: pos.Col, Message: message, Hint: hint}}
}

// closed returns a finding if the definition needs files beyond its own
// directory, which a copy of that directory would lack.
func (s *source) closed() error {
	for _, c := range s.def.Consumes {
		if !filepath.IsLocal(filepath.FromSlash(c.Card)) {
			return s.finding(c, fmt.Sprintf("the card of %s is outside of the definition's directory, so the new agent cannot have it", c.Name),
				"copy the card to a place beside the definition")
		}
	}
	return nil
}

// reason is an error of package os without the operation.
func reason(err error) error {
	if pathErr, ok := errors.AsType[*fs.PathError](err); ok {
		return fmt.Errorf("%s: %w", pathErr.Path, pathErr.Err)
	}
	return err
}

// goModule is the Go module that a directory belongs to.
type goModule struct {
	importPath string // of the directory
	dir        string // of go.mod
	up         int    // how far dir is above the directory
	goMod      []byte
}

// findModule returns the module of the nearest go.mod.
func findModule(dir string) (*goModule, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	for at, below, up := abs, "", 0; ; up++ {
		name := filepath.Join(at, "go.mod")
		data, err := os.ReadFile(name)
		if err == nil {
			module := modfile.ModulePath(data)
			if module == "" {
				return nil, fmt.Errorf("%s has no module line", name)
			}
			return &goModule{importPath: path.Join(module, below), dir: at, up: up, goMod: data}, nil
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		outer := filepath.Dir(at)
		if outer == at {
			return nil, errors.New("there is no go.mod here or above; run: go mod init example.com/you/agent")
		}
		below = path.Join(filepath.Base(at), below)
		at = outer
	}
}

// inWorkspace reports whether a directory is below a go.work file.
func inWorkspace(dir string) bool {
	at, err := filepath.Abs(dir)
	for err == nil {
		if _, statErr := os.Stat(filepath.Join(at, "go.work")); statErr == nil {
			return true
		}
		if at == filepath.Dir(at) {
			break
		}
		at = filepath.Dir(at)
	}
	return false
}
