// Package wire holds what the bindings of an A2A agent share below the level
// of operations: failures and their encodings, the facts of a call, streams,
// server-sent events, the JSON-RPC envelope and HTTP routing.
//
// # Design
//
// Nothing here knows an operation or a message of the protocol. The generated
// package a2a next to it does, and calls this one: a binding reads a request,
// asks the [Guard], decodes and validates the message, calls the service, and
// writes the answer or the [Error].
//
// # Layout
//
//	kind.go error.go       failures, one [Kind] a sort, with a number in each binding
//	call.go guard.go       what a request says besides its message, and who decides about it
//	event.go               messages of a stream, encoded once
//	options.go             what a server's or a client's owner sets
//	jsonrpc.go             the JSON-RPC 2.0 envelope (section 9)
//	rest.go route.go       HTTP+JSON answers and paths (section 11)
//	grpc.go                status details and metadata (section 10)
//	sse.go sseread.go      server-sent events, written and read
//	client*.go             the other side of the three bindings
//	failure.go kindby.go   failures as clients read them, in every form that servers send
package wire
