// Package bindings prints package a2a of a project: everything that follows
// from the descriptor of the A2A service.
//
// # Design
//
// The input is protogen's view of one proto file with a service, and the rules
// table of a specification release. Nothing about the service's operations,
// messages or routes is known here; names, imports and keywords come from
// protogen. The printed code is thin: it lists operations, fields and routes,
// and leaves what is the same for all of them to the fixed packages wire and
// jsonpb.
//
// # Determinism
//
// Output depends on nothing but the input; lists are in the order of the proto
// file.
//
// # Layout
//
//	bindings.go                  entry point, names and imports
//	service.go errors.go         the Service interface, the protocol's errors
//	methods.go route.go          operations for the JSON bindings, HTTP routes
//	grpc.go                      the gRPC service descriptor
//	check.go param.go            validation, path and query parameters
//	codec*.go                    ProtoJSON for every message
//	client.go                    the Client interface and its three bindings
package bindings
