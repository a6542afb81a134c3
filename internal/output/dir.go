package output

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/a2a-gen/a2a-gen/internal/lock"
)

// StateDir holds what the tool keeps in a project beside the lock.
const StateDir = ".a2a-gen"

// BaseDir holds the text of each user file as it was offered last.
const BaseDir = StateDir + "/base"

// Dir is a project directory. It is not safe for concurrent use; two processes
// that commit to one directory wait for each other.
type Dir struct {
	name string // as given, for messages
	root *os.Root
	sub  string              // the project below root, while a commit takes files around it along
	dirs map[string]*os.Root // opened while a commit runs: most files share a few
	step func(what string)   // called before each write; tests stop the process there
}

// Open opens an existing directory for comparing and committing. Nothing is
// written by it; see [Dir.Recover] for what an interrupted run left.
func Open(name string) (*Dir, error) {
	root, err := os.OpenRoot(name)
	if err != nil {
		return nil, fmt.Errorf("open project directory: %w", err)
	}
	return &Dir{name: name, root: root, dirs: make(map[string]*os.Root), step: func(string) {}}, nil
}

// OpenNew opens a directory for a new project and makes it if need be. It
// refuses one that holds anything but the rests of an interrupted run.
func OpenNew(name string) (*Dir, error) {
	if info, err := os.Stat(name); err == nil && !info.IsDir() {
		return nil, fmt.Errorf("%s is a file; give another --dir", name)
	}
	if err := os.MkdirAll(name, 0o777); err != nil {
		return nil, fmt.Errorf("make project directory: %w", err)
	}
	d, err := Open(name)
	if err != nil {
		return nil, err
	}
	if err := d.requireEmpty(); err != nil {
		return nil, errors.Join(err, d.Close())
	}
	return d, nil
}

// requireEmpty undoes or finishes an interrupted run, then looks for files.
func (d *Dir) requireEmpty() error {
	if _, err := d.Recover(); err != nil {
		return err
	}
	if err := d.removeEmpty(StateDir); err != nil { // of a run that was killed before it had a journal
		return err
	}
	entries, err := fs.ReadDir(d.root.FS(), ".")
	if err != nil {
		return fmt.Errorf("read project directory: %w", err)
	}
	for _, e := range entries {
		if e.Name() == lock.Path {
			return fmt.Errorf("%s holds a project already; to update it, run there: a2a-gen generate", d.name)
		}
	}
	if len(entries) > 0 {
		return fmt.Errorf("%s is not empty (it holds %s); give an empty or new --dir", d.name, entries[0].Name())
	}
	return nil
}

// at opens a directory below the root, once.
func (d *Dir) at(name string) (*os.Root, error) {
	if dir, ok := d.dirs[name]; ok {
		return dir, nil
	}
	dir, err := d.root.OpenRoot(name)
	if err == nil {
		d.dirs[name] = dir
	}
	return dir, err
}

// closeDirs forgets the directories that at opened.
func (d *Dir) closeDirs() {
	for name, dir := range d.dirs {
		dir.Close()
		delete(d.dirs, name)
	}
}

// Close releases the directory.
func (d *Dir) Close() error { return d.root.Close() }

// Read returns the content of a file. Links are followed as long as they stay
// in the directory.
func (d *Dir) Read(name string) ([]byte, error) {
	real, info, err := d.resolve(name)
	if err != nil {
		return nil, err
	}
	if info == nil {
		return nil, fmt.Errorf("read %s: %w", filepath.Join(d.name, name), fs.ErrNotExist)
	}
	return d.root.ReadFile(real)
}

// Lock returns the project's lock, or nil if there is none yet.
func (d *Dir) Lock() (*lock.Lock, error) {
	data, err := d.Read(lock.Path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return lock.Parse(data)
}
