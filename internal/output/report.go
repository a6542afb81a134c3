package output

import (
	"io/fs"
	"slices"
	"strings"

	"github.com/a2a-gen/a2a-gen/internal/lock"
	"github.com/a2a-gen/a2a-gen/internal/tree"
)

// State says what is to happen to a path, or why nothing is.
type State string

const (
	Same    State = "same"    // as wanted, but for line ends
	Create  State = "create"  // wanted, not there
	Update  State = "update"  // the tool's, as written last, to be replaced
	Delete  State = "delete"  // the tool's, as written last, no longer wanted
	Edited  State = "edited"  // the tool's, changed by hand: a conflict
	Foreign State = "foreign" // in the tool's way, never written by it: a conflict
	Kept    State = "kept"    // the user's
	Merge   State = "merge"   // the user's, to get a text that was merged with what is offered
	Gone    State = "gone"    // the user's, deleted by the user
	Orphan  State = "orphan"  // written once, no longer wanted, stays
)

// Change is what a comparison found about one path.
type Change struct {
	Path  string
	State State
	Owner tree.Owner
	Old   []byte // nil if not there, or if it doesn't matter
	New   []byte // nil if not wanted
	Mode  fs.FileMode
}

// IsRecord reports whether the file is one that the tool keeps for itself: the
// lock, or the base of a user file.
func (c Change) IsRecord() bool {
	return c.Path == lock.Path || strings.HasPrefix(c.Path, BaseDir+"/")
}

// Report is what a comparison found, in path order.
type Report struct {
	Changes []Change
}

// In returns the changes in one of the states.
func (r *Report) In(states ...State) []Change {
	var found []Change
	for _, c := range r.Changes {
		if slices.Contains(states, c.State) {
			found = append(found, c)
		}
	}
	return found
}

// Conflicts returns the files that a commit would overwrite although somebody
// else wrote them.
func (r *Report) Conflicts() []Change { return r.In(Edited, Foreign) }

// Pending returns what a commit writes or deletes, conflicts included.
func (r *Report) Pending() []Change { return r.In(Create, Update, Merge, Delete, Edited, Foreign) }
