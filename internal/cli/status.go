package cli

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/a2a-gen/a2a-gen/internal/lock"
	"github.com/a2a-gen/a2a-gen/internal/output"
	"github.com/a2a-gen/a2a-gen/internal/project"
	"github.com/a2a-gen/a2a-gen/internal/tree"
	"github.com/a2a-gen/a2a-gen/internal/version"
)

// statusOptions are those of "a2a-gen status".
type statusOptions struct {
	json     bool
	dir      string // of the project
	out, err io.Writer
}

func newStatus(run func(context.Context, *statusOptions) error) *cobra.Command {
	o := &statusOptions{dir: "."}
	cmd := &cobra.Command{
		Use:   "status",
		Short: "Say whose files are in which state",
		Long: `Say in which state the files are that a2a-gen wrote in this directory:

  clean     as written
  edited    changed since
  outdated  a2a-gen would write something else by now
  missing   deleted, or not written yet
  orphaned  not needed any more

Files that are clean are only counted. Nothing is written.`,
		Example: "  a2a-gen status\n  a2a-gen status --json",
		Args:    arguments(0, 0, ""),
		RunE: func(cmd *cobra.Command, _ []string) error {
			o.out, o.err = cmd.OutOrStdout(), cmd.ErrOrStderr()
			return run(cmd.Context(), o)
		},
	}
	cmd.Flags().BoolVar(&o.json, "json", false, "print all files as JSON")
	return cmd
}

func runStatus(ctx context.Context, o *statusOptions) error {
	dir, err := output.Open(o.dir)
	if err != nil {
		return err
	}
	defer dir.Close()
	if err := recoverDir(dir, true, o.err); err != nil {
		return err
	}
	ws, err := openWorkspace(dir, o.dir, version.String(), true, o.err)
	if err != nil {
		return err
	}
	was := lock.New(nil)
	if ws.lock != nil {
		was = ws.lock.Clone() // planning the renewal changes it
	}
	u, err := ws.renew(ctx, version.String())
	if err != nil {
		return err
	}
	s := &status{ws: ws, renewal: u, was: was, Counts: make(map[fileState]int)}
	if err := s.collect(); err != nil {
		return err
	}
	if o.json {
		return printJSON(o.out, s)
	}
	return s.print(o.out)
}

// fileState is what status says about a file.
type fileState string

const (
	clean    fileState = "clean"
	edited   fileState = "edited"
	outdated fileState = "outdated"
	missing  fileState = "missing"
	orphaned fileState = "orphaned"
)

// fileStates are in the order in which they are counted.
var fileStates = []fileState{clean, edited, outdated, missing, orphaned}

// fileStatus is one line of status. Its names in JSON are an interface to
// other tools.
type fileStatus struct {
	Path  string     `json:"path"`
	Owner tree.Owner `json:"owner"`
	State fileState  `json:"state"`
	Note  string     `json:"note,omitempty"`
}

// status is all that the command says.
type status struct {
	Files  []fileStatus      `json:"files"`
	Counts map[fileState]int `json:"counts"`

	ws      *workspace
	renewal *renewal
	was     *lock.Lock
	offered []string // files of the user with a newer text
}

func (s *status) collect() error {
	var err error
	if s.offered, err = s.ws.offered(s.renewal); err != nil {
		return err
	}
	for _, c := range s.renewal.report.Changes {
		if c.IsRecord() || c.State == output.Kept && s.was.Files.User[c.Path] == "" {
			continue
		}
		f, err := s.file(c)
		if err != nil {
			return err
		}
		s.Files = append(s.Files, f)
		s.Counts[f.State]++
	}
	return nil
}

func (s *status) file(c output.Change) (f fileStatus, err error) {
	f = fileStatus{Path: c.Path, Owner: c.Owner}
	switch c.State {
	case output.Same:
		f.State = clean
		if s.protoChanged(c) {
			f.State, f.Note = edited, stops
		}
	case output.Kept:
		f.State, f.Note, err = s.kept(c.Path)
	case output.Edited:
		f.State, f.Note = edited, stops+"; see: a2a-gen generate --diff"
	case output.Foreign:
		f.State, f.Note = edited, "was not written by a2a-gen"
	case output.Update:
		f.State = outdated
	case output.Create:
		f.State = missing
		if s.was.Files.Tool[c.Path] == "" && s.was.Files.User[c.Path] == "" {
			f.Note = "new"
		}
	case output.Gone:
		f.State, f.Note = missing, "you deleted it"
	case output.Delete:
		f.State, f.Note = orphaned, "generate deletes it"
	case output.Orphan:
		f.State, f.Note = orphaned, "stays until you delete it"
	}
	if s.transferred(c) {
		f.Note = strings.Join(slices.DeleteFunc([]string{transfers[c.Owner], f.Note}, func(t string) bool { return t == "" }), ", ")
	}
	return f, err
}

// stops is said about a file that generate does not go on with.
const stops = "generate stops here"

// protoChanged reports whether a proto is not as it was written. It is what the
// project is planned from, so the plan has its new text.
func (s *status) protoChanged(c output.Change) bool {
	was := s.was.Files.Tool[c.Path]
	return project.IsProto(s.ws.layout, c.Path) && was != "" && was != tree.Sum(c.Old)
}

// kept tells what the user made of a file.
func (s *status) kept(path string) (fileState, string, error) {
	data, err := s.ws.dir.Read(path)
	if err != nil {
		return "", "", err
	}
	changed, offered := tree.Sum(data) != s.was.Files.User[path], slices.Contains(s.offered, path)
	switch {
	case offered && changed:
		return outdated, "and edited; a2a-gen upgrade merges the newer text", nil
	case offered:
		return outdated, "a2a-gen upgrade brings the newer text", nil
	case changed:
		return edited, "", nil
	}
	return clean, "", nil
}

// transfers says what made a file its owner's that would be the other's.
var transfers = map[tree.Owner]string{tree.User: "ejected", tree.Tool: "adopted"}

// transferred reports whether a file is not in the hands that made it.
func (s *status) transferred(c output.Change) bool {
	return slices.ContainsFunc(s.renewal.planned.Files, func(f tree.File) bool { return f.Path == c.Path && f.Owner != c.Owner })
}

func (s *status) print(out io.Writer) error {
	for _, f := range s.Files {
		if f.State == clean && f.Note == "" {
			continue
		}
		line := fmt.Sprintf("%-9s %s", f.State, f.Path)
		if f.Note != "" {
			line += " (" + f.Note + ")"
		}
		if _, err := fmt.Fprintln(out, line); err != nil {
			return err
		}
	}
	var counts []string
	for _, state := range fileStates {
		if n := s.Counts[state]; n > 0 {
			counts = append(counts, fmt.Sprintf("%d %s", n, state))
		}
	}
	_, err := fmt.Fprintf(out, "%d files: %s\n", len(s.Files), strings.Join(counts, ", "))
	return err
}
