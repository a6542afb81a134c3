package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/semver"

	"github.com/a2a-gen/a2a-gen/internal/diag"
	"github.com/a2a-gen/a2a-gen/internal/lock"
	"github.com/a2a-gen/a2a-gen/internal/merge"
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
	layout lock.Layout
	source *source
	edited bool // source is not what is on disk, but what is to be written
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
	if ws.lock != nil {
		ws.layout = ws.lock.Layout
	}
	if err := ws.checkSpec(); err != nil {
		return nil, err
	}
	if ws.module, err = findModule(path); err != nil {
		return nil, err
	}
	if ws.protos, err = project.Protos(ws.layout, os.DirFS(path)); err != nil {
		return nil, err
	}
	if ws.lock == nil || force {
		return ws, nil
	}
	return ws, ws.checkProtos()
}

// checkSpec refuses a directory without the specification that the project is
// made from.
func (ws *workspace) checkSpec() error {
	name := project.SpecPath(ws.layout)
	_, err := ws.dir.Read(name)
	switch {
	case errors.Is(err, fs.ErrNotExist) && ws.lock == nil:
		return fmt.Errorf("there is an %s here, but no %s: to make an agent, run: a2a-gen init; if there was one, restore its files from version control", project.DefinitionPath, lock.Path)
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%s is missing; restore it from version control", name)
	}
	return err
}

// checkProtos refuses protos that are not those that the lock lists: a
// specification is changed by an upgrade, not by an editor.
func (ws *workspace) checkProtos() error {
	for name, sum := range ws.lock.Files.Tool {
		if !project.IsProto(ws.layout, name) {
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
		Module: ws.module.importPath, Protos: ws.protos, SpecName: project.SpecPath(ws.layout), Tool: tool, Layout: ws.layout,
	}
}

// renewal is what a run has to do in a workspace.
type renewal struct {
	planned  *project.Project
	report   *output.Report
	findings diag.List // where the user's code does not fit
	notes    []string  // what else the user should know
}

// renew plans the project and compares it with what is there. Nothing is
// written.
func (ws *workspace) renew(ctx context.Context, tool string) (*renewal, error) {
	planned, err := project.Plan(ctx, ws.input(tool))
	if err != nil {
		return nil, err
	}
	return ws.compare(planned, ws.generated(planned))
}

// compare is renew for a plan that was made. It changes the plan.
func (ws *workspace) compare(planned *project.Project, gen *usercode.Generated) (*renewal, error) {
	if ws.edited {
		i := slices.IndexFunc(planned.Files, func(f tree.File) bool { return f.Path == project.DefinitionPath })
		planned.Files[i].Merged = ws.source.text
	}
	u := &renewal{planned: planned}
	var err error
	if u.findings, err = ws.settleWith(planned, gen); err != nil {
		return nil, err
	}
	otherTool := ws.lock == nil || ws.lock.Tool != planned.Lock.Tool // the comparison may take the old one over
	if u.report, err = ws.dir.Compare(ws.lock, planned.Lock, planned.Files); err != nil {
		return nil, err
	}
	u.notes, err = ws.notes(u, otherTool)
	return u, err
}

// settle takes out the beginnings of skills whose code exists elsewhere, and
// asks for those of skills without any code. It returns what the user has to
// do by hand.
func (ws *workspace) settle(planned *project.Project) (diag.List, error) {
	return ws.settleWith(planned, ws.generated(planned))
}

// generated returns the generated code of a plan, to read the user's with.
func (ws *workspace) generated(planned *project.Project) *usercode.Generated {
	gen := &usercode.Generated{Module: ws.module.importPath, Dir: project.GenDir, Files: make(map[string][]byte)}
	for _, f := range planned.Files {
		if strings.HasPrefix(f.Path, project.GenDir+"/") {
			gen.Files[f.Path] = f.Data
		}
	}
	return gen
}

func (ws *workspace) settleWith(planned *project.Project, gen *usercode.Generated) (diag.List, error) {
	agent, err := gen.Read(os.DirFS(ws.path), project.AgentDir, project.AgentType)
	if err != nil {
		return nil, err
	}
	return planned.Settle(ws.lock, agent, func(name string) bool {
		_, err := os.Lstat(filepath.Join(ws.path, filepath.FromSlash(name)))
		return err == nil
	}), nil
}

// texts returns the files of the user for which the plan may have a better text
// than the one that was offered last.
func (ws *workspace) texts(planned *project.Project) ([]merge.Text, error) {
	var texts []merge.Text
	if ws.lock == nil {
		return nil, nil
	}
	for _, f := range planned.Files {
		if ws.lock.Files.User[f.Path] == "" || !planned.Offers(f.Path) {
			continue
		}
		t := merge.Text{Path: f.Path, Theirs: f.Data}
		for name, to := range map[string]*[]byte{f.Path: &t.Ours, output.BaseDir + "/" + f.Path: &t.Base} {
			data, err := ws.dir.Read(name)
			if err != nil && !errors.Is(err, fs.ErrNotExist) {
				return nil, err
			}
			*to = data
		}
		texts = append(texts, t)
	}
	return texts, nil
}

// merge gives the planned files the texts that the user's files get from a
// merge with what is offered, for the comparison that follows.
func (ws *workspace) merge(ctx context.Context, planned *project.Project, labels merge.Labels) ([]merge.Result, error) {
	texts, err := ws.texts(planned)
	if err != nil {
		return nil, err
	}
	results, err := merge.Project(ctx, texts, labels)
	if err != nil {
		return nil, err
	}
	for _, r := range results {
		i := slices.IndexFunc(planned.Files, func(f tree.File) bool { return f.Path == r.Path })
		planned.Files[i].Merged = r.Merged
	}
	return results, nil
}
