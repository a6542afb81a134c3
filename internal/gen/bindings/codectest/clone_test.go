package codectest

import (
	"bytes"
	"testing"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// TestClone copies random messages and changes the copies.
func TestClone(t *testing.T) {
	for _, s := range subjects() {
		t.Run(s.name, func(t *testing.T) {
			for seed := range uint64(100) {
				m := s.new()
				newRandom(seed).fill(m.ProtoReflect(), 0)
				m.ProtoReflect().SetUnknown(protoreflect.RawFields{0xf8, 0x3f, byte(seed % 128)})
				want := encode(t, m)
				c := s.clone(m)
				if got := encode(t, c); !bytes.Equal(got, want) {
					t.Fatalf("seed %d: the copy of %v is %v", seed, m, c)
				}
				scratch(c.ProtoReflect())
				if got := encode(t, m); !bytes.Equal(got, want) {
					t.Fatalf("seed %d: a change of the copy changed the original, which is now %v", seed, m)
				}
			}
			none := s.new().ProtoReflect().Type().Zero().Interface()
			if s.clone(none).ProtoReflect().IsValid() {
				t.Error("the copy of nil is not nil")
			}
		})
	}
}

// encode tells more apart than proto.Equal and proto.Clone do, such as negative zeros.
func encode(t *testing.T, m proto.Message) []byte {
	t.Helper()
	data, err := proto.MarshalOptions{Deterministic: true}.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// scratch changes in place whatever m refers to.
func scratch(m protoreflect.Message) {
	for i := range m.GetUnknown() {
		m.GetUnknown()[i] = 0
	}
	m.Range(func(field protoreflect.FieldDescriptor, v protoreflect.Value) bool {
		switch {
		case field.IsMap():
			v.Map().Range(func(key protoreflect.MapKey, element protoreflect.Value) bool {
				scratchValue(element)
				v.Map().Clear(key)
				return true
			})
		case field.IsList():
			for i := range v.List().Len() {
				scratchValue(v.List().Get(i))
				v.List().Set(i, v.List().NewElement())
			}
		default:
			scratchValue(v)
		}
		return true
	})
	fields := m.Descriptor().Fields()
	for i := range fields.Len() { // a oneof shares the struct of its value, too
		m.Clear(fields.Get(i))
	}
}

func scratchValue(v protoreflect.Value) {
	switch v := v.Interface().(type) {
	case protoreflect.Message:
		scratch(v)
	case []byte:
		clear(v)
	}
}
