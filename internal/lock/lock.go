// Package lock is a2a.lock: what a project was made from, and which of its
// files were written by the tool, with the hash of each as written. The next
// run tells from it an edit from an old version, and a stale file from one
// that the user put there.
package lock

import (
	"bytes"
	"errors"
	"fmt"
	"maps"

	"go.yaml.in/yaml/v3"

	"github.com/a2a-gen/a2a-gen/internal/tree"
)

// Path is where the lock lives in a project.
const Path = "a2a.lock"

// format is the version of the file's own layout.
const format = 1

const header = "# What a2a-gen wrote and from what. Commit this file; do not edit it.\n"

// Layout says which part of a directory a project is.
type Layout string

const (
	// Standalone is a directory that was made for the agent, with all that a
	// module needs.
	Standalone Layout = ""
	// Embedded is an agent in a Go module that was there before: code and
	// definition only.
	Embedded Layout = "embedded"
)

// Lock is the content of a2a.lock. Hashes are those of [tree.Sum].
type Lock struct {
	Format     int    `yaml:"format"`
	Tool       string `yaml:"tool"`               // version of a2a-gen
	Rules      string `yaml:"rules"`              // release of the specification whose prose rules apply
	Proto      string `yaml:"proto"`              // hash of a2a.proto
	Origin     string `yaml:"origin,omitempty"`   // where a2a.proto was taken from; "" for a2a-gen itself
	Revision   string `yaml:"revision,omitempty"` // commit that Origin meant, if it is a git repository
	Definition string `yaml:"definition"`         // hash of a2a.yaml
	Layout     Layout `yaml:"layout,omitempty"`
	Files      Files  `yaml:"files"`
}

// Files are the files that a2a-gen wrote, by owner, each with its hash.
type Files struct {
	Tool map[string]string `yaml:"tool"` // as written last
	User map[string]string `yaml:"user"` // as offered last
}

// New returns a lock that lists files.
func New(files []tree.File) *Lock {
	l := &Lock{Format: format}
	l.Files = Files{Tool: map[string]string{}, User: map[string]string{}}
	for _, f := range files {
		switch f.Owner {
		case tree.Tool:
			l.Files.Tool[f.Path] = tree.Sum(f.Data)
		case tree.User:
			l.Files.User[f.Path] = tree.Sum(f.Data)
		}
	}
	return l
}

// Marshal returns the text of the lock: the same bytes for the same content.
func (l *Lock) Marshal() ([]byte, error) {
	var buf bytes.Buffer
	buf.WriteString(header)
	enc := yaml.NewEncoder(&buf)
	enc.SetIndent(2)
	if err := enc.Encode(l); err != nil {
		return nil, fmt.Errorf("encode %s: %w", Path, err)
	}
	if err := enc.Close(); err != nil {
		return nil, fmt.Errorf("encode %s: %w", Path, err)
	}
	return buf.Bytes(), nil
}

// Parse reads the text of a lock. Every listed path is checked, since a lock
// decides what is deleted.
func Parse(data []byte) (*Lock, error) {
	if bytes.Contains(data, []byte("\n<<<<<<< ")) || bytes.HasPrefix(data, []byte("<<<<<<< ")) {
		return nil, errors.New(Path + " holds merge conflict markers; take either side, then run: a2a-gen generate")
	}
	l := New(nil)
	dec := yaml.NewDecoder(bytes.NewReader(data))
	dec.KnownFields(true)
	if err := dec.Decode(l); err != nil {
		return nil, fmt.Errorf("%s cannot be read (%w); restore it from version control", Path, err)
	}
	if l.Format != format {
		return nil, fmt.Errorf("%s has format %d, this a2a-gen knows %d; use the a2a-gen that wrote it (%s)", Path, l.Format, format, l.Tool)
	}
	if l.Layout != Standalone && l.Layout != Embedded {
		return nil, fmt.Errorf("%s has layout %q, which this a2a-gen does not know; use the a2a-gen that wrote it (%s)", Path, l.Layout, l.Tool)
	}
	for _, files := range []map[string]string{l.Files.Tool, l.Files.User} {
		for name := range files {
			if err := tree.CheckPath(name); err != nil {
				return nil, fmt.Errorf("%s: %w", Path, err)
			}
		}
	}
	return l, nil
}

// Clone returns a copy that can be changed on its own.
func (l *Lock) Clone() *Lock {
	c := *l
	c.Files = Files{Tool: maps.Clone(l.Files.Tool), User: maps.Clone(l.Files.User)}
	return &c
}
