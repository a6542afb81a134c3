package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/mod/semver"

	"github.com/a2a-gen/a2a-gen/internal/lock"
	"github.com/a2a-gen/a2a-gen/internal/output"
	"github.com/a2a-gen/a2a-gen/internal/project"
	"github.com/a2a-gen/a2a-gen/internal/tree"
	"github.com/a2a-gen/a2a-gen/internal/usercode"
)

// workspace is a project on disk and what its files say.
type workspace struct {
	path   string // of the directory
	dir    *output.Dir
	lock   *lock.Lock // nil for a project that has none yet
	source *source
	module *goModule
	protos fs.FS
}

// openWorkspace reads the project in a directory. tool is the version of this
// a2a-gen; force takes what an older tool or an editor left in it. Advice about
// the definition is printed to w. The caller closes dir.
func openWorkspace(dir *output.Dir, path, tool string, force bool, w io.Writer) (*workspace, error) {
	ws := &workspace{path: path, dir: dir}
	var err error
	if ws.lock, err = dir.Lock(); err != nil {
		return nil, err
	}
	if newer := ws.lock != nil && semver.IsValid(tool) && semver.Compare(tool, ws.lock.Tool) < 0; newer && !force {
		return nil, fmt.Errorf("this is a2a-gen %s, but %s was written by %s; update a2a-gen, or go back with --force", tool, lock.Path, ws.lock.Tool)
	}
	text, err := dir.Read(project.DefinitionPath)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("there is no %s here; run this in the directory of an agent, or make one with: a2a-gen new NAME", project.DefinitionPath)
	}
	if err != nil {
		return nil, err
	}
	if ws.source, err = parse(project.DefinitionPath, text, path, w); err != nil {
		return nil, err
	}
	if ws.module, err = findModule(path); err != nil {
		return nil, err
	}
	ws.protos = os.DirFS(filepath.Join(path, project.ProtoDir))
	if ws.lock == nil || force {
		return ws, nil
	}
	return ws, ws.checkProtos()
}

// checkProtos refuses protos that are not those that the lock lists: a
// specification is changed by an upgrade, not by an editor.
func (ws *workspace) checkProtos() error {
	for name, sum := range ws.lock.Files.Tool {
		if !strings.HasPrefix(name, project.ProtoDir+"/") {
			continue
		}
		data, err := ws.dir.Read(name)
		if err != nil {
			return fmt.Errorf("%w; restore it from version control", err)
		}
		if tree.Sum(data) != sum {
			return fmt.Errorf("%s was changed; restore it from version control, or accept the change with --force", name)
		}
	}
	return nil
}

// input is what the project's files are planned from.
func (ws *workspace) input(tool string) project.Input {
	return project.Input{
		Definition: ws.source.def, Source: ws.source.text, Cards: ws.source.cards,
		Module: ws.module.importPath, Protos: ws.protos, SpecName: project.SpecPath, Tool: tool,
	}
}

// settle takes out the beginnings of skills whose code exists elsewhere, and
// asks for those of skills without any code. It returns what the user has to
// do by hand.
func (ws *workspace) settle(planned *project.Project) ([]string, error) {
	methods, err := usercode.Methods(os.DirFS(ws.path), project.AgentDir, project.AgentType)
	if err != nil {
		return nil, err
	}
	written := func(method string) bool { _, ok := methods[method]; return ok }
	there := func(name string) bool {
		_, err := os.Lstat(filepath.Join(ws.path, filepath.FromSlash(name)))
		return err == nil
	}
	notes := planned.Settle(ws.lock, written, there)
	lacking, err := planned.Lacking(ws.module.goMod)
	if err != nil {
		return nil, err
	}
	if len(lacking) > 0 {
		notes = append(notes, "go.mod lacks what gen/ imports; run: go get "+strings.Join(lacking, " "))
	}
	return notes, nil
}
