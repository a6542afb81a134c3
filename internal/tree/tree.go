// Package tree is a set of files that exist in memory only: what generators
// return and what package output compares, writes or merges. It imports the
// standard library only and touches no disk.
package tree

import (
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"slices"
	"strings"
)

// Owner says who may change a file after it was first written.
type Owner string

const (
	// Tool owns a file that every run writes whole.
	Tool Owner = "tool"
	// User owns a file that is written once and is theirs from then on.
	User Owner = "user"
)

// File is one file of a project. Paths are slash-separated and relative to the
// project's root.
type File struct {
	Path  string
	Data  []byte
	Mode  fs.FileMode // permission bits of a new file
	Owner Owner

	// Merged is the new text of a file of the user that exists, made of theirs
	// and of Data. Nil leaves the file as it is.
	Merged []byte
}

// Regular is the mode of an ordinary file; Executable that of a script.
const (
	Regular    fs.FileMode = 0o644
	Executable fs.FileMode = 0o755
)

// Sort puts files into path order, the order in which they are listed,
// written and locked.
func Sort(files []File) {
	slices.SortFunc(files, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
}

// Sum is the hex SHA-256 of a text with its line ends normalised, so that a
// checkout that turns LF into CRLF does not look like an edit.
func Sum(data []byte) string {
	sum := sha256.Sum256(LF(data))
	return hex.EncodeToString(sum[:])
}
