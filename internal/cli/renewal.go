package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"

	"github.com/a2a-gen/a2a-gen/internal/diag"
	"github.com/a2a-gen/a2a-gen/internal/output"
	"github.com/a2a-gen/a2a-gen/internal/tree"
)

// print tells what a run did, and where the user's code does not fit. If there
// is such a place, the error is errFindings.
func (u *renewal) print(out, errs io.Writer, asJSON bool) error {
	if asJSON {
		if err := u.json(out); err != nil {
			return err
		}
	} else if err := u.text(out); err != nil {
		return err
	}
	if err := diag.Text(errs, u.findings); err != nil {
		return err
	}
	if len(u.findings) > 0 {
		return errFindings
	}
	return nil
}

// preview lists what a run would do.
func (u *renewal) preview(out io.Writer, asJSON bool) error {
	if asJSON {
		return u.json(out)
	}
	return list(out, u.report.Pending())
}

func (u *renewal) text(out io.Writer) error {
	if err := list(out, u.report.Pending()); err != nil {
		return err
	}
	for _, note := range u.notes {
		if _, err := fmt.Fprintln(out, "note:", note); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(out, "%d changed, %d unchanged\n", count(u.report.Pending()), u.unchanged())
	return err
}

func (u *renewal) unchanged() int { return count(u.report.In(output.Same, output.Kept)) }

// list prints one line a change, without the records that a2a-gen keeps.
func list(out io.Writer, changes []output.Change) error {
	for _, c := range changes {
		if c.IsRecord() {
			continue
		}
		if _, err := fmt.Fprintf(out, "%-7s %s\n", c.State, c.Path); err != nil {
			return err
		}
	}
	return nil
}

func count(changes []output.Change) int {
	n := 0
	for _, c := range changes {
		if !c.IsRecord() {
			n++
		}
	}
	return n
}

// renewalJSON is a renewal in JSON. Its names are an interface to other tools.
type renewalJSON struct {
	Changes   []changeJSON    `json:"changes"`
	Findings  json.RawMessage `json:"findings"` // as validate --format json prints them
	Notes     []string        `json:"notes"`
	Changed   int             `json:"changed"`
	Unchanged int             `json:"unchanged"`
}

type changeJSON struct {
	Path  string       `json:"path"`
	State output.State `json:"state"`
	Owner tree.Owner   `json:"owner"`
}

func (u *renewal) json(out io.Writer) error {
	var findings bytes.Buffer
	if err := diag.JSON(&findings, u.findings); err != nil {
		return err
	}
	v := renewalJSON{
		Changes: []changeJSON{}, Findings: findings.Bytes(), Notes: append([]string{}, u.notes...),
		Changed: count(u.report.Pending()), Unchanged: u.unchanged(),
	}
	for _, c := range u.report.Changes {
		switch {
		case c.IsRecord(), c.State == output.Same, c.State == output.Kept, c.State == output.Gone:
		default:
			v.Changes = append(v.Changes, changeJSON{c.Path, c.State, c.Owner})
		}
	}
	return printJSON(out, v)
}

// printJSON prints a value for other programs.
func printJSON(out io.Writer, v any) error {
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}
