// Package gen is the plugin protoc-gen-a2a: from a CodeGeneratorRequest to the
// files of a project's gen folder. The command protoc-gen-a2a calls it for buf
// and protoc, and package project for a2a-gen, so both print the same bytes.
//
// # Design
//
// Without a definition it prints package a2a, the bindings, and what they
// need. With one it adds the rest of gen: the host, the skills and the
// conformance suite. It reads nothing but the request and, in the command, the
// definition; it writes nothing.
//
// # Layout
//
//	gen.go      the entry point
//	options.go  the plugin's parameter
package gen
