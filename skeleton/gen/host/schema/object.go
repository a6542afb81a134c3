package schema

import (
	"maps"
	"slices"
	"strings"

	"google.golang.org/protobuf/types/known/structpb"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/wire"
)

// Object is a JSON object on its way into a Go struct. It remembers which
// members were asked for and what was wrong with them.
type Object struct {
	fields map[string]*structpb.Value
	asked  map[string]bool
	faults wire.Violations
}

// NewObject returns an Object over data, which may be nil: then every member
// is missing.
func NewObject(data *structpb.Struct) *Object {
	return &Object{fields: data.GetFields(), asked: make(map[string]bool)}
}

// Required reads a member that must be there.
func Required[T any](o *Object, name string, read Reader[T]) T {
	v, ok := o.member(name)
	if !ok {
		o.faults.Missing(name)
		var zero T
		return zero
	}
	return take(o, name, v, read)
}

// Default reads a member and gives value when it is missing.
func Default[T any](o *Object, name string, read Reader[T], value T) T {
	v, ok := o.member(name)
	if !ok {
		return value
	}
	return take(o, name, v, read)
}

// Optional reads a member and gives the zero value when it is missing.
func Optional[T any](o *Object, name string, read Reader[T]) T {
	var zero T
	return Default(o, name, read, zero)
}

// Pointer reads a member and gives nil when it is missing.
func Pointer[T any](o *Object, name string, read Reader[T]) *T {
	v, ok := o.member(name)
	if !ok {
		return nil
	}
	t := take(o, name, v, read)
	return &t
}

// Map returns all members, with the types of encoding/json. It is never nil.
func (o *Object) Map() map[string]any {
	return (&structpb.Struct{Fields: o.fields}).AsMap()
}

// Closed notes a fault for each member that was not asked for. It is called
// last, where a schema says additionalProperties: false.
func (o *Object) Closed() {
	for _, name := range slices.Sorted(maps.Keys(o.fields)) {
		if !o.asked[name] {
			o.faults.Add(name, "is not known")
		}
	}
}

// Faults returns what was wrong with the members, and of further, which judges
// the values that were read, the faults of other fields: a value that could
// not be read says nothing.
func (o *Object) Faults(further wire.Violations) wire.Violations {
	all := slices.Clone(o.faults)
	for _, fault := range further {
		if !slices.ContainsFunc(o.faults, func(f wire.FieldViolation) bool { return covers(f.Field, fault.Field) }) {
			all = append(all, fault)
		}
	}
	return all
}

// member returns a member; null counts as missing.
func (o *Object) member(name string) (*structpb.Value, bool) {
	o.asked[name] = true
	v, ok := o.fields[name]
	if _, null := v.GetKind().(*structpb.Value_NullValue); null {
		return nil, false
	}
	return v, ok
}

func take[T any](o *Object, name string, v *structpb.Value, read Reader[T]) T {
	t, faults := read(v)
	for _, fault := range faults {
		o.faults.Add(join(name, fault.Field), fault.Description)
	}
	return t
}

// covers reports whether field is outer or lies inside it.
func covers(outer, field string) bool {
	rest, ok := strings.CutPrefix(field, outer)
	return ok && (rest == "" || rest[0] == '.' || rest[0] == '[')
}
