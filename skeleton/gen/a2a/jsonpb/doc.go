// Package jsonpb reads and writes the JSON form of protobuf messages without
// reflection. Generated codecs call it; it knows no message itself except the
// well-known types of google.protobuf.
//
// # Design
//
// Writing appends to a buffer that the caller owns, and never fails: JSON has
// no place for some values that Go has, and those are written as the nearest
// thing that keeps the text valid. Invalid UTF-8 becomes U+FFFD; a Value
// without a kind or with a number that is not finite, and a Timestamp,
// Duration or FieldMask out of range, become null.
//
// Reading goes over the text once. A [Decoder] keeps its first failure and
// reports the end of everything from then on, so generated code has no error
// checks. An [Error] says whether the text is no JSON at all or JSON that does
// not fit the message, and where.
//
// The rules are those of ProtoJSON with the choices that A2A makes (section
// 5.5 of the specification): members are accepted under their JSON and their
// proto name, unknown members are ignored but checked, unknown names of enums
// are not ignored, timestamps are written in UTC with milliseconds.
//
// # Memory
//
// Nothing that a Decoder returns refers to the text that it reads, except
// [Decoder.Key] and [Decoder.SkipValue], which say so. Short strings are packed
// into chunks of at most one kilobyte, so that a message of thirty ids costs
// one allocation, and an id that outlives its message keeps at most that
// kilobyte alive. Longer strings have memory of their own. Slicing all strings
// from one copy of the text would save a little more, but one stored task id
// could then hold the megabytes that once came with it.
//
// # Layout
//
//	decoder.go scan.go pool.go            the tokenizer
//	path.go fail.go error.go              where it is and what went wrong
//	string.go number.go bytes.go enum.go  values of fields
//	list.go map.go                        repeated fields and maps
//	encode.go encode_string.go            the writing side
//	struct.go timestamp.go duration.go    well-known types
//	wrappers.go fieldmask.go empty.go
//	foreign.go                            messages without a codec, by reflection
package jsonpb
