package codectest

import (
	"math"
	"math/rand/v2"
	"strings"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/known/anypb"
	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/fieldmaskpb"
	"google.golang.org/protobuf/types/known/structpb"
	"google.golang.org/protobuf/types/known/timestamppb"
)

// random makes messages that protojson can write: every field may be set, to
// common values and to values at the limits of its type.
type random struct{ *rand.Rand }

func newRandom(seed uint64) random { return random{rand.New(rand.NewPCG(seed, 1))} }

func pick[T any](r random, list ...T) T { return list[r.IntN(len(list))] }

// fill sets a part of the fields of m, fewer the deeper it is.
func (r random) fill(m protoreflect.Message, depth int) {
	if known := r.known(m.Descriptor().FullName(), depth); known != nil {
		proto.Merge(m.Interface(), known)
		return
	}
	fields := m.Descriptor().Fields()
	for i := range fields.Len() {
		if r.IntN(4+depth*2) < 3 {
			r.fillField(m, fields.Get(i), depth)
		}
	}
}

func (r random) fillField(m protoreflect.Message, field protoreflect.FieldDescriptor, depth int) {
	switch {
	case field.IsList():
		list := m.Mutable(field).List()
		for range r.length(depth) {
			list.Append(r.value(field, list.NewElement, depth))
		}
	case field.IsMap():
		entries := m.Mutable(field).Map()
		for range r.length(depth) {
			key := r.value(field.MapKey(), nil, depth).MapKey()
			entries.Set(key, r.value(field.MapValue(), entries.NewValue, depth))
		}
	default:
		m.Set(field, r.value(field, func() protoreflect.Value { return m.NewField(field) }, depth))
	}
}

// length is that of a list or map, now and then more than fits on the stack of
// the code that reads and writes them.
func (r random) length(depth int) int {
	if depth < 2 && r.IntN(8) == 0 {
		return r.IntN(24)
	}
	return r.IntN(4)
}

func (r random) value(field protoreflect.FieldDescriptor, message func() protoreflect.Value, depth int) protoreflect.Value {
	switch field.Kind() {
	case protoreflect.MessageKind, protoreflect.GroupKind:
		v := message()
		if depth < 6 || !field.Message().Fields().Get(0).HasPresence() {
			r.fill(v.Message(), depth+1)
		}
		return v
	case protoreflect.EnumKind:
		return protoreflect.ValueOfEnum(r.enum(field.Enum()))
	case protoreflect.BoolKind:
		return protoreflect.ValueOfBool(r.IntN(2) == 0)
	case protoreflect.Int32Kind, protoreflect.Sint32Kind, protoreflect.Sfixed32Kind:
		return protoreflect.ValueOfInt32(pick(r, 0, 1, -1, math.MaxInt32, math.MinInt32, r.Int32()))
	case protoreflect.Int64Kind, protoreflect.Sint64Kind, protoreflect.Sfixed64Kind:
		return protoreflect.ValueOfInt64(pick(r, 0, 1, -1, 1<<53+1, math.MaxInt64, math.MinInt64, r.Int64()))
	case protoreflect.Uint32Kind, protoreflect.Fixed32Kind:
		return protoreflect.ValueOfUint32(pick(r, 0, 1, math.MaxUint32, r.Uint32()))
	case protoreflect.Uint64Kind, protoreflect.Fixed64Kind:
		return protoreflect.ValueOfUint64(pick(r, 0, 1, 1<<53+1, math.MaxUint64, r.Uint64()))
	case protoreflect.FloatKind:
		return protoreflect.ValueOfFloat32(float32(pick(r, math.NaN(), math.Inf(1), math.Inf(-1), float64(math.Float32frombits(r.Uint32())), r.number())))
	case protoreflect.DoubleKind:
		return protoreflect.ValueOfFloat64(pick(r, math.NaN(), math.Inf(1), math.Inf(-1), r.number()))
	case protoreflect.BytesKind:
		return protoreflect.ValueOfBytes([]byte(r.string()))
	default:
		return protoreflect.ValueOfString(r.string())
	}
}

