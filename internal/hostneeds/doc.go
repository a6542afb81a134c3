// Package hostneeds knows what the fixed part of a project (task engine, stores,
// discovery, conformance suite) needs of a2a.proto, and says what a given
// version of it lacks, before anything is generated that would not compile.
//
// # Design
//
// The needs are a list in list.go. A test derives them from the Go source of
// the skeleton (each message, field, oneof, enum value and operation that it
// names) and fails when the list says anything else, so it is never out of
// date; run it with -update to write the list. Numbers and JSON names are no
// needs: the code is generated with those of whatever proto there is.
package hostneeds
