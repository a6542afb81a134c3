package jsonpb

import "google.golang.org/protobuf/types/known/emptypb"

// AppendEmpty appends an object without members.
func AppendEmpty(b []byte, _ *emptypb.Empty) []byte { return append(b, "{}"...) }

// DecodeEmpty reads an object, whose members are ignored.
func DecodeEmpty(d *Decoder, _ *emptypb.Empty) {
	for d.BeginObject(); d.NextMember(); {
		d.skip()
	}
}
