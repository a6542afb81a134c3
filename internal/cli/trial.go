package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/mod/modfile"

	"github.com/a2a-gen/a2a-gen/internal/output"
)

// trial is a copy of the Go module that a project is in, for trying out a
// change before it is made.
type trial struct {
	copy *output.Scratch
	dir  string // of the project in the copy
	work string // go.work for the copy, or "off"
}

// checks are what a project has to pass.
var checks = [][]string{{"build", "./..."}, {"vet", "./..."}, {"test", "./..."}}

// check is one of them that was run.
type check struct {
	Command string `json:"command"`
	OK      bool   `json:"ok"`
	Output  string `json:"output"` // of a failure
}

// newTrial copies the module. The caller closes it.
func newTrial(ctx context.Context, project string) (*trial, error) {
	if _, err := exec.LookPath("go"); err != nil {
		return nil, errors.New("go is needed to build and test the upgraded project, and there is none in PATH; install Go, or look only with --dry-run")
	}
	env, err := goEnv(ctx, project)
	if err != nil {
		return nil, err
	}
	root := filepath.Dir(env.mod)
	here, err := realPath(project)
	if err != nil {
		return nil, err
	}
	rel, err := filepath.Rel(root, here)
	if err != nil {
		return nil, err
	}
	t := &trial{}
	if t.copy, err = output.Copy(ctx, root); err != nil {
		return nil, err
	}
	t.dir = filepath.Join(t.copy.Path, rel)
	if t.work, err = t.workspace(env.work, root); err != nil {
		return nil, errors.Join(err, t.close())
	}
	return t, nil
}

func (t *trial) close() error { return t.copy.Remove() }

// goFiles are the files that the go command goes by.
type goFiles struct{ mod, work string }

func goEnv(ctx context.Context, dir string) (goFiles, error) {
	cmd := exec.CommandContext(ctx, "go", "env", "GOMOD", "GOWORK")
	cmd.Dir = dir
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return goFiles{}, fmt.Errorf("go env: %w: %s", err, bytes.TrimSpace(stderr.Bytes()))
	}
	mod, work, _ := strings.Cut(string(out), "\n")
	env := goFiles{mod: strings.TrimSpace(mod), work: strings.TrimSpace(work)}
	if env.mod == "" || env.mod == os.DevNull {
		return goFiles{}, errors.New("the go command finds no go.mod here or above")
	}
	env.mod, err = filepath.EvalSymlinks(env.mod)
	return env, err
}

// realPath is an absolute path without links.
func realPath(name string) (string, error) {
	abs, err := filepath.Abs(name)
	if err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(abs)
}

// workName is the copy's own go.work.
const workName = ".a2a-gen.work"

// workspace writes a go.work in which the copy has the place of the module, if
// the module is part of a workspace.
func (t *trial) workspace(work, root string) (string, error) {
	if work == "" || work == "off" {
		return "off", nil
	}
	data, err := os.ReadFile(work)
	if err != nil {
		return "", err
	}
	file, err := modfile.ParseWork(work, data, nil)
	if err != nil {
		return "", err
	}
	base, listed := filepath.Dir(work), false
	for _, use := range file.Use {
		dir := absolute(base, use.Path)
		if real, err := realPath(dir); err == nil && real == root {
			dir, listed = ".", true
		}
		use.Path = dir
		use.Syntax.Token = workTokens(use.Syntax, dir)
	}
	if !listed {
		return "off", nil
	}
	for _, r := range file.Replace {
		if r.New.Version == "" && modfile.IsDirectoryPath(r.New.Path) {
			if err := file.AddReplace(r.Old.Path, r.Old.Version, absolute(base, r.New.Path), ""); err != nil {
				return "", err
			}
		}
	}
	if err := t.copy.Write(workName, modfile.Format(file.Syntax)); err != nil {
		return "", err
	}
	sum, err := os.ReadFile(work + ".sum")
	if err == nil {
		err = t.copy.Write(workName+".sum", sum)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	return filepath.Join(t.copy.Path, workName), nil
}

// absolute is a path of a go.work, which may be relative to it.
func absolute(base, name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(base, filepath.FromSlash(name))
}

// workTokens is a use line for another directory.
func workTokens(line *modfile.Line, dir string) []string {
	dir = modfile.AutoQuote(filepath.ToSlash(dir))
	if line.InBlock {
		return []string{dir}
	}
	return []string{"use", dir}
}

// run runs the checks up to the first that fails, and calls done after each.
func (t *trial) run(ctx context.Context, done func(check) error) ([]check, error) {
	var all []check
	for _, args := range checks {
		c, err := t.check(ctx, args)
		if err != nil {
			return nil, err
		}
		all = append(all, c)
		if err := done(c); err != nil {
			return nil, err
		}
		if !c.OK {
			break
		}
	}
	return all, nil
}

func (t *trial) check(ctx context.Context, args []string) (check, error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = t.dir
	cmd.Env = append(os.Environ(), "GOWORK="+t.work, "PWD="+t.dir)
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) } // so that tests can clean up
	cmd.WaitDelay = 10 * time.Second
	out, err := cmd.CombinedOutput()
	if ctx.Err() != nil {
		return check{}, ctx.Err()
	}
	c := check{Command: "go " + strings.Join(args, " "), OK: err == nil}
	if _, failed := errors.AsType[*exec.ExitError](err); err != nil && !failed {
		return c, fmt.Errorf("%s: %w", c.Command, err)
	}
	if !c.OK {
		c.Output = strings.ReplaceAll(string(out), t.copy.Path+string(filepath.Separator), "")
	}
	return c, nil
}
