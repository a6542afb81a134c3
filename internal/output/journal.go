package output

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"

	"github.com/rogpeppe/go-internal/lockedfile"

	"github.com/a2a-gen/a2a-gen/internal/tree"
)

// journalPath is a file that exists while a commit is under way. Its content
// is one JSON entry a line; [entry.Commit] is the point of no return. It also
// is the lock that two processes contend for.
const journalPath = StateDir + "/journal"

// state is the directory of the journal.
func (d *Dir) state() string { return path.Join(d.sub, StateDir) }

// journal is the path of the journal.
func (d *Dir) journal() string { return path.Join(d.sub, journalPath) }

// entry is one line of the journal. All paths are relative to the project and
// have their links resolved.
type entry struct {
	Up     int    `json:"up,omitempty"`     // paths start this many directories above the project; first line only
	Mkdir  string `json:"mkdir,omitempty"`  // a directory made for the commit
	Temp   string `json:"temp,omitempty"`   // a staged text ...
	To     string `json:"to,omitempty"`     // ... and the file it becomes
	Remove string `json:"remove,omitempty"` // a file to delete
	Commit bool   `json:"commit,omitempty"` // everything is staged
}

func (e entry) check() error {
	for _, name := range []string{e.Mkdir, e.Temp, e.To, e.Remove} {
		if name == "" {
			continue
		}
		if err := tree.CheckPath(name); err != nil {
			return err
		}
	}
	if path.Dir(e.Temp) != path.Dir(e.To) {
		return fmt.Errorf("%s and %s are not in one directory", e.Temp, e.To)
	}
	return nil
}

// journal is the open and locked journal file.
type journal struct {
	dir  *Dir
	file *lockedfile.File
}

// openJournal waits until no other process holds the journal, and makes it
// where there is none.
func (d *Dir) openJournal() (*journal, error) {
	if d.isLink(d.state()) || d.isLink(d.journal()) {
		return nil, fmt.Errorf("%s must not be a symbolic link; replace it by a directory", StateDir)
	}
	name := filepath.Join(d.name, filepath.FromSlash(d.journal()))
	for {
		d.step("mkdir " + d.state())
		if err := d.root.MkdirAll(d.state(), 0o777); err != nil {
			return nil, err
		}
		d.step("create " + d.journal())
		file, err := lockedfile.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o666)
		if err != nil {
			return nil, err
		}
		if current(file, name) {
			return &journal{dir: d, file: file}, nil
		}
		if err := file.Close(); err != nil { // removed by its holder while we waited
			return nil, err
		}
	}
}

// current reports whether an open file is still the one that its name leads to.
func current(file *lockedfile.File, name string) bool {
	held, err1 := file.Stat()
	there, err2 := os.Stat(name)
	return err1 == nil && err2 == nil && os.SameFile(held, there)
}

// read returns the complete entries. A last line that was cut off is as good
// as not written: what it announces did not happen.
func (j *journal) read() ([]entry, error) {
	if _, err := j.file.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	var entries []entry
	lines := bufio.NewReader(j.file)
	for {
		line, err := lines.ReadBytes('\n')
		if err == io.EOF {
			return entries, nil
		}
		if err != nil {
			return nil, err
		}
		var e entry
		if err := json.Unmarshal(line, &e); err != nil {
			return nil, fmt.Errorf("%s: %w", journalPath, err)
		}
		if err := e.check(); err != nil {
			return nil, fmt.Errorf("%s: %w", journalPath, err)
		}
		entries = append(entries, e)
	}
}

// write appends entries in one write.
func (j *journal) write(entries ...entry) error {
	var text []byte
	for _, e := range entries {
		line, err := json.Marshal(e)
		if err != nil {
			return err
		}
		text = append(append(text, line...), '\n')
	}
	j.dir.step("write " + journalPath)
	_, err := j.file.Write(text)
	return err
}

// close empties and removes the journal and lets the next process in.
func (j *journal) close() error {
	j.dir.step("truncate " + journalPath)
	err := j.file.Truncate(0)
	j.dir.step("remove " + journalPath)
	// Where an open file cannot be removed, an empty journal stays: it says
	// that nothing is pending.
	_ = j.dir.root.Remove(j.dir.journal())
	return errors.Join(err, j.file.Close())
}

// Interrupted reports whether a run was killed here before it was through.
func (d *Dir) Interrupted() bool {
	info, err := d.root.Lstat(journalPath)
	return err == nil && info.Size() > 0
}

// Recover finishes the renames of a commit that was interrupted after its point
// of no return, and removes what an earlier interruption left. It reports
// whether there was anything to do.
func (d *Dir) Recover() (bool, error) {
	if _, err := d.root.Lstat(journalPath); errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	j, err := d.openJournal()
	if err != nil {
		return false, fmt.Errorf("recover an interrupted run: %w", err)
	}
	done, err := j.recover()
	if err != nil {
		return false, errors.Join(fmt.Errorf("recover an interrupted run: %w", err), j.file.Close())
	}
	return done, errors.Join(j.close(), d.removeEmpty(StateDir))
}

// recover does what the entries of an interrupted run ask for and leaves the
// journal empty, ready for the next entries.
func (j *journal) recover() (bool, error) {
	entries, err := j.read()
	if err != nil || len(entries) == 0 {
		return false, err
	}
	if err := j.dir.redo(entries); err != nil {
		return false, err
	}
	j.dir.step("truncate " + journalPath)
	if err := j.file.Truncate(0); err != nil {
		return false, err
	}
	_, err = j.file.Seek(0, io.SeekStart)
	return true, err
}

// redo finishes or undoes what entries announce.
func (d *Dir) redo(entries []entry) error {
	if up := entries[0].Up; up > 0 && d.sub == "" {
		outer, err := d.outer(up)
		if err != nil {
			return err
		}
		return errors.Join(outer.redo(entries), outer.Close())
	}
	if err := d.checkOuter(entries); err != nil {
		return err
	}
	defer d.closeDirs()
	if entries[len(entries)-1].Commit {
		return d.finish(entries)
	}
	return d.undo(entries)
}
