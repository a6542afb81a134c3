package jsonpb

import (
	"math"
	"strconv"
)

// ReadInt32 reads an int32, sint32 or sfixed32: a number without a fraction
// once its exponent is applied, or a string of one.
func (d *Decoder) ReadInt32() int32 {
	return int32(d.readInt(math.MinInt32, math.MaxInt32, "a 32-bit integer"))
}

// ReadInt64 reads an int64, sint64 or sfixed64, as ReadInt32 does.
func (d *Decoder) ReadInt64() int64 {
	return d.readInt(math.MinInt64, math.MaxInt64, "a 64-bit integer")
}

// ReadUint32 reads a uint32 or fixed32, as ReadInt32 does.
func (d *Decoder) ReadUint32() uint32 {
	return uint32(d.readUint(math.MaxUint32, "an unsigned 32-bit integer"))
}

// ReadUint64 reads a uint64 or fixed64, as ReadInt32 does.
func (d *Decoder) ReadUint64() uint64 {
	return d.readUint(math.MaxUint64, "an unsigned 64-bit integer")
}

// ReadFloat reads a float: a number, a string of one, or one of the strings
// NaN, Infinity and -Infinity.
func (d *Decoder) ReadFloat() float32 { return float32(d.readFloat(32)) }

// ReadDouble reads a double, as ReadFloat does.
func (d *Decoder) ReadDouble() float64 { return d.readFloat(64) }

func (d *Decoder) readInt(low, high int64, want string) int64 {
	num := d.numeric(want)
	if d.err != nil {
		return 0
	}
	neg, abs, ok := parseInteger(num)
	v := int64(abs)
	if neg {
		v = -v
		ok = ok && abs <= -math.MinInt64
	} else {
		ok = ok && abs <= math.MaxInt64
	}
	if !ok || v < low || v > high {
		d.Fail("want %s", want)
		return 0
	}
	return v
}

func (d *Decoder) readUint(high uint64, want string) uint64 {
	num := d.numeric(want)
	if d.err != nil {
		return 0
	}
	neg, v, ok := parseInteger(num)
	if !ok || neg || v > high {
		d.Fail("want %s", want)
		return 0
	}
	return v
}

func (d *Decoder) readFloat(bits int) float64 {
	const want = "a number"
	if d.peek() != '"' {
		return d.readNumber(bits)
	}
	s := d.content(want)
	switch string(s) {
	case "NaN":
		return math.NaN()
	case "Infinity":
		return math.Inf(1)
	case "-Infinity":
		return math.Inf(-1)
	}
	v, ok := parseFloat(s, bits)
	if !ok || numberLen(s) != len(s) {
		d.Fail("want %s", want)
		return 0
	}
	return v
}

// readNumber reads a floating-point number that is not in a string.
func (d *Decoder) readNumber(bits int) float64 {
	if d.Kind() != Number {
		d.mismatch("a number")
		return 0
	}
	num := d.scanNumber()
	if d.err != nil {
		return 0
	}
	v, ok := parseFloat(num, bits)
	if !ok {
		d.Fail("the number is out of range")
	}
	return v
}

// numeric reads a number, or a string of one, and returns its text.
func (d *Decoder) numeric(want string) []byte {
	switch d.Kind() {
	case Number:
		return d.scanNumber()
	case String:
		s := d.content(want)
		if d.err == nil && (len(s) == 0 || numberLen(s) != len(s)) {
			d.mismatch(want)
		}
		return s
	default:
		d.mismatch(want)
		return nil
	}
}

// parseInteger returns the sign and the absolute value of a well-formed
// number. It reports false if the value has a fraction or exceeds 64 bits.
func parseInteger(num []byte) (neg bool, abs uint64, ok bool) {
	if num[0] == '-' {
		neg, num = true, num[1:]
	}
	zeros := 0 // read behind the last other digit, not yet in abs
	scale := 0 // power of ten that abs and zeros lack
	fraction := false
	for i, c := range num {
		switch {
		case c == '.':
			fraction = true
			continue
		case c|0x20 == 'e':
			scale += exponent(num[i+1:])
			return finishInteger(neg, abs, zeros+scale)
		case c == '0':
			zeros++
		default:
			if abs, ok = shift(abs, zeros+1); !ok || abs > math.MaxUint64-uint64(c-'0') {
				return neg, 0, false
			}
			abs, zeros = abs+uint64(c-'0'), 0
		}
		if fraction {
			scale--
		}
	}
	return finishInteger(neg, abs, zeros+scale)
}

// finishInteger applies the power of ten to digits whose last is not zero.
func finishInteger(neg bool, abs uint64, power int) (bool, uint64, bool) {
	if abs == 0 {
		return neg, 0, true
	}
	if power < 0 {
		return neg, 0, false
	}
	abs, ok := shift(abs, power)
	return neg, abs, ok
}

// shift multiplies v by ten to the power n, and reports whether it fits.
func shift(v uint64, n int) (uint64, bool) {
	if v == 0 {
		return 0, true
	}
	for ; n > 0; n-- {
		if v > math.MaxUint64/10 {
			return 0, false
		}
		v *= 10
	}
	return v, true
}

// exponent returns the value of an exponent. What exceeds any number that can
// be told from zero or infinity is cut off.
func exponent(s []byte) int {
	const limit = 1 << 30
	neg := s[0] == '-'
	if s[0] == '-' || s[0] == '+' {
		s = s[1:]
	}
	v := 0
	for _, c := range s {
		v = min(v*10+int(c-'0'), limit)
	}
	if neg {
		return -v
	}
	return v
}

// powers are the powers of ten that a float64 holds exactly.
var powers = [...]float64{
	1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
	1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
}

// parseFloat returns the value of a number, and false if it is malformed or
// out of range. Up to 15 digits with a small exponent need one exact division;
// the rest is left to strconv.
func parseFloat(num []byte, bits int) (float64, bool) {
	if v, ok := parseShort(num); ok && bits == 64 {
		return v, true
	}
	v, err := strconv.ParseFloat(string(num), bits)
	return v, err == nil
}

// parseShort is parseFloat for numbers of up to 15 digits without an exponent.
func parseShort(num []byte) (float64, bool) {
	s := num
	if len(s) > 0 && s[0] == '-' {
		s = s[1:]
	}
	if len(s) == 0 || len(s) > 16 {
		return 0, false
	}
	var mantissa uint64
	point := len(s) - 1 // so that no point leaves no fraction
	for i, c := range s {
		switch {
		case c-'0' <= 9:
			mantissa = mantissa*10 + uint64(c-'0')
		case c == '.' && point == len(s)-1:
			point = i
		default:
			return 0, false
		}
	}
	if mantissa >= 1<<53 {
		return 0, false
	}
	v := float64(mantissa) / powers[len(s)-1-point]
	if len(s) < len(num) {
		v = -v
	}
	return v, true
}
