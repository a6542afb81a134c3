package output

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/a2a-gen/a2a-gen/internal/lock"
	"github.com/a2a-gen/a2a-gen/internal/tree"
)

// Compare sorts the wanted files, and those that prev lists, by what has to
// happen to them. prev is nil where there is no lock. next is the lock of the
// wanted files; Compare completes it with what stays from prev, and reports on
// the lock file and on the kept bases like on any other file. All errors about
// paths and links are returned at once; nothing is written.
func (d *Dir) Compare(prev, next *lock.Lock, files []tree.File) (*Report, error) {
	if err := tree.Check(files); err != nil {
		return nil, err
	}
	if prev == nil {
		prev = lock.New(nil)
	}
	c := comparison{dir: d, prev: prev, next: next}
	for _, f := range files {
		if c.owner(f) == tree.User {
			c.user(f)
		} else {
			c.tool(f)
		}
	}
	c.leftovers(files)
	c.lockFile()
	if len(c.errs) > 0 {
		return nil, errors.Join(c.errs...)
	}
	slices.SortFunc(c.report.Changes, func(a, b Change) int { return strings.Compare(a.Path, b.Path) })
	return &c.report, nil
}

// comparison is the state of one Compare.
type comparison struct {
	dir        *Dir
	prev, next *lock.Lock
	report     Report
	errs       []error
}

func (c *comparison) add(change Change) { c.report.Changes = append(c.report.Changes, change) }

func (c *comparison) fail(err error) { c.errs = append(c.errs, err) }

// owner is the one that the lock names, since files change hands, and for a new
// file the generator's.
func (c *comparison) owner(f tree.File) tree.Owner {
	switch {
	case c.prev.Files.User[f.Path] != "":
		return tree.User
	case c.prev.Files.Tool[f.Path] != "":
		return tree.Tool
	}
	return f.Owner
}

// tool compares a file that belongs to the tool.
func (c *comparison) tool(f tree.File) {
	delete(c.next.Files.User, f.Path)
	c.next.Files.Tool[f.Path] = tree.Sum(f.Data)
	c.add(c.toolChange(f, c.prev.Files.Tool[f.Path]))
}

// toolChange finds the state of a tool file whose hash was sum when it was
// written last.
func (c *comparison) toolChange(f tree.File, sum string) Change {
	change := Change{Path: f.Path, Owner: tree.Tool, New: f.Data, Mode: f.Mode, State: Create}
	old, err := c.read(f.Path)
	if err != nil {
		c.fail(err)
		return change
	}
	if old == nil {
		return change
	}
	change.Old, change.New = old, tree.LikeLineEnds(f.Data, old)
	switch {
	case tree.SameText(old, f.Data):
		change.State = Same
	case sum == "":
		change.State = Foreign
	case tree.Sum(old) != sum:
		change.State = Edited
	default:
		change.State = Update
	}
	return change
}

// user compares a file that belongs to the user: it is created once, together
// with its base, and changed only by a merge.
func (c *comparison) user(f tree.File) {
	offered := c.prev.Files.User[f.Path]
	delete(c.next.Files.Tool, f.Path)
	there := c.dir.exists(f.Path)
	switch {
	case there && f.Merged != nil:
		c.merge(f)
	case there:
		c.keepUser(f.Path, offered)
		c.add(Change{Path: f.Path, Owner: tree.User, State: Kept, Mode: f.Mode})
	case offered != "":
		c.keepUser(f.Path, offered)
		c.add(Change{Path: f.Path, Owner: tree.User, State: Gone, Mode: f.Mode})
	default:
		if _, _, err := c.dir.resolve(f.Path); err != nil {
			c.fail(err)
			return
		}
		c.next.Files.User[f.Path] = tree.Sum(f.Data)
		c.add(Change{Path: f.Path, Owner: tree.User, State: Create, New: f.Data, Mode: f.Mode})
		c.base(f)
	}
}

// base records what the user is offered.
func (c *comparison) base(f tree.File) {
	base := tree.File{Path: BaseDir + "/" + f.Path, Data: f.Data, Mode: tree.Regular}
	change := c.toolChange(base, "")
	if change.State == Foreign {
		change.State = Update
	}
	c.add(change)
}

