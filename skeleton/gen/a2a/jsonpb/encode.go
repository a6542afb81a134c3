package jsonpb

import (
	"encoding/base64"
	"math"
	"strconv"
)

// EndObject ends an object whose members were appended from start on, each
// with a comma in front of its name. The first of these commas becomes the
// opening brace.
func EndObject(b []byte, start int) []byte {
	if len(b) == start {
		return append(b, "{}"...)
	}
	b[start] = '{'
	return append(b, '}')
}

// AppendBool appends true or false.
func AppendBool(b []byte, v bool) []byte { return strconv.AppendBool(b, v) }

// AppendInt32 appends a number.
func AppendInt32(b []byte, v int32) []byte { return strconv.AppendInt(b, int64(v), 10) }

// AppendUint32 appends a number.
func AppendUint32(b []byte, v uint32) []byte { return strconv.AppendUint(b, uint64(v), 10) }

// AppendInt64 appends a number as a string, because many readers of JSON keep
// no more than 53 bits.
func AppendInt64(b []byte, v int64) []byte {
	b = append(b, '"')
	b = strconv.AppendInt(b, v, 10)
	return append(b, '"')
}

// AppendUint64 appends a number as a string, as AppendInt64 does.
func AppendUint64(b []byte, v uint64) []byte {
	b = append(b, '"')
	b = strconv.AppendUint(b, v, 10)
	return append(b, '"')
}

// AppendFloat appends a number, or a string for NaN and the infinities.
func AppendFloat(b []byte, v float32) []byte { return appendFloat(b, float64(v), 32) }

// AppendDouble appends a number, or a string for NaN and the infinities.
func AppendDouble(b []byte, v float64) []byte { return appendFloat(b, v, 64) }

func appendFloat(b []byte, v float64, bits int) []byte {
	switch {
	case math.IsNaN(v):
		return append(b, `"NaN"`...)
	case math.IsInf(v, 1):
		return append(b, `"Infinity"`...)
	case math.IsInf(v, -1):
		return append(b, `"-Infinity"`...)
	}
	return appendNumber(b, v, bits)
}

// appendNumber appends the shortest text that reads back as v, which is
// finite. Very large and very small numbers get an exponent, as in JavaScript.
func appendNumber(b []byte, v float64, bits int) []byte {
	const exact = 1 << 53
	if v == math.Trunc(v) && math.Abs(v) < exact && bits == 64 && !(v == 0 && math.Signbit(v)) {
		return strconv.AppendInt(b, int64(v), 10)
	}
	format := byte('f')
	if v != 0 && outsideDecimal(math.Abs(v), bits) {
		format = 'e'
	}
	start := len(b)
	b = strconv.AppendFloat(b, v, format, -1, bits)
	// strconv writes e-09 where JSON needs no zero.
	if n := len(b); n-start >= 4 && b[n-4] == 'e' && b[n-3] == '-' && b[n-2] == '0' {
		b[n-2] = b[n-1]
		b = b[:n-1]
	}
	return b
}

// outsideDecimal tells whether a positive number needs an exponent. The limits
// are compared in the precision of the number.
func outsideDecimal(v float64, bits int) bool {
	if bits == 32 {
		return float32(v) < 1e-6 || float32(v) >= 1e21
	}
	return v < 1e-6 || v >= 1e21
}

// AppendBytes appends base64 in the standard alphabet with padding.
func AppendBytes(b []byte, v []byte) []byte {
	b = append(b, '"')
	b = base64.StdEncoding.AppendEncode(b, v)
	return append(b, '"')
}
