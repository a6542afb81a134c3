package output

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"strings"
)

// maxLinks is the number of symbolic links on one path after which it counts
// as a loop, as on Linux.
const maxLinks = 40

// resolve follows the symbolic links of a path and returns where the file
// really is, still relative to the directory, and what is there (nil if
// nothing). Links to directories and files inside the project are followed; one
// that leaves it, dangles or loops is an error, so that no write can land where
// the user does not look.
func (d *Dir) resolve(name string) (string, fs.FileInfo, error) {
	w := walk{dir: d, rest: strings.Split(name, "/")}
	real, info, err := w.run()
	if err != nil {
		return "", nil, fmt.Errorf("%s: %w", name, err)
	}
	return real, info, nil
}

// walk is the state of one resolve.
type walk struct {
	dir    *Dir
	done   string   // resolved directory
	rest   []string // names still to look up below done
	links  int
	linked int // how many of rest came from a link: those must exist
}

func (w *walk) run() (string, fs.FileInfo, error) {
	for len(w.rest) > 0 {
		name := w.rest[0]
		w.rest = w.rest[1:]
		fromLink := w.linked > 0
		if fromLink {
			w.linked--
		}
		if name == ".." {
			if w.done == "" {
				return "", nil, errOutside
			}
			w.done = parent(w.done)
			continue
		}
		if name == "." || name == "" {
			continue
		}
		at := path.Join(w.done, name)
		found, err := w.dir.root.Lstat(at)
		switch {
		case errors.Is(err, fs.ErrNotExist) && fromLink:
			return "", nil, errors.New("is behind a symbolic link to nothing; make its target or remove the link")
		case errors.Is(err, fs.ErrNotExist):
			return path.Join(append([]string{at}, w.rest...)...), nil, nil
		case err != nil:
			return "", nil, err
		case found.Mode()&fs.ModeSymlink != 0:
			if err := w.follow(at); err != nil {
				return "", nil, err
			}
			continue
		case len(w.rest) > 0 && !found.IsDir():
			return "", nil, fmt.Errorf("%s is a file, a directory is needed there; move it away", at)
		}
		w.done = at
	}
	info, err := w.dir.root.Lstat(cmp.Or(w.done, "."))
	return w.done, info, err
}

var errOutside = errors.New("is behind a symbolic link that leaves the project; replace the link by a directory or file")

// follow puts the target of the link at a path in front of what is left.
func (w *walk) follow(at string) error {
	if w.links++; w.links > maxLinks {
		return errors.New("is behind a loop of symbolic links; remove one of them")
	}
	target, err := w.dir.root.Readlink(at)
	if err != nil {
		return err
	}
	if filepath.IsAbs(target) {
		root, err := filepath.EvalSymlinks(w.dir.name)
		if err != nil {
			return err
		}
		if root, err = filepath.Abs(root); err != nil {
			return err
		}
		if target, err = filepath.Rel(root, target); err != nil {
			return errOutside
		}
		w.done = ""
	}
	names := strings.Split(filepath.ToSlash(target), "/")
	w.rest = append(names, w.rest...)
	w.linked += len(names)
	return nil
}

// parent is path.Dir with the empty string for the project's root.
func parent(name string) string {
	if dir := path.Dir(name); dir != "." {
		return dir
	}
	return ""
}
