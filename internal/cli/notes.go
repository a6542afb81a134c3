package cli

import (
	"strings"

	"github.com/a2a-gen/a2a-gen/internal/output"
	"github.com/a2a-gen/a2a-gen/internal/tree"
)

// notes says what the user can do beyond what a run does. What waits since an
// earlier run was said by that one, and status lists it: it is said again only
// by a run that writes, or by another a2a-gen.
func (ws *workspace) notes(u *renewal, otherTool bool) ([]string, error) {
	var notes []string
	lacking, err := u.planned.Lacking(ws.module.goMod)
	if err != nil {
		return nil, err
	}
	if len(lacking) > 0 { // the code does not build until then
		notes = append(notes, "go.mod lacks what gen/ imports; run: go get "+strings.Join(lacking, " "))
	}
	if len(u.report.Pending()) == 0 && !otherTool {
		return notes, nil
	}
	offered, err := ws.offered(u)
	if err != nil {
		return nil, err
	}
	if len(offered) > 0 {
		notes = append(notes, "there are newer texts for "+strings.Join(offered, ", ")+"; to merge them with yours, run: a2a-gen upgrade")
	}
	return append(notes, orphans(u.report)...), nil
}

// offered returns the paths of the user's files for which there is a newer text.
func (ws *workspace) offered(u *renewal) ([]string, error) {
	texts, err := ws.texts(u.planned)
	var paths []string
	for _, t := range texts {
		if t.Offer() {
			paths = append(paths, t.Path)
		}
	}
	return paths, err
}

// orphans are notes about files that are no longer wanted.
func orphans(report *output.Report) []string {
	var notes []string
	for _, c := range report.In(output.Orphan) {
		what := "is no longer needed; it is yours and stays until you delete it"
		if c.Owner == tree.Tool {
			what = "is no longer generated; it was changed by hand and stays until you delete it"
		}
		notes = append(notes, c.Path+" "+what)
	}
	return notes
}
