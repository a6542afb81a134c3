// Package output is the only one that writes. It compares the files that a
// generator returned with those on disk, and commits the difference whole or
// not at all.
//
// # Design
//
// [Dir.Compare] sorts every path into a [State] without writing anything, so
// that a caller can list, print or refuse. [Dir.Commit] checks all targets
// (links, read-only files, directories) before the first write, stages each
// new text beside its target, marks the journal, and renames. A process that is
// killed leaves the old tree (with staged files that nothing reads) or a tree
// whose renames the journal finishes; [Open] does either at the next run.
//
// # Ownership
//
// A file of the tool is replaced if it is as the lock says it was written, and
// is a conflict otherwise. A file of the user is written once, and later only
// with a text that the caller merged from the user's own. [Dir.Transfer] moves a
// file from one owner to the other; from then on the lock says whose it is.
// Nothing is deleted that the lock does not list as the tool's, with a hash that
// still matches.
//
// # Layout
//
//	dir.go       an open project directory, reading
//	resolve.go   symbolic links inside the directory
//	compare.go   files on disk against files wanted
//	transfer.go  from one owner to the other
//	report.go    what a comparison found
//	commit.go    checks, staging, renames
//	outer.go     a commit that takes go.mod of a module around the project along
//	copy.go      a copy of a directory to try a change in
//	journal.go   what survives a kill, and how it is finished or undone
//	patch.go     a report as a unified diff
package output
