package jsonpb

import "strconv"

// AppendEnum appends the name of v, or its number if names has none. names is
// the map that protoc-gen-go declares next to the type.
func AppendEnum[E ~int32](b []byte, v E, names map[int32]string) []byte {
	name, ok := names[int32(v)]
	if !ok {
		return strconv.AppendInt(b, int64(v), 10)
	}
	b = append(b, '"')
	b = append(b, name...)
	return append(b, '"')
}

// ReadEnum reads the name or the number of an enum's value. An unknown name is
// a failure, an unknown number is not. values is the map that protoc-gen-go
// declares next to the type.
func ReadEnum[E ~int32](d *Decoder, values map[string]int32) E {
	return E(d.readEnum(values))
}

func (d *Decoder) readEnum(values map[string]int32) int32 {
	const want = "the name of an enum value"
	if d.Kind() == Number {
		return d.ReadInt32()
	}
	name := d.content(want)
	if d.err != nil {
		return 0
	}
	v, ok := values[string(name)]
	if !ok {
		d.Fail("unknown value %.64q", name)
	}
	return v
}
