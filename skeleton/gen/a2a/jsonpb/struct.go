package jsonpb

import (
	"math"

	"google.golang.org/protobuf/types/known/structpb"
)

// AppendStruct appends m as an object with sorted keys. Keys are data and stay
// as they are.
func AppendStruct(b []byte, m *structpb.Struct) []byte {
	fields := m.GetFields()
	if len(fields) == 0 {
		return append(b, "{}"...)
	}
	return AppendMap(b, fields, AppendString, AppendValue)
}

// AppendListValue appends m as an array.
func AppendListValue(b []byte, m *structpb.ListValue) []byte {
	return AppendList(b, m.GetValues(), AppendValue)
}

// AppendValue appends what m holds. A Value that holds nothing, or a number
// that is not finite, becomes null.
func AppendValue(b []byte, m *structpb.Value) []byte {
	switch kind := m.GetKind().(type) {
	case *structpb.Value_StringValue:
		return AppendString(b, kind.StringValue)
	case *structpb.Value_NumberValue:
		if v := kind.NumberValue; !math.IsNaN(v) && !math.IsInf(v, 0) {
			return appendNumber(b, v, 64)
		}
	case *structpb.Value_BoolValue:
		return AppendBool(b, kind.BoolValue)
	case *structpb.Value_StructValue:
		return AppendStruct(b, kind.StructValue)
	case *structpb.Value_ListValue:
		return AppendListValue(b, kind.ListValue)
	}
	return append(b, "null"...)
}

// AppendNullValue appends null.
func AppendNullValue(b []byte, _ structpb.NullValue) []byte { return append(b, "null"...) }

// DecodeStruct reads an object into m.
func DecodeStruct(d *Decoder, m *structpb.Struct) {
	m.Fields = ReadMap(d, (*Decoder).StringKey, readValue)
}

// DecodeListValue reads an array into m.
func DecodeListValue(d *Decoder, m *structpb.ListValue) {
	m.Values = ReadList(d, readValue)
}

// DecodeValue reads a value of any kind, null as well, into m. Integers above
// 2^53 lose their last digits, because a Value holds a double.
func DecodeValue(d *Decoder, m *structpb.Value) {
	switch d.Kind() {
	case Null:
		d.literal("null")
		m.Kind = &structpb.Value_NullValue{}
	case Bool:
		m.Kind = &structpb.Value_BoolValue{BoolValue: d.readBool()}
	case Number:
		m.Kind = &structpb.Value_NumberValue{NumberValue: d.readNumber(64)}
	case String:
		m.Kind = &structpb.Value_StringValue{StringValue: d.ReadString()}
	case Object:
		var v struct {
			kind   structpb.Value_StructValue
			object structpb.Struct
		}
		DecodeStruct(d, &v.object)
		v.kind.StructValue = &v.object
		m.Kind = &v.kind
	case Array:
		var v struct {
			kind structpb.Value_ListValue
			list structpb.ListValue
		}
		DecodeListValue(d, &v.list)
		v.kind.ListValue = &v.list
		m.Kind = &v.kind
	default:
		d.syntax("want a value")
	}
}

// ReadNullValue reads null, the name NULL_VALUE, or a number.
func ReadNullValue(d *Decoder) structpb.NullValue {
	if d.ReadNull() {
		return structpb.NullValue_NULL_VALUE
	}
	return ReadEnum[structpb.NullValue](d, structpb.NullValue_value)
}

// readValue is DecodeValue with one allocation for the message and what its
// kind points to.
func readValue(d *Decoder) *structpb.Value {
	switch d.Kind() {
	case Null:
		d.literal("null")
		var v struct {
			structpb.Value
			kind structpb.Value_NullValue
		}
		v.Kind = &v.kind
		return &v.Value
	case Bool:
		var v struct {
			structpb.Value
			kind structpb.Value_BoolValue
		}
		v.kind.BoolValue = d.readBool()
		v.Kind = &v.kind
		return &v.Value
	case Number:
		var v struct {
			structpb.Value
			kind structpb.Value_NumberValue
		}
		v.kind.NumberValue = d.readNumber(64)
		v.Kind = &v.kind
		return &v.Value
	case String:
		var v struct {
			structpb.Value
			kind structpb.Value_StringValue
		}
		v.kind.StringValue = d.ReadString()
		v.Kind = &v.kind
		return &v.Value
	case Object:
		var v struct {
			structpb.Value
			kind   structpb.Value_StructValue
			object structpb.Struct
		}
		DecodeStruct(d, &v.object)
		v.kind.StructValue = &v.object
		v.Kind = &v.kind
		return &v.Value
	case Array:
		var v struct {
			structpb.Value
			kind structpb.Value_ListValue
			list structpb.ListValue
		}
		DecodeListValue(d, &v.list)
		v.kind.ListValue = &v.list
		v.Kind = &v.kind
		return &v.Value
	default:
		d.syntax("want a value")
		return nil
	}
}
