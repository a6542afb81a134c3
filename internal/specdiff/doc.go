// Package specdiff says what changed between two versions of the A2A
// specification: between two descriptors of a2a.proto, and between two tables
// of the rules that only the prose has. Each change comes with what it means
// for an agent that is regenerated and for the clients that it has.
//
// # Design
//
// Descriptors are compared, never text, so layout is no change and comments are
// one line. Elements are matched by name. A rename is never guessed: a field
// that is gone and one that is new are two facts, and where both have one number
// and one type, the change says that the bytes are the same and the meaning may
// not be.
//
// # Layout
//
//	specdiff.go  changes, and the comparison of whole versions
//	file.go      package and options of the file
//	method.go    operations; route.go their HTTP routes
//	message.go   messages, fields and oneofs
//	enum.go      enums and their values
//	comment.go   comments
//	prose.go     rules tables
//	text.go      a report for people
package specdiff
