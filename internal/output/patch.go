package output

import (
	"bytes"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/a2a-gen/a2a-gen/internal/tree"
)

// Patch prints the pending changes as a unified diff that git can apply. The
// bases repeat the user files beside them, the lock says nothing that the rest
// does not: neither is in it.
func (r *Report) Patch() []byte {
	var buf bytes.Buffer
	for _, c := range r.Pending() {
		if !c.IsRecord() {
			buf.Write(c.patch())
		}
	}
	return buf.Bytes()
}

// patch diffs one file with normalised line ends.
func (c Change) patch() []byte {
	from, to := "a/"+c.Path, "b/"+c.Path
	if c.Old == nil {
		from = "/dev/null"
	}
	if c.New == nil {
		to = "/dev/null"
	}
	text := diff.Diff(from, tree.LF(c.Old), to, tree.LF(c.New))
	// The first line is a "diff from to" of the library's own, which git would
	// take for a header of its.
	if _, rest, ok := bytes.Cut(text, []byte("\n")); ok && bytes.HasPrefix(text, []byte("diff ")) {
		return rest
	}
	return text
}
