// Package schema reads JSON values into Go types. The generated code of a
// skill says which members it wants and of which type; this package takes them
// out of the protobuf form that messages carry and notes every fault at once,
// each with the path of its field.
//
// # Rules
//
// A member that is absent or null is missing: that is a fault where it is
// required, and its default or the zero value elsewhere. Members that the
// schema does not name are ignored unless the object is closed. Numbers arrive
// as float64, so an integer is a number without fraction that float64 holds
// exactly.
//
// # Fields
//
// A generated field is a pointer only where its zero value could be meant and
// is not the same as leaving the member out: an optional number or nested
// object without default. Other fields are plain. Where a member is optional
// and has no default, an empty string, false, or a nil list or map stands for
// one that was left out.
package schema
