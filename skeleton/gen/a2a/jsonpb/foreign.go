package jsonpb

import (
	"bytes"
	"encoding/json"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
)

// MarshalForeign returns the JSON of a message that has no generated codec, by
// reflection, with the errors of protojson.
func MarshalForeign(m proto.Message) ([]byte, error) {
	text, err := protojson.Marshal(m)
	if err != nil {
		return nil, err
	}
	// protojson adds white space at random.
	var compact bytes.Buffer
	if err := json.Compact(&compact, text); err != nil {
		return nil, err
	}
	return compact.Bytes(), nil
}

// AppendForeign appends what MarshalForeign returns, and null for what it
// refuses.
func AppendForeign[M proto.Message](b []byte, m M) []byte {
	text, err := MarshalForeign(m)
	if err != nil {
		return append(b, "null"...)
	}
	return append(b, text...)
}

// DecodeForeign reads a message that has no generated codec, by reflection,
// into m. Unknown members are ignored.
func DecodeForeign[M proto.Message](d *Decoder, m M) {
	text := d.SkipValue()
	if d.err != nil {
		return
	}
	options := protojson.UnmarshalOptions{DiscardUnknown: true, AllowPartial: true}
	if err := options.Unmarshal(text, m); err != nil {
		d.Fail("want the JSON of %s", m.ProtoReflect().Descriptor().FullName())
	}
}
