package schema

import (
	"math"

	"google.golang.org/protobuf/types/known/structpb"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/wire"
)

// Reader turns a JSON value into a T. The fields of its faults are relative to
// the value; "" is the value itself.
type Reader[T any] func(v *structpb.Value) (T, wire.Violations)

// maxExact is the largest integer below which float64 holds all of them.
const maxExact = 1 << 53

// String reads a string.
func String(v *structpb.Value) (string, wire.Violations) {
	if s, ok := v.GetKind().(*structpb.Value_StringValue); ok {
		return s.StringValue, nil
	}
	return "", fault("must be a string")
}

// Integer reads a number without fraction.
func Integer(v *structpb.Value) (int, wire.Violations) {
	n, ok := v.GetKind().(*structpb.Value_NumberValue)
	if !ok {
		return 0, fault("must be an integer")
	}
	f := n.NumberValue
	if f < -maxExact || f > maxExact {
		return 0, fault("must be an integer between -2^53 and 2^53")
	}
	if i := int(f); float64(i) == f {
		return i, nil
	}
	return 0, fault("must be an integer")
}

// Number reads a number. The binary form of a message can carry some that JSON
// cannot; they are none.
func Number(v *structpb.Value) (float64, wire.Violations) {
	n, ok := v.GetKind().(*structpb.Value_NumberValue)
	if !ok || math.IsNaN(n.NumberValue) || math.IsInf(n.NumberValue, 0) {
		return 0, fault("must be a number")
	}
	return n.NumberValue, nil
}

// Boolean reads true or false.
func Boolean(v *structpb.Value) (bool, wire.Violations) {
	if b, ok := v.GetKind().(*structpb.Value_BoolValue); ok {
		return b.BoolValue, nil
	}
	return false, fault("must be true or false")
}

// Map reads an object of any members, with the types of encoding/json.
func Map(v *structpb.Value) (map[string]any, wire.Violations) {
	if object, ok := v.GetKind().(*structpb.Value_StructValue); ok {
		return object.StructValue.AsMap(), nil
	}
	return nil, fault("must be an object")
}

// Struct reads an object whose members are read by read.
func Struct[T any](read func(o *Object) T) Reader[T] {
	return func(v *structpb.Value) (T, wire.Violations) {
		object, ok := v.GetKind().(*structpb.Value_StructValue)
		if !ok {
			var zero T
			return zero, fault("must be an object")
		}
		o := NewObject(object.StructValue)
		t := read(o)
		return t, o.faults
	}
}

// List reads an array whose elements are read by element. The list of an empty
// array is not nil.
func List[T any](element Reader[T]) Reader[[]T] {
	return func(v *structpb.Value) ([]T, wire.Violations) {
		array, ok := v.GetKind().(*structpb.Value_ListValue)
		if !ok {
			return nil, fault("must be an array")
		}
		values := array.ListValue.GetValues()
		list := make([]T, len(values))
		var all wire.Violations
		for i, value := range values {
			t, faults := element(value)
			for _, f := range faults {
				all.Add(join(Index("", i), f.Field), f.Description)
			}
			list[i] = t
		}
		return list, all
	}
}

func fault(description string) wire.Violations {
	return wire.Violations{{Description: description}}
}
