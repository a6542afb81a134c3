package output

import (
	"bytes"
	"fmt"

	"github.com/a2a-gen/a2a-gen/internal/lock"
	"github.com/a2a-gen/a2a-gen/internal/tree"
)

// Transfer makes a file that the lock l lists the other owner's, and returns
// what has to be written for it: the lock, the base, and for a file that the
// tool takes over its text. f is the file as the tool writes it. Nothing else
// in the project is looked at.
func (d *Dir) Transfer(l *lock.Lock, f tree.File, to tree.Owner) (*Report, error) {
	sum, base := tree.Sum(f.Data), BaseDir+"/"+f.Path
	var changes []Change
	switch to {
	case tree.User:
		delete(l.Files.Tool, f.Path)
		l.Files.User[f.Path] = sum
		changes = append(changes, Change{Path: base, Owner: tree.Tool, New: f.Data, Mode: tree.Regular})
	case tree.Tool:
		delete(l.Files.User, f.Path)
		l.Files.Tool[f.Path] = sum
		changes = append(changes,
			Change{Path: base, Owner: tree.Tool, Mode: tree.Regular},
			Change{Path: f.Path, Owner: tree.Tool, New: f.Data, Mode: f.Mode})
	}
	text, err := l.Marshal()
	if err != nil {
		return nil, err
	}
	changes = append(changes, Change{Path: lock.Path, Owner: tree.Tool, New: text, Mode: tree.Regular})
	r := &Report{}
	for _, c := range changes {
		if c, err = d.pending(c); err != nil {
			return nil, err
		}
		r.Changes = append(r.Changes, c)
	}
	return r, nil
}

// pending completes a change with what is on disk now.
func (d *Dir) pending(c Change) (Change, error) {
	real, info, err := d.resolve(c.Path)
	if err != nil {
		return c, err
	}
	switch {
	case info != nil && !info.Mode().IsRegular():
		return c, fmt.Errorf("%s: is not a regular file; move it away", c.Path)
	case info != nil:
		if c.Old, err = d.root.ReadFile(real); err != nil {
			return c, err
		}
	}
	if c.New != nil {
		c.New = tree.LikeLineEnds(c.New, c.Old)
	}
	switch {
	case info == nil && c.New == nil, info != nil && c.New != nil && bytes.Equal(c.Old, c.New):
		c.State = Same
	case c.New == nil:
		c.State = Delete
	case info == nil:
		c.State = Create
	default:
		c.State = Update
	}
	return c, nil
}
