package wire

import (
	"fmt"
	"strconv"
)

// Violations collects what is wrong with a message, field by field. The zero
// value means that nothing is.
type Violations []FieldViolation

// Add notes a fault of a field.
func (v *Violations) Add(field, description string) {
	*v = append(*v, FieldViolation{Field: field, Description: description})
}

// Missing notes that a required field is not set (section 5.7).
func (v *Violations) Missing(field string) {
	v.Add(field, "is required")
}

// In adds the faults of a message field.
func (v *Violations) In(field string, faults Violations) {
	for _, f := range faults {
		v.Add(join(field, f.Field), f.Description)
	}
}

// At adds the faults of an element of a list.
func (v *Violations) At(field string, index int, faults Violations) {
	if len(faults) > 0 {
		v.In(field+"["+strconv.Itoa(index)+"]", faults)
	}
}

// Key adds the faults of a map's value.
func (v *Violations) Key(field, key string, faults Violations) {
	if len(faults) > 0 {
		v.In(field+"["+strconv.Quote(key)+"]", faults)
	}
}

// Err returns the faults as an InvalidParams error, or nil if there are none.
func (v Violations) Err() error {
	if len(v) == 0 {
		return nil
	}
	return Invalid(v...)
}

func join(field, rest string) string {
	if rest == "" {
		return field
	}
	return field + "." + rest
}

// CheckEnum reports an enum number that has no name.
func CheckEnum[E ~int32](names map[int32]string, value E) Violations {
	if _, ok := names[int32(value)]; ok {
		return nil
	}
	return Violations{{Description: strconv.Itoa(int(value)) + " is not a value of the protocol"}}
}

// Unchecked is the check of a message that the protocol says nothing about.
func Unchecked[M any](*M) Violations { return nil }

// MapKey writes the key of a map for a field path.
func MapKey[K comparable](key K) string { return fmt.Sprint(key) }
