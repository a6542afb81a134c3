// Package codectest compares generated codecs with protojson, message by
// message: those of a2a.proto, and those of kinds.proto, which has every shape
// that a2a.proto lacks. It holds nothing but tests and what they compile
// against.
//
// The packages kindspb and a2a below it are printed from kinds.proto by
//
//	go test ./internal/gen/bindings -run Kinds -update
//
// Fuzzing for longer than the seeds take:
//
//	go test ./internal/gen/bindings/codectest -fuzz FuzzDecode
package codectest
