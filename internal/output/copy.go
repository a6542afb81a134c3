package output

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Scratch is a directory that is made for a while. Its owner removes it.
type Scratch struct{ Path string }

// Remove removes the directory and all that is in it.
func (s *Scratch) Remove() error { return os.RemoveAll(s.Path) }

// Write makes a file in the directory.
func (s *Scratch) Write(name string, data []byte) error {
	return os.WriteFile(filepath.Join(s.Path, name), data, 0o666)
}

// NewScratch makes an empty directory.
func NewScratch() (*Scratch, error) {
	name, err := os.MkdirTemp("", "a2a-gen-")
	if err != nil {
		return nil, fmt.Errorf("make a temporary directory: %w", err)
	}
	return &Scratch{Path: name}, nil
}

// Copy copies a directory to a new one beside it, so that relative paths lead
// where they did, or where temporary files go if nothing can be made there. Git's
// own files and what is neither file, directory nor symbolic link stay behind.
// The new directory's name starts with a dot, so Go's patterns do not find it.
func Copy(ctx context.Context, dir string) (*Scratch, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	name, err := os.MkdirTemp(filepath.Dir(dir), ".a2a-gen-copy-")
	if err != nil {
		name, err = os.MkdirTemp("", ".a2a-gen-copy-")
	}
	if err != nil {
		return nil, fmt.Errorf("copy %s: %w", dir, err)
	}
	s := &Scratch{Path: name}
	err = filepath.WalkDir(dir, func(from string, e fs.DirEntry, err error) error {
		if err := errors.Join(err, ctx.Err()); err != nil {
			return err
		}
		if e.Name() == ".git" && from != dir {
			return skip(e)
		}
		rel, err := filepath.Rel(dir, from)
		if err != nil {
			return err
		}
		return copyEntry(from, filepath.Join(s.Path, rel), e)
	})
	if err != nil {
		return nil, errors.Join(fmt.Errorf("copy %s: %w", dir, err), s.Remove())
	}
	return s, nil
}

// skip leaves a file or a whole directory out of a walk.
func skip(e fs.DirEntry) error {
	if e.IsDir() {
		return fs.SkipDir
	}
	return nil
}

// copyEntry copies one file, link or empty directory.
func copyEntry(from, to string, e fs.DirEntry) error {
	switch mode := e.Type(); {
	case mode.IsDir():
		return os.MkdirAll(to, 0o777)
	case mode&fs.ModeSymlink != 0:
		target, err := os.Readlink(from)
		if err != nil {
			return err
		}
		return os.Symlink(target, to)
	case mode.IsRegular():
		return copyFile(from, to)
	}
	return nil
}

func copyFile(from, to string) (err error) {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	info, err := in.Stat()
	if err != nil {
		return err
	}
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, info.Mode().Perm())
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	_, err = io.Copy(out, in)
	return err
}
