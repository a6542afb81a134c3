// Package skills prints package skills of a project: everything that follows
// from the skills of its definition.
//
// # Design
//
// What differs between agents is printed, what is the same for all is not: the
// printed package lists the agent's skills for the fixed package host/skill,
// which finds the one that a message is for, and reads their input with the
// fixed package host/schema.
//
// A JSON Schema becomes a Go type that is pleasant to use. A field is a
// pointer only where its zero value could be meant and is not the same as
// leaving it out: an optional number or nested object without default. Other
// optional fields without default are plain, and empty when they are left out.
//
// # Determinism
//
// Output depends on nothing but the definition; lists are in its order. Exported
// names come from package naming by way of the definition.
//
// # Layout
//
//	skills.go        entry point, files and imports
//	agent.go         what the agent's main package calls
//	auth.go          what checks the credentials of callers, and its test
//	handler.go       the Handler interface
//	skill.go         the file of one skill
//	types.go         struct types
//	read.go          JSON values to structs
//	check.go         the Validate methods
//	allowed.go       enum and const in them
//	literal.go       values and bounds as Go expressions
//	artifact.go      the methods of a skill's task
//	card.go          agent cards
//	methods.go       what stubs and tests of the user need to know
//	comment.go       text as Go comments
package skills
