package jsonpb

import (
	"encoding/binary"
	"math/bits"
	"unicode/utf8"
)

// peek skips white space and returns the byte behind it, 0 at the end.
func (d *Decoder) peek() byte {
	for d.pos < len(d.data) {
		c := d.data[d.pos]
		if c > ' ' || c != ' ' && c != '\n' && c != '\t' && c != '\r' {
			return c
		}
		d.pos++
	}
	return 0
}

// literal reads null, true or false, whose first byte is next.
func (d *Decoder) literal(word string) {
	if len(d.data)-d.pos < len(word) || string(d.data[d.pos:d.pos+len(word)]) != word {
		d.syntax("want a value")
		return
	}
	d.pos += len(word)
}

// skip reads a value of any kind.
func (d *Decoder) skip() {
	switch d.Kind() {
	case Object:
		for d.BeginObject(); d.NextMember(); {
			d.skip()
		}
	case Array:
		for d.BeginArray(); d.NextElement(); {
			d.skip()
		}
	case String:
		d.scanString()
	case Number:
		d.scanNumber()
	case Bool:
		d.readBool()
	case Null:
		d.literal("null")
	default:
		d.syntax("want a value")
	}
}

// readBool reads true or false, whose first byte is next.
func (d *Decoder) readBool() bool {
	if d.data[d.pos] == 't' {
		d.literal("true")
		return d.err == nil
	}
	d.literal("false")
	return false
}

// scanNumber reads a number, whose first byte is next, and returns its text.
func (d *Decoder) scanNumber() []byte {
	n := numberLen(d.data[d.pos:])
	if n == 0 {
		d.syntax("malformed number")
		return nil
	}
	num := d.data[d.pos : d.pos+n]
	d.pos += n
	return num
}

// numberLen returns the length of the number that s begins with, 0 if s begins
// with none. It stops where the grammar does: in 01 behind the 0.
func numberLen(s []byte) int {
	i := 0
	if i < len(s) && s[i] == '-' {
		i++
	}
	if i < len(s) && s[i] == '0' {
		i++
	} else {
		start := i
		if i = digits(s, i); i == start {
			return 0
		}
	}
	if i < len(s) && s[i] == '.' {
		start := i + 1
		if i = digits(s, start); i == start {
			return 0
		}
	}
	if i < len(s) && s[i]|0x20 == 'e' {
		i++
		if i < len(s) && (s[i] == '+' || s[i] == '-') {
			i++
		}
		start := i
		if i = digits(s, start); i == start {
			return 0
		}
	}
	return i
}

// digits returns the index behind the digits that begin at i.
func digits(s []byte, i int) int {
	for i < len(s) && s[i]-'0' <= 9 {
		i++
	}
	return i
}

// scanString reads a string, whose quote is next, and returns what is between
// its quotes. All of it is checked: escapes, control characters and UTF-8.
func (d *Decoder) scanString() (raw []byte, escaped bool) {
	data, start := d.data, d.pos+1
	var high uint64 // has a high bit where a byte was not ASCII
	for i := start; ; {
		if len(data)-i >= 8 {
			w := binary.LittleEndian.Uint64(data[i:])
			stop := special(w)
			if stop == 0 {
				high |= w
				i += 8
				continue
			}
			high |= w & (stop&-stop - 1)
			i += bits.TrailingZeros64(stop) / 8
		} else if i < len(data) && plain(data[i]) {
			high |= uint64(data[i])
			i++
			continue
		}
		if i < len(data) && data[i] == '"' {
			d.pos = i + 1
			if high&highBits != 0 && !utf8.Valid(data[start:i]) {
				d.pos = start
				d.syntax("invalid UTF-8 in a string")
				return nil, false
			}
			return data[start:i], escaped
		}
		n := escapeLen(data[i:])
		if n == 0 {
			d.pos = i
			d.syntax("invalid character or escape in a string")
			return nil, false
		}
		i += n
		escaped = true
	}
}

// Words of eight equal bytes, to look at eight bytes at once.
const (
	lowBits   = 0x0101010101010101
	highBits  = 0x8080808080808080
	spaces    = 0x20 * lowBits
	quotes    = '"' * lowBits
	backslash = '\\' * lowBits
)

// special marks, by its high bit, each byte of w that ends the plain part of a
// string: quote, backslash, control character. Bits behind the first may be
// wrong, because the subtractions borrow.
func special(w uint64) uint64 {
	q, b := w^quotes, w^backslash
	return ((w-spaces)&^w | (q-lowBits)&^q | (b-lowBits)&^b) & highBits
}

// plain tells whether a byte is no special one.
func plain(c byte) bool { return c >= ' ' && c != '"' && c != '\\' }

// escapeLen returns the length of the escape that s begins with, both halves of
// a surrogate pair counted, and 0 if s begins with no valid one.
func escapeLen(s []byte) int {
	if len(s) < 2 || s[0] != '\\' {
		return 0
	}
	switch s[1] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return 2
	case 'u':
		r := hex4(s)
		switch {
		case r < 0 || 0xDC00 <= r && r < 0xE000:
			return 0
		case r < 0xD800 || r >= 0xE000:
			return 6
		}
		if low := hex4(s[6:]); 0xDC00 <= low && low < 0xE000 {
			return 12
		}
	}
	return 0
}

// hex4 returns the code unit of the \uXXXX that s begins with, -1 if there is
// none.
func hex4(s []byte) rune {
	if len(s) < 6 || s[0] != '\\' || s[1] != 'u' {
		return -1
	}
	var r rune
	for _, c := range s[2:6] {
		switch {
		case '0' <= c && c <= '9':
			c -= '0'
		case 'a' <= c|0x20 && c|0x20 <= 'f':
			c = c | 0x20 - 'a' + 10
		default:
			return -1
		}
		r = r<<4 | rune(c)
	}
	return r
}
