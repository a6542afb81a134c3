package codectest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"testing"

	"google.golang.org/genproto/googleapis/api/annotations"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protopath"
	"google.golang.org/protobuf/reflect/protorange"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/known/timestamppb"
)

// TestEncode writes random messages of every type.
func TestEncode(t *testing.T) {
	for _, s := range subjects() {
		t.Run(s.name, func(t *testing.T) {
			for seed := range uint64(60) {
				m := s.new()
				newRandom(seed).fill(m.ProtoReflect(), 0)
				checkEncode(t, s, m)
			}
		})
	}
}

func FuzzEncode(f *testing.F) {
	list := subjects()
	f.Add(uint64(1), uint(3))
	f.Fuzz(func(t *testing.T, seed uint64, index uint) {
		s := list[index%uint(len(list))]
		m := s.new()
		newRandom(seed).fill(m.ProtoReflect(), 0)
		checkEncode(t, s, m)
	})
}

// checkEncode compares the JSON of m with protojson's: the same members in the
// same order with the same text, but for required fields, which are there even
// when they are not set, and timestamps, which are cut to milliseconds. It must
// read back as m on either side.
func checkEncode(t *testing.T, s subject, m proto.Message) {
	t.Helper()
	got, err := s.marshal(m)
	if err != nil {
		t.Fatalf("%s: %v", s.name, err)
	}
	if bytes.ContainsAny(got, "\n\r") {
		t.Fatalf("%s: line break in %s", s.name, got)
	}
	normalize(m)
	theirs, err := protojson.Marshal(m)
	if err != nil {
		t.Fatalf("%s: protojson refuses a random message: %v", s.name, err)
	}
	if err := sameJSON(s.desc, got, theirs); err != nil {
		t.Fatalf("%s: %v\n got %s\nwant %s", s.name, err, got, theirs)
	}
	back := s.new()
	if err := protojson.Unmarshal(got, back); err != nil || !proto.Equal(back, m) {
		t.Fatalf("%s: protojson reads %s as %v, %v", s.name, got, back, err)
	}
	if err := s.unmarshal(got, back); err != nil || !proto.Equal(back, m) {
		t.Fatalf("%s: %s is read back as %v, %v", s.name, got, back, err)
	}
}

// normalize drops from m what its JSON has no place for: the microseconds of
// timestamps, and numbers of NullValue other than zero.
func normalize(m proto.Message) {
	visit := func(p protopath.Values) error {
		if message, ok := p.Index(-1).Value.Interface().(protoreflect.Message); ok {
			if ts, ok := message.Interface().(*timestamppb.Timestamp); ok {
				ts.Nanos -= ts.Nanos % 1e6
			}
			message.Range(func(field protoreflect.FieldDescriptor, v protoreflect.Value) bool {
				clearNulls(message, field, v)
				return true
			})
		}
		return nil
	}
	if err := protorange.Range(m.ProtoReflect(), visit); err != nil {
		panic(err)
	}
}

func clearNulls(m protoreflect.Message, field protoreflect.FieldDescriptor, v protoreflect.Value) {
	const name = "google.protobuf.NullValue"
	null := protoreflect.ValueOfEnum(0)
	switch {
	case field.IsMap():
		if enum := field.MapValue().Enum(); enum == nil || enum.FullName() != name {
			return
		}
		v.Map().Range(func(key protoreflect.MapKey, _ protoreflect.Value) bool {
			v.Map().Set(key, null)
			return true
		})
	case field.Enum() == nil || field.Enum().FullName() != name:
	case field.IsList():
		for i := range v.List().Len() {
			v.List().Set(i, null)
		}
	default:
		m.Set(field, null)
	}
}