// merge gives a file of the user its merged text, and takes what was merged as
// offered.
func (c *comparison) merge(f tree.File) {
	old, err := c.read(f.Path)
	if err != nil {
		c.fail(err)
		return
	}
	change := Change{Path: f.Path, Owner: tree.User, State: Merge, Old: old, New: f.Merged, Mode: f.Mode}
	if bytes.Equal(old, f.Merged) {
		change.State = Kept
	}
	c.next.Files.User[f.Path] = tree.Sum(f.Data)
	c.add(change)
	c.base(f)
}

// keepUser carries what was offered last into the next lock. A file that was
// never offered is not the tool's concern and is not listed.
func (c *comparison) keepUser(name, offered string) {
	if offered == "" {
		delete(c.next.Files.User, name)
		return
	}
	c.next.Files.User[name] = offered
}

// leftovers looks at what the last run listed and this one does not want.
func (c *comparison) leftovers(files []tree.File) {
	wanted := make(map[string]bool, len(files))
	for _, f := range files {
		wanted[f.Path] = true
	}
	for name, sum := range c.prev.Files.Tool {
		if !wanted[name] {
			c.staleTool(name, sum)
		}
	}
	for name, sum := range c.prev.Files.User {
		if !wanted[name] {
			c.staleUser(name, sum)
		}
	}
}

// staleTool deletes an unwanted file of the tool, or lets it be if it was
// edited or replaced by a link.
func (c *comparison) staleTool(name, sum string) {
	old, err := c.read(name)
	switch {
	case err != nil || (old != nil && (tree.Sum(old) != sum || c.dir.isLink(name))):
		c.add(Change{Path: name, Owner: tree.Tool, State: Orphan, Old: old})
	case old != nil:
		c.add(Change{Path: name, Owner: tree.Tool, State: Delete, Old: old})
	}
}

// staleUser keeps an unwanted file of the user, and drops the base of one that
// the user deleted.
func (c *comparison) staleUser(name, sum string) {
	if c.dir.exists(name) {
		c.next.Files.User[name] = sum
		c.add(Change{Path: name, Owner: tree.User, State: Orphan})
		return
	}
	c.staleTool(BaseDir+"/"+name, sum)
}

// lockFile compares the lock itself. A lock that differs in nothing but the
// version of the tool is the same: that version wrote it. A proto that is the same
// is still from where it was taken.
func (c *comparison) lockFile() {
	if c.next.Origin == "" && c.next.Proto == c.prev.Proto {
		c.next.Origin, c.next.Revision = c.prev.Origin, c.prev.Revision
	}
	now := c.next.Tool
	c.next.Tool = c.prev.Tool
	change, err := c.lockChange()
	if err == nil && change.State != Same {
		c.next.Tool = now
		change, err = c.lockChange()
	}
	if err != nil {
		c.fail(err)
		return
	}
	c.add(change)
}

func (c *comparison) lockChange() (Change, error) {
	data, err := c.next.Marshal()
	if err != nil {
		return Change{}, err
	}
	change := c.toolChange(tree.File{Path: lock.Path, Data: data, Mode: tree.Regular}, "")
	if change.State == Foreign {
		change.State = Update
	}
	return change, nil
}

// read returns a regular file's content, or nil if nothing is there.
func (c *comparison) read(name string) ([]byte, error) {
	real, info, err := c.dir.resolve(name)
	if err != nil || info == nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: is not a regular file; move it away", name)
	}
	data, err := c.dir.root.ReadFile(real)
	if data == nil && err == nil {
		data = []byte{}
	}
	return data, err
}

// exists reports whether anything is at a path, wherever its links lead.
func (d *Dir) exists(name string) bool {
	_, err := os.Lstat(filepath.Join(d.name, filepath.FromSlash(name)))
	return err == nil
}

// isLink reports whether a path's last element is a symbolic link.
func (d *Dir) isLink(name string) bool {
	info, err := os.Lstat(filepath.Join(d.name, filepath.FromSlash(name)))
	return err == nil && info.Mode()&os.ModeSymlink != 0
}
