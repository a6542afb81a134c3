package output

import (
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// outerFiles are what a commit may change outside of the project: an agent
// below the root of a Go module shares its requirements.
var outerFiles = []string{"go.mod", "go.sum"}

// stagedName matches the names of staged texts.
var stagedName = regexp.MustCompile(`^\.a2a-gen-[0-9]+\.tmp$`)

// CommitWithin is [Dir.Commit] for a project that is up directories below the
// root of its Go module. outer are changes of go.mod and go.sum there; they are
// committed together with those of the report.
func (d *Dir) CommitWithin(r *Report, up int, outer []Change) error {
	if up == 0 {
		return d.Commit(&Report{Changes: append(slices.Clone(r.Changes), outer...)})
	}
	o, err := d.outer(up)
	if err != nil {
		return err
	}
	o.step = d.step
	moved := slices.Clone(outer)
	for _, c := range r.Changes {
		c.Path = path.Join(o.sub, c.Path)
		moved = append(moved, c)
	}
	return errors.Join(o.Commit(&Report{Changes: moved}), o.Close())
}

// outer opens a directory above, as a view on the same project.
func (d *Dir) outer(up int) (*Dir, error) {
	name, err := filepath.Abs(d.name)
	if err != nil {
		return nil, err
	}
	sub := ""
	for range up {
		sub = path.Join(filepath.Base(name), sub)
		name = filepath.Dir(name)
	}
	o, err := Open(name)
	if err != nil {
		return nil, err
	}
	o.sub = sub
	here, err1 := d.root.Stat(".")
	there, err2 := o.root.Stat(filepath.FromSlash(sub))
	if err := errors.Join(err1, err2); err != nil {
		return nil, errors.Join(err, o.Close())
	}
	if !os.SameFile(here, there) {
		return nil, errors.Join(fmt.Errorf("%s is not below %s; run this in the directory itself, not through a link", d.name, name), o.Close())
	}
	return o, nil
}

// depth is the number of directories on the way to sub.
func depth(sub string) int {
	if sub == "" {
		return 0
	}
	return strings.Count(sub, "/") + 1
}

// checkOuter refuses a journal that would change more around the project than
// a commit does, since a journal may come with a checkout.
func (d *Dir) checkOuter(entries []entry) error {
	if entries[0].Up != depth(d.sub) {
		return errors.New("another run was interrupted meanwhile; run the command again")
	}
	for _, e := range entries {
		inside := true
		for _, name := range []string{e.Mkdir, e.Temp, e.To, e.Remove} {
			inside = inside && (name == "" || d.sub == "" || strings.HasPrefix(name, d.sub+"/"))
		}
		if !inside && !(e.Mkdir == "" && e.Remove == "" && slices.Contains(outerFiles, e.To) && stagedName.MatchString(e.Temp)) {
			return fmt.Errorf("%s announces a change outside of the project", journalPath)
		}
	}
	return nil
}
