package jsonpb

import (
	"math"
	"math/rand/v2"
	"strconv"
	"testing"
)

// TestIntegers reads numbers that are whole, and some that only look so.
func TestIntegers(t *testing.T) {
	const refused = "refused"
	tests := []struct{ text, i32, i64, u32, u64 string }{
		{"0", "0", "0", "0", "0"},
		{"-0", "0", "0", refused, refused},
		{"10", "10", "10", "10", "10"},
		{"-1", "-1", "-1", refused, refused},
		{"10.0", "10", "10", "10", "10"},
		{"1e1", "10", "10", "10", "10"},
		{"1E+1", "10", "10", "10", "10"},
		{"100e-1", "10", "10", "10", "10"},
		{"0.001e4", "10", "10", "10", "10"},
		{"1.50e1", "15", "15", "15", "15"},
		{"0e-5", "0", "0", "0", "0"},
		{"0.0e99999999999", "0", "0", "0", "0"},
		{"100000000000000000000000000000e-28", "10", "10", "10", "10"},
		{"1.5", refused, refused, refused, refused},
		{"15e-1", refused, refused, refused, refused},
		{"1e-400", refused, refused, refused, refused},
		{"1e400", refused, refused, refused, refused},
		{"2147483647", "2147483647", "2147483647", "2147483647", "2147483647"},
		{"2147483648", refused, "2147483648", "2147483648", "2147483648"},
		{"-2147483648", "-2147483648", "-2147483648", refused, refused},
		{"-2147483649", refused, "-2147483649", refused, refused},
		{"4294967295", refused, "4294967295", "4294967295", "4294967295"},
		{"4294967296", refused, "4294967296", refused, "4294967296"},
		{"9223372036854775807", refused, "9223372036854775807", refused, "9223372036854775807"},
		{"9223372036854775808", refused, refused, refused, "9223372036854775808"},
		{"-9223372036854775808", refused, "-9223372036854775808", refused, refused},
		{"-9223372036854775809", refused, refused, refused, refused},
		{"18446744073709551615", refused, refused, refused, "18446744073709551615"},
		{"18446744073709551616", refused, refused, refused, refused},
		{"184467440737095516150", refused, refused, refused, refused},
	}
	for _, test := range tests {
		for _, text := range []string{test.text, `"` + test.text + `"`} {
			check := func(kind, want string, read func(d *Decoder) string) {
				d := NewDecoder([]byte(text))
				got := read(d)
				if d.End() != nil {
					got = refused
				}
				if got != want {
					t.Errorf("%s of %s: got %s, want %s", kind, text, got, want)
				}
			}
			check("int32", test.i32, func(d *Decoder) string { return strconv.Itoa(int(d.ReadInt32())) })
			check("int64", test.i64, func(d *Decoder) string { return strconv.FormatInt(d.ReadInt64(), 10) })
			check("uint32", test.u32, func(d *Decoder) string { return strconv.FormatUint(uint64(d.ReadUint32()), 10) })
			check("uint64", test.u64, func(d *Decoder) string { return strconv.FormatUint(d.ReadUint64(), 10) })
		}
	}
}

// TestFloats writes and reads random numbers of all sizes exactly.
func TestFloats(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 20000 {
		v := math.Float64frombits(r.Uint64())
		switch r.IntN(4) {
		case 0:
			v = float64(r.IntN(1e9)) / 1e4
		case 1:
			v = math.Round(r.NormFloat64() * 1e17)
		}
		d := NewDecoder(AppendDouble(nil, v))
		if got := d.ReadDouble(); got != v && !math.IsNaN(v) || d.End() != nil {
			t.Fatalf("%v is read as %v, %v", v, got, d.Err())
		}
		f := float32(v)
		d.Reset(AppendFloat(nil, f))
		if got := d.ReadFloat(); got != f && !math.IsNaN(v) || d.End() != nil {
			t.Fatalf("%v is read as %v, %v", f, got, d.Err())
		}
	}
}

// TestParseFloat agrees with strconv on texts that no writer would choose.
func TestParseFloat(t *testing.T) {
	for _, text := range []string{
		"0", "-0", "0.0", "1", "-1.5", "0.1", "123456789012345", "1234567890.12345", "9007199254740993", "900719925474099.3", "0.00000000000001",
		"1e22", "1e23", "1.7976931348623157e308", "4.9e-324", "2.4703282292062327e-324", "0.000000000000000000000000001e27",
	} {
		want, err := strconv.ParseFloat(text, 64)
		got, ok := parseFloat([]byte(text), 64)
		if err != nil || !ok || math.Float64bits(got) != math.Float64bits(want) {
			t.Errorf("%s: got %v, want %v", text, got, want)
		}
	}
	for _, text := range []string{"1e400", "-1e400"} {
		if v, ok := parseFloat([]byte(text), 64); ok {
			t.Errorf("%s: got %v", text, v)
		}
	}
	for _, text := range []string{`""`, `" 1"`, `"1 "`, `"nan"`, `"Inf"`, `"0x1p4"`, `"1_0"`, `"01"`, `"1."`, `"+1"`, `"1e"`, `"3.5e38"`, `3.5e38`, `true`, `null`, `[]`} {
		d := NewDecoder([]byte(text))
		if v := d.ReadFloat(); d.Err() == nil {
			t.Errorf("%s: got %v", text, v)
		}
	}
}
