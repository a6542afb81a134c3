// Package sqlite is a store that keeps tasks in an SQLite database file.
//
// # Design
//
// A task is one small row with what lists and filters need, one snapshot, and
// the events after the snapshot. An event is one inserted row however many
// came before it; only a new status touches the row of its task. When a task
// ends, its log is folded into the snapshot and the events go.
//
// All changes go through one goroutine, which puts those that arrived while it
// was busy into one transaction. Callers wait for the commit of theirs. Readers
// use connections of their own, and never wait for the writer.
//
// # Durability
//
// The database is in WAL mode with synchronous=NORMAL. What a call has
// acknowledged survives the end of the process, however it ends. When the
// machine itself goes down, the last moments may be lost, but nothing is torn:
// the file is then as it was after some earlier transaction.
//
// # Secrets
//
// The file holds the credentials of push configurations. It is made readable
// for its owner only, and so are the files next to it (FILE-wal, FILE-shm). If
// it exists already, they get the mode that it has.
//
// # Layout
//
//	open.go      Store, opening and closing
//	schema.go    tables and their migrations
//	conn.go      connections and prepared statements
//	writer.go    group commit
//	append.go    Create and Append
//	snapshot.go  tasks to rows and back
//	load.go      Load and Unfinished
//	list.go      List
//	push.go      push configurations
//	purge.go     Purge
package sqlite
