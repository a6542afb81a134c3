package cli

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/a2a-gen/a2a-gen/internal/diag"
	"github.com/a2a-gen/a2a-gen/internal/specdiff"
)

// ownSpec is how people call the specification that a2a-gen carries.
const ownSpec = "that of a2a-gen"

// from and target are where the specifications are from.
func (u *upgrade) from() string {
	if u.ws.lock == nil {
		return "unknown"
	}
	return cmp.Or(u.ws.lock.Origin, ownSpec)
}

func (u *upgrade) target() string {
	if u.to == nil {
		return ownSpec
	}
	return u.to.origin
}

// printSpec says what is different in the specification.
func (u *upgrade) printSpec() error {
	if u.json {
		return nil
	}
	change := fmt.Sprintf("was %s, will be %s", u.from(), u.target())
	if u.from() == u.target() {
		change = u.target() + ", as before"
	}
	if _, err := fmt.Fprintf(u.out, "Specification: %s.\n\n", change); err != nil {
		return err
	}
	if err := specdiff.Text(u.out, u.spec); err != nil {
		return err
	}
	_, err := fmt.Fprintln(u.out)
	return err
}

// printPreview lists what an upgrade would do.
func (u *upgrade) printPreview() error {
	if u.json {
		return u.printJSON()
	}
	return u.printFiles()
}

// printFiles lists what is written, and what is left to do by hand.
func (u *upgrade) printFiles() error {
	for _, c := range u.outer {
		fmt.Fprintf(u.out, "%-7s %s%s\n", c.State, strings.Repeat("../", u.ws.module.up), c.Path)
	}
	if err := u.renewal.text(u.out); err != nil {
		return err
	}
	u.printConflicts()
	return diag.Text(u.err, u.renewal.findings)
}

func (u *upgrade) printConflicts() {
	for _, path := range u.conflicts() {
		fmt.Fprintf(u.out, "conflict in %s: both you and a2a-gen changed the same lines\n", path)
	}
}

// printCheck says how a check went, as soon as that is known.
func (u *upgrade) printCheck(c check) error {
	if u.json {
		return nil
	}
	if c.OK {
		_, err := fmt.Fprintf(u.out, "ok      %s\n", c.Command)
		return err
	}
	_, err := fmt.Fprintf(u.out, "failed  %s\n%s\n", c.Command, indent(tail(c.Output)))
	return err
}

// fail says why nothing was changed.
func (u *upgrade) fail() error {
	if u.json {
		if err := u.printJSON(); err != nil {
			return err
		}
	} else {
		u.printConflicts()
		if err := diag.Text(u.err, u.renewal.findings); err != nil {
			return err
		}
	}
	reason := "the upgraded project fails"
	if len(u.conflicts()) > 0 {
		reason = "your changes and those of a2a-gen are in conflict"
	}
	return errors.New("nothing was changed, because " + reason + "; to have it that way and mend it yourself, add --allow-failing")
}

// printDone says what was changed.
func (u *upgrade) printDone() error {
	if u.json {
		return u.printJSON()
	}
	return u.printFiles()
}

// upgradeJSON is a report in JSON. Its names are an interface to other tools.
type upgradeJSON struct {
	From          string           `json:"from"`
	To            string           `json:"to"`
	Revision      string           `json:"revision,omitempty"`
	Specification *specdiff.Report `json:"specification"`
	Project       json.RawMessage  `json:"project"` // as generate --json prints it
	Conflicts     []string         `json:"conflicts"`
	Checks        []check          `json:"checks"`
	Applied       bool             `json:"applied"`
}

func (u *upgrade) printJSON() error {
	var renewal bytes.Buffer
	if err := u.renewal.json(&renewal); err != nil {
		return err
	}
	v := upgradeJSON{
		From: u.from(), To: u.target(), Specification: u.spec, Project: renewal.Bytes(),
		Conflicts: append([]string{}, u.conflicts()...), Checks: append([]check{}, u.checks...), Applied: u.applied,
	}
	if u.to != nil {
		v.Revision = u.to.revision
	}
	if v.Specification.Changes == nil {
		v.Specification.Changes = []specdiff.Change{}
	}
	return printJSON(u.out, v)
}

// maxLines is how much of a failing command's output is shown: tests can print
// a lot, and the end is what matters.
const maxLines = 60

func tail(text string) string {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	if cut := len(lines) - maxLines; cut > 0 {
		lines = append([]string{fmt.Sprintf("... %d lines before", cut)}, lines[cut:]...)
	}
	return strings.Join(lines, "\n")
}

func indent(text string) string { return "        " + strings.ReplaceAll(text, "\n", "\n        ") }
