package cli

import (
	"errors"
	"fmt"
	goversion "go/version"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"

	"github.com/a2a-gen/a2a-gen/internal/lock"
	"github.com/a2a-gen/a2a-gen/internal/output"
	"github.com/a2a-gen/a2a-gen/internal/project"
)

// check refuses a directory or a module in which no agent can be made.
func (o *initOptions) check(dir *output.Dir, m *goModule) error {
	if _, err := dir.Read(lock.Path); !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("there is an agent here already, or the rest of one: %s; to bring it up to date, run: a2a-gen generate", lock.Path)
	}
	if _, err := dir.Read(project.SpecPath(lock.Embedded)); err == nil {
		return fmt.Errorf("there is the rest of an agent here: %s/ without %s; restore that from version control, or remove %s/ to start again", output.StateDir, lock.Path, output.StateDir)
	}
	for _, name := range []string{project.GenDir, project.AgentDir} {
		entries, err := os.ReadDir(filepath.Join(o.dir, name))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		if len(entries) > 0 {
			return fmt.Errorf("%s/ is not empty (it holds %s), and the agent's code goes there; choose another directory with --dir", name, entries[0].Name())
		}
	}
	if err := module.CheckImportPath(m.importPath); err != nil {
		return fmt.Errorf("code in this directory cannot be imported: %w; choose another one with --dir", err)
	}
	if err := m.checkGo(); err != nil {
		return err
	}
	if strings.Contains(os.Getenv("GOFLAGS"), "-mod=vendor") && m.vendored() {
		return errors.New("GOFLAGS says -mod=vendor, and vendor/ lacks what the generated code needs; run: GOFLAGS=-mod=mod a2a-gen init, then: go mod vendor")
	}
	return nil
}

// checkGo refuses a module for an older Go than generated code is written for.
func (m *goModule) checkGo() error {
	needs, err := project.GoVersion()
	if err != nil {
		return err
	}
	file, err := modfile.ParseLax(filepath.Join(m.dir, "go.mod"), m.goMod, nil)
	if err != nil {
		return err
	}
	has := "1.16" // what Go takes a module without the line for
	if file.Go != nil {
		has = file.Go.Version
	}
	if goversion.Compare("go"+has, "go"+needs) < 0 {
		return fmt.Errorf("%s is for Go %s, and generated code needs %s; run: go get go@%s", filepath.Join(m.dir, "go.mod"), has, needs, needs)
	}
	return nil
}

// vendored reports whether builds of the module use copies of what it requires.
func (m *goModule) vendored() bool {
	_, err := os.Stat(filepath.Join(m.dir, "vendor", "modules.txt"))
	return err == nil
}

// outsideWorkspace reports whether there is a go.work file that governs the
// module's directory and does not name it.
func (m *goModule) outsideWorkspace() bool {
	for at := m.dir; ; at = filepath.Dir(at) {
		data, err := os.ReadFile(filepath.Join(at, "go.work"))
		if err == nil {
			work, err := modfile.ParseWork("go.work", data, nil)
			return err == nil && !slices.ContainsFunc(work.Use, func(u *modfile.Use) bool {
				dir := filepath.FromSlash(u.Path)
				return dir == m.dir || filepath.Join(at, dir) == m.dir
			})
		}
		if at == filepath.Dir(at) {
			return false
		}
	}
}
