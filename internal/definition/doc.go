// Package definition reads a2a.yaml, the file in which a user says what an
// agent is, and makes the agent card of it.
//
// # Design
//
// Tables say which keys the file has, what they mean, what type and default
// they have, and which field of [Definition] they fill (keys_*.go). The
// decoder, the JSON Schema for editors and the tables of docs/definition.md
// all come from them, so a key is added in one place.
//
// Reading is strict and goes on after a finding: every finding of the file is
// reported at once, with its place and with what to do. What one value must
// look like is checked where it is read (text*.go, scalar.go), what the
// keywords of a schema say together in schema_*.go, and what depends on
// several values afterwards (check*.go).
//
// # Layout
//
//	*types.go            what a Definition is
//	parse.go syntax.go   the way from bytes to a Definition
//	decoder.go mapping.go kind*.go
//	                     YAML nodes to values, findings, places
//	text*.go scalar.go free.go requirement.go
//	                     sorts of values
//	keys_*.go            the tables
//	defaults.go names.go values that a Definition has beyond the file
//	check*.go            what depends on several values
//	reference.go         JSON Schema and documentation of the tables
//	card*.go             Definition to agent card
//	starter.go           the file that a new project starts with
package definition