// enum returns a value of the enum, at times one that has no name. NullValue
// has only one.
func (r random) enum(enum protoreflect.EnumDescriptor) protoreflect.EnumNumber {
	if enum.FullName() == "google.protobuf.NullValue" {
		return 0
	}
	if r.IntN(10) == 0 {
		return protoreflect.EnumNumber(r.Int32())
	}
	return enum.Values().Get(r.IntN(enum.Values().Len())).Number()
}

// number returns a finite number.
func (r random) number() float64 {
	v := math.Float64frombits(r.Uint64())
	if math.IsNaN(v) || math.IsInf(v, 0) {
		v = 0
	}
	return pick(r, 0, math.Copysign(0, -1), 1, -1.5, 0.1, 1e-6, 1e-7, 123456789012345, 1<<53, 1<<53+2, 1e20, 1e21, 1e22,
		math.MaxFloat64, math.SmallestNonzeroFloat64, float64(r.Int32()), float64(r.Int32())/1000, r.NormFloat64(), v)
}

// string returns text of which about every kind of character is part.
func (r random) string() string {
	pieces := []string{"a", "id", "payments-api", "0123456789abcdef", "\"", "\\", "/", "<b>&amp;", "\n", "\r\n", "\t", "\x00", "\x1f", "\x7f",
		"é", "日本語", "😀", "\u2028\u2029", "\ufeff", "\ufffd", " ", "{\"k\":[1]}"}
	var b strings.Builder
	for range r.IntN(6) {
		b.WriteString(pick(r, pieces...))
	}
	if r.IntN(40) == 0 {
		return strings.Repeat(b.String(), r.IntN(60))
	}
	return b.String()
}

// known makes a well-known message whose values are bound by rules, nil for
// all others.
func (r random) known(name protoreflect.FullName, depth int) proto.Message {
	switch name {
	case "google.protobuf.Timestamp":
		seconds := pick(r, 0, -62135596800, 253402300799, r.Int64N(4e9), -r.Int64N(6e10))
		return &timestamppb.Timestamp{Seconds: seconds, Nanos: pick(r, 0, 1e6, 999_999_999, r.Int32N(1e9))}
	case "google.protobuf.Duration":
		seconds, nanos := pick(r, 0, 1, 315_576_000_000, r.Int64N(1e6)), pick[int32](r, 0, 1, 1e3, 5e8, 999_999_999)
		if r.IntN(2) == 0 {
			seconds, nanos = -seconds, -nanos
		}
		return &durationpb.Duration{Seconds: seconds, Nanos: nanos}
	case "google.protobuf.FieldMask":
		paths := []string{"id", "status.state", "context_id", "a_b_c.d_e"}
		return &fieldmaskpb.FieldMask{Paths: paths[:r.IntN(len(paths))]}
	case "google.protobuf.Any":
		packed, err := anypb.New(&durationpb.Duration{Seconds: r.Int64N(100)})
		if err != nil {
			panic(err)
		}
		return packed
	case "google.protobuf.Value":
		return r.json(depth)
	case "google.protobuf.Struct":
		return r.object(depth)
	case "google.protobuf.ListValue":
		return r.array(depth)
	}
	return nil
}

func (r random) json(depth int) *structpb.Value {
	kinds := 6
	if depth > 4 {
		kinds = 4
	}
	switch r.IntN(kinds) {
	case 0:
		return structpb.NewNullValue()
	case 1:
		return structpb.NewBoolValue(r.IntN(2) == 0)
	case 2:
		return structpb.NewNumberValue(r.number())
	case 3:
		return structpb.NewStringValue(r.string())
	case 4:
		return structpb.NewStructValue(r.object(depth))
	default:
		return structpb.NewListValue(r.array(depth))
	}
}

func (r random) object(depth int) *structpb.Struct {
	fields := make(map[string]*structpb.Value)
	for range r.length(depth) {
		fields[r.string()] = r.json(depth + 1)
	}
	return &structpb.Struct{Fields: fields}
}

func (r random) array(depth int) *structpb.ListValue {
	var values []*structpb.Value
	for range r.length(depth) {
		values = append(values, r.json(depth+1))
	}
	return &structpb.ListValue{Values: values}
}
