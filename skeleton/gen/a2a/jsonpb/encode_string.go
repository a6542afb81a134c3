package jsonpb

import (
	"math/bits"
	"strings"
	"unicode/utf8"
)

// AppendString appends s in quotes. Only what JSON demands is escaped: quotes,
// backslashes and control characters, so no line break ever gets into a line of
// an event stream, and neither markup nor other scripts grow. Invalid UTF-8
// becomes U+FFFD.
func AppendString(b []byte, s string) []byte {
	begin := len(b)
	b = append(b, '"')
	rest, high := s, uint64(0)
	for {
		n, h := plainString(rest)
		high |= h
		b = append(b, rest[:n]...)
		if n == len(rest) {
			break
		}
		b = appendEscape(b, rest[n])
		rest = rest[n+1:]
	}
	if high&highBits != 0 && !utf8.ValidString(s) {
		return AppendString(b[:begin], strings.ToValidUTF8(s, "\uFFFD"))
	}
	return append(b, '"')
}

// appendEscape appends the escape of a quote, a backslash or a control
// character.
func appendEscape(b []byte, c byte) []byte {
	switch c {
	case '"', '\\':
		return append(b, '\\', c)
	case '\b':
		return append(b, `\b`...)
	case '\f':
		return append(b, `\f`...)
	case '\n':
		return append(b, `\n`...)
	case '\r':
		return append(b, `\r`...)
	case '\t':
		return append(b, `\t`...)
	}
	const hex = "0123456789abcdef"
	return append(b, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
}

// plainString returns how many bytes of s come before the first special one,
// and their bits, of which the high ones tell that not all are ASCII.
func plainString(s string) (n int, high uint64) {
	for ; len(s)-n >= 8; n += 8 {
		w := word(s[n : n+8])
		if stop := special(w); stop != 0 {
			return n + bits.TrailingZeros64(stop)/8, high | w&(stop&-stop-1)
		}
		high |= w
	}
	for ; n < len(s); n++ {
		if !plain(s[n]) {
			break
		}
		high |= uint64(s[n])
	}
	return n, high
}

// word returns eight bytes as one little-endian integer; the compiler makes a
// single load of it.
func word(s string) uint64 {
	_ = s[7]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}
