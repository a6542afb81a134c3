// Package merge offers improvements of files that belong to the user. A file
// exists in three texts: the base, which the tool offered last; ours, what the
// user made of it; and theirs, what the tool offers now.
//
// # Design
//
// Texts are merged by git itself, so that the result and the conflict markers
// are those that every editor knows. go.mod and go.sum have a structure and are
// merged by it: no user's line is ever lost there, and there are no conflicts.
// Where the user deleted a file, or git's base is lost, nothing is offered.
//
// The package writes no file of a project. It runs git in a directory of its
// own, and [MarkUnmerged] writes to git's index.
//
// # Layout
//
//	files.go    three texts to one
//	gomod.go    go.mod and go.sum
//	project.go  all files of a project
//	index.go    conflicts in git's index
package merge
