package merge

import (
	"context"
	"errors"
	"fmt"

	"github.com/a2a-gen/a2a-gen/internal/tree"
)

// Text is a file of the user in three versions. Nil means that there is none.
type Text struct {
	Path               string
	Base, Ours, Theirs []byte
}

// Result is a file of the user with what the tool offers merged into it.
type Result struct {
	Text
	Merged   []byte
	Conflict bool // Merged holds conflict markers
}

// Changed reports whether the merge asks for a change of the user's file.
func (r Result) Changed() bool { return !tree.SameText(r.Ours, r.Merged) }

// Offer reports whether there is anything new in a text for the user: the tool
// offers something else than before, and than what is there.
func (t Text) Offer() bool {
	return t.Base != nil && t.Ours != nil && !tree.SameText(t.Base, t.Theirs) && !tree.SameText(t.Ours, t.Theirs)
}

// Project merges all texts that have an offer. The results are in the order of
// the texts; all errors are returned at once.
func Project(ctx context.Context, texts []Text, labels Labels) ([]Result, error) {
	var results []Result
	var errs []error
	for _, t := range texts {
		if !t.Offer() {
			continue
		}
		r, err := one(ctx, t, labels)
		if errors.Is(err, ErrNoGit) {
			return nil, err
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", t.Path, err))
			continue
		}
		results = append(results, r)
	}
	return results, errors.Join(errs...)
}

// one merges one text by the rules of its kind.
func one(ctx context.Context, t Text, labels Labels) (r Result, err error) {
	r.Text = t
	switch t.Path {
	case "go.mod":
		r.Merged, err = GoMod(t.Base, t.Ours, t.Theirs)
	case "go.sum":
		r.Merged = GoSum(t.Ours, t.Theirs)
	default:
		r.Merged, r.Conflict, err = Files(ctx, t.Base, t.Ours, t.Theirs, labels)
	}
	return r, err
}
