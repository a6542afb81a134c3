package output

import "errors"

// Replace gives a file of the directory another text, whole or not at all. A
// file that exists keeps its mode.
func (d *Dir) Replace(name string, text []byte) error {
	ops, err := d.prepare([]Change{{Path: name, State: Update, New: text, Mode: 0o644}})
	if err != nil {
		return err
	}
	defer d.closeDirs()
	staged := []entry{{Temp: ops[0].temp, To: ops[0].real}}
	if err := d.stageFile(ops[0]); err != nil {
		return errors.Join(err, d.undo(staged))
	}
	return d.finish(staged)
}
