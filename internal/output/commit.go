package output

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"

	"github.com/a2a-gen/a2a-gen/internal/tree"
)

// Commit writes what is pending in a report, conflicts included: all of it or
// nothing. Files that stay are not opened. Nothing is synced to disk, so a
// process may be killed at any moment, a power cut is a matter for version
// control.
func (d *Dir) Commit(r *Report) error {
	pending := r.Pending()
	if len(pending) == 0 {
		return nil
	}
	ops, err := d.prepare(pending)
	if err != nil {
		return err
	}
	j, err := d.openJournal()
	if err != nil {
		return fmt.Errorf("start writing: %w", err)
	}
	if _, err := j.recover(); err != nil { // another process died while we waited
		return errors.Join(err, j.file.Close())
	}
	defer d.closeDirs()
	entries := d.entries(ops)
	if d.sub != "" {
		entries = append([]entry{{Up: depth(d.sub)}}, entries...)
	}
	if err := d.stage(j, ops, entries); err != nil {
		err = fmt.Errorf("nothing was changed: %w", err)
		return errors.Join(err, d.undo(entries), j.close(), d.removeEmpty(d.state()))
	}
	if err := d.finish(entries); err != nil {
		return errors.Join(fmt.Errorf("half way through; run the command again to finish: %w", err), j.file.Close())
	}
	return j.close()
}

// op is one file to write or remove.
type op struct {
	real   string // where the file is, links resolved
	temp   string // staged text in the same directory; empty for a removal
	data   []byte
	mode   fs.FileMode
	exists bool
}

// prepare checks every target and returns all that is wrong at once.
func (d *Dir) prepare(pending []Change) ([]op, error) {
	ops := make([]op, 0, len(pending))
	taken := make(map[string]string, len(pending)) // real path -> path
	var errs []error
	for i, c := range pending {
		o, err := d.target(c, i)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		if first, ok := taken[o.real]; ok {
			errs = append(errs, fmt.Errorf("%s and %s are one file through a symbolic link; remove the link", first, c.Path))
		}
		taken[o.real] = c.Path
		ops = append(ops, o)
	}
	return ops, errors.Join(errs...)
}

func (d *Dir) target(c Change, index int) (op, error) {
	if err := tree.CheckPath(c.Path); err != nil {
		return op{}, err
	}
	real, info, err := d.resolve(c.Path)
	if err != nil {
		return op{}, err
	}
	o := op{real: real, data: c.New, mode: c.Mode, exists: info != nil}
	if c.State != Delete {
		o.temp = path.Join(path.Dir(real), fmt.Sprintf(".a2a-gen-%d.tmp", index))
	}
	if info == nil {
		return o, d.checkDir(c.Path, path.Dir(real))
	}
	if !info.Mode().IsRegular() {
		return op{}, fmt.Errorf("%s: is not a regular file; move it away", c.Path)
	}
	if info.Mode().Perm()&0o200 == 0 {
		return op{}, fmt.Errorf("%s: is read-only and has to change; make it writable, then run this again", c.Path)
	}
	o.mode = info.Mode().Perm()
	return o, d.checkDir(c.Path, path.Dir(real))
}

// checkDir refuses a directory, or the nearest one that exists, in which
// nothing can be made.
func (d *Dir) checkDir(name, dir string) error {
	info, err := d.root.Stat(dir)
	if errors.Is(err, fs.ErrNotExist) && dir != "." {
		return d.checkDir(name, path.Dir(dir))
	}
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if !info.IsDir() {
		return fmt.Errorf("%s: %s is a file, a directory is needed there; move it away", name, dir)
	}
	if info.Mode().Perm()&0o200 == 0 {
		return fmt.Errorf("%s: directory %s is read-only; make it writable, then run this again", name, dir)
	}
	return nil
}

// entries lists what a commit is going to do: directories, outermost first,
// then files.
func (d *Dir) entries(ops []op) []entry {
	var dirs, files []entry
	made := map[string]bool{".": true}
	for _, o := range ops {
		if o.temp == "" {
			files = append(files, entry{Remove: o.real})
			continue
		}
		for _, dir := range d.missing(path.Dir(o.real), made) {
			dirs = append(dirs, entry{Mkdir: dir})
		}
		files = append(files, entry{Temp: o.temp, To: o.real})
	}
	return append(dirs, files...)
}

// missing returns the directories on the way to dir that do not exist,
// outermost first, and notes all of them as made.
func (d *Dir) missing(dir string, made map[string]bool) []string {
	if made[dir] {
		return nil
	}
	made[dir] = true
	outer := d.missing(path.Dir(dir), made)
	if _, err := d.root.Lstat(dir); err == nil {
		return outer
	}
	return append(outer, dir)
}

// stage writes every new text beside its target, and then the point of no
// return.
func (d *Dir) stage(j *journal, ops []op, entries []entry) error {
	if err := j.write(entries...); err != nil {
		return err
	}
	for _, e := range entries {
		if e.Mkdir == "" {
			continue
		}
		d.step("mkdir " + e.Mkdir)
		if err := d.root.Mkdir(e.Mkdir, 0o777); err != nil && !errors.Is(err, fs.ErrExist) {
			return err
		}
	}
	for _, o := range ops {
		if o.temp == "" {
			continue
		}
		if err := d.stageFile(o); err != nil {
			return err
		}
	}
	return j.write(entry{Commit: true})
}

func (d *Dir) stageFile(o op) error {
	dir, err := d.at(path.Dir(o.temp))
	if err != nil {
		return err
	}
	d.step("write " + o.temp)
	f, err := dir.OpenFile(path.Base(o.temp), os.O_WRONLY|os.O_CREATE|os.O_TRUNC, o.mode)
	if err != nil {
		return err
	}
	_, err = f.Write(o.data)
	if o.exists { // the umask is for new files only
		err = errors.Join(err, f.Chmod(o.mode))
	}
	return errors.Join(err, f.Close())
}

// finish renames and removes what is left of a staged commit. Each entry may
// have been done before.
func (d *Dir) finish(entries []entry) error {
	for _, e := range entries {
		switch {
		case e.Temp != "":
			dir, err := d.at(path.Dir(e.To))
			if err != nil {
				return err
			}
			d.step("rename " + e.To)
			if err := dir.Rename(path.Base(e.Temp), path.Base(e.To)); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return err
			}
		case e.Remove != "":
			d.step("remove " + e.Remove)
			if err := d.root.Remove(e.Remove); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return err
			}
			if err := d.removeEmpty(path.Dir(e.Remove)); err != nil {
				return err
			}
		}
	}
	return nil
}

// undo removes what was staged, innermost first.
func (d *Dir) undo(entries []entry) error {
	var errs []error
	for i := len(entries) - 1; i >= 0; i-- {
		name := entries[i].Temp
		if name != "" {
			d.step("remove " + name)
			if err := d.root.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
				errs = append(errs, err)
			}
		}
		if dir := entries[i].Mkdir; dir != "" {
			errs = append(errs, d.removeEmpty(dir))
		}
	}
	return errors.Join(errs...)
}

// removeEmpty removes a directory, and those around it, as long as they are
// empty.
func (d *Dir) removeEmpty(dir string) error {
	for ; dir != "."; dir = path.Dir(dir) {
		entries, err := fs.ReadDir(d.root.FS(), dir)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil || len(entries) > 0 {
			return err
		}
		d.step("rmdir " + dir)
		if err := d.root.Remove(dir); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}
