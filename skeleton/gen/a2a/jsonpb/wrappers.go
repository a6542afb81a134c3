package jsonpb

import "google.golang.org/protobuf/types/known/wrapperspb"

// Wrappers are written as the value that they wrap.

// AppendBoolValue appends true or false.
func AppendBoolValue(b []byte, m *wrapperspb.BoolValue) []byte { return AppendBool(b, m.GetValue()) }

// AppendInt32Value appends a number.
func AppendInt32Value(b []byte, m *wrapperspb.Int32Value) []byte {
	return AppendInt32(b, m.GetValue())
}

// AppendInt64Value appends a number as a string.
func AppendInt64Value(b []byte, m *wrapperspb.Int64Value) []byte {
	return AppendInt64(b, m.GetValue())
}

// AppendUInt32Value appends a number.
func AppendUInt32Value(b []byte, m *wrapperspb.UInt32Value) []byte {
	return AppendUint32(b, m.GetValue())
}

// AppendUInt64Value appends a number as a string.
func AppendUInt64Value(b []byte, m *wrapperspb.UInt64Value) []byte {
	return AppendUint64(b, m.GetValue())
}

// AppendFloatValue appends a number.
func AppendFloatValue(b []byte, m *wrapperspb.FloatValue) []byte {
	return AppendFloat(b, m.GetValue())
}

// AppendDoubleValue appends a number.
func AppendDoubleValue(b []byte, m *wrapperspb.DoubleValue) []byte {
	return AppendDouble(b, m.GetValue())
}

// AppendStringValue appends a string.
func AppendStringValue(b []byte, m *wrapperspb.StringValue) []byte {
	return AppendString(b, m.GetValue())
}

// AppendBytesValue appends base64.
func AppendBytesValue(b []byte, m *wrapperspb.BytesValue) []byte {
	return AppendBytes(b, m.GetValue())
}

// DecodeBoolValue reads true or false into m.
func DecodeBoolValue(d *Decoder, m *wrapperspb.BoolValue) { m.Value = d.ReadBool() }

// DecodeInt32Value reads an integer into m.
func DecodeInt32Value(d *Decoder, m *wrapperspb.Int32Value) { m.Value = d.ReadInt32() }

// DecodeInt64Value reads an integer into m.
func DecodeInt64Value(d *Decoder, m *wrapperspb.Int64Value) { m.Value = d.ReadInt64() }

// DecodeUInt32Value reads an integer into m.
func DecodeUInt32Value(d *Decoder, m *wrapperspb.UInt32Value) { m.Value = d.ReadUint32() }

// DecodeUInt64Value reads an integer into m.
func DecodeUInt64Value(d *Decoder, m *wrapperspb.UInt64Value) { m.Value = d.ReadUint64() }

// DecodeFloatValue reads a number into m.
func DecodeFloatValue(d *Decoder, m *wrapperspb.FloatValue) { m.Value = d.ReadFloat() }

// DecodeDoubleValue reads a number into m.
func DecodeDoubleValue(d *Decoder, m *wrapperspb.DoubleValue) { m.Value = d.ReadDouble() }

// DecodeStringValue reads a string into m.
func DecodeStringValue(d *Decoder, m *wrapperspb.StringValue) { m.Value = d.ReadString() }

// DecodeBytesValue reads base64 into m.
func DecodeBytesValue(d *Decoder, m *wrapperspb.BytesValue) { m.Value = d.ReadBytes() }