// sameJSON compares two objects member by member, in order.
func sameJSON(desc protoreflect.MessageDescriptor, got, want []byte) error {
	ours, theirs := members(got), members(want)
	i := 0
	for _, our := range ours {
		field := desc.Fields().ByJSONName(our.key)
		if field == nil {
			return fmt.Errorf("no field has the JSON name %q", our.key)
		}
		if i < len(theirs) && theirs[i].key == our.key {
			if err := sameValue(field, our.value, theirs[i].value); err != nil {
				return fmt.Errorf("%s: %w", our.key, err)
			}
			i++
			continue
		}
		if !isRequired(field) || !slices.Contains(defaults(field), string(our.value)) {
			return fmt.Errorf("unwanted member %q: %s", our.key, our.value)
		}
	}
	if i < len(theirs) {
		return fmt.Errorf("member %q is missing", theirs[i].key)
	}
	return nil
}

func sameValue(field protoreflect.FieldDescriptor, got, want []byte) error {
	if field.IsMap() {
		field = field.MapValue()
		return samePairs(members(got), members(want), func(a, b []byte) error { return sameValue(field, a, b) })
	}
	message := field.Message()
	if message == nil || message.ParentFile().Path() != field.ParentFile().Path() {
		return sameText(message, got, want)
	}
	if !field.IsList() {
		return sameJSON(message, got, want)
	}
	return samePairs(elements(got), elements(want), func(a, b []byte) error { return sameJSON(message, a, b) })
}

func samePairs(got, want []pair, same func(a, b []byte) error) error {
	if len(got) != len(want) {
		return fmt.Errorf("%d entries, not %d", len(got), len(want))
	}
	for i := range got {
		if got[i].key != want[i].key {
			return fmt.Errorf("key %q, not %q", got[i].key, want[i].key)
		}
		if err := same(got[i].value, want[i].value); err != nil {
			return fmt.Errorf("[%s]: %w", got[i].key, err)
		}
	}
	return nil
}

// sameText compares values that both sides write alike. Timestamps of protojson
// have no digits where ours have zeros.
func sameText(message protoreflect.MessageDescriptor, got, want []byte) error {
	if message != nil && message.FullName() == "google.protobuf.Timestamp" {
		got, want = bytes.ReplaceAll(got, []byte(".000Z"), []byte("Z")), bytes.ReplaceAll(want, []byte(".000Z"), []byte("Z"))
	}
	var compact bytes.Buffer
	if err := json.Compact(&compact, want); err != nil {
		return err
	}
	if !bytes.Equal(got, compact.Bytes()) {
		return fmt.Errorf("%s, not %s", got, &compact)
	}
	return nil
}

func isRequired(field protoreflect.FieldDescriptor) bool {
	behaviors := proto.GetExtension(field.Options(), annotations.E_FieldBehavior).([]annotations.FieldBehavior)
	return slices.Contains(behaviors, annotations.FieldBehavior_REQUIRED)
}

// defaults lists the JSON that a field without presence may have when unset.
func defaults(field protoreflect.FieldDescriptor) []string {
	switch {
	case field.IsMap():
		return []string{"{}"}
	case field.IsList():
		return []string{"[]"}
	case field.HasPresence():
		return nil
	case field.Enum() != nil:
		return []string{strconv.Quote(string(field.Enum().Values().Get(0).Name())), "null"}
	default:
		return []string{`""`, `"0"`, "0", "false"}
	}
}

// pair is a member of an object, or an element of an array with its index.
type pair struct {
	key   string
	value json.RawMessage
}

// members lists what an object has, in order.
func members(data []byte) []pair {
	d := json.NewDecoder(bytes.NewReader(data))
	d.Token()
	var list []pair
	for d.More() {
		var p pair
		key, _ := d.Token()
		p.key, _ = key.(string)
		if err := d.Decode(&p.value); err != nil {
			panic(err)
		}
		list = append(list, p)
	}
	return list
}

func elements(data []byte) []pair {
	var values []json.RawMessage
	if err := json.Unmarshal(data, &values); err != nil {
		panic(err)
	}
	var list []pair
	for i, v := range values {
		list = append(list, pair{strconv.Itoa(i), v})
	}
	return list
}
