package jsonpb

import (
	"bytes"
	"strings"
	"unicode/utf16"
)

// Short strings are cut from chunks; see the package comment.
const (
	chunkSize = 1024 // most that a string can keep alive besides itself
	shortSize = 256  // strings above it have memory of their own
)

// ReadString reads a string.
func (d *Decoder) ReadString() string {
	if d.peek() != '"' {
		d.mismatch("a string")
		return ""
	}
	raw, escaped := d.scanString()
	if escaped {
		return d.unescape(raw)
	}
	return d.text(raw)
}

// ReadBool reads true or false.
func (d *Decoder) ReadBool() bool {
	if d.Kind() != Bool {
		d.mismatch("true or false")
		return false
	}
	return d.readBool()
}

// content reads a string and returns its bytes for a closer look. They may
// refer to the text.
func (d *Decoder) content(want string) []byte {
	if d.peek() != '"' {
		d.mismatch(want)
		return nil
	}
	raw, escaped := d.scanString()
	if escaped {
		raw = []byte(d.unescape(raw))
	}
	return raw
}

// text copies raw, a short string into the current chunk.
func (d *Decoder) text(raw []byte) string {
	if len(raw) == 0 {
		return ""
	}
	if len(raw) > shortSize {
		return string(raw)
	}
	d.reserve(len(raw))
	start := d.texts.Len()
	d.texts.Write(raw)
	return d.texts.String()[start:]
}

// reserve makes room for n bytes in the chunk. A new chunk is no larger than
// what the rest of the text can fill.
func (d *Decoder) reserve(n int) {
	if d.texts.Cap()-d.texts.Len() < n {
		d.texts.Reset()
		d.texts.Grow(min(chunkSize, n+len(d.data)-d.pos))
	}
}

// unescape returns the string that raw stands for, whose escapes are valid.
func (d *Decoder) unescape(raw []byte) string {
	if len(raw) <= shortSize {
		d.reserve(len(raw))
		start := d.texts.Len()
		unescape(&d.texts, raw)
		return d.texts.String()[start:]
	}
	var b strings.Builder
	b.Grow(len(raw))
	unescape(&b, raw)
	if s := b.String(); len(s) < len(raw)/2 {
		return strings.Clone(s)
	}
	return b.String()
}

// unescape writes the string that raw stands for, at most len(raw) bytes.
func unescape(b *strings.Builder, raw []byte) {
	for {
		i := bytes.IndexByte(raw, '\\')
		if i < 0 {
			b.Write(raw)
			return
		}
		b.Write(raw[:i])
		raw = raw[i:]
		n := 2
		switch raw[1] {
		case 'b':
			b.WriteByte('\b')
		case 'f':
			b.WriteByte('\f')
		case 'n':
			b.WriteByte('\n')
		case 'r':
			b.WriteByte('\r')
		case 't':
			b.WriteByte('\t')
		case 'u':
			r := hex4(raw)
			n = 6
			if utf16.IsSurrogate(r) {
				r = utf16.DecodeRune(r, hex4(raw[6:]))
				n = 12
			}
			b.WriteRune(r)
		default:
			b.WriteByte(raw[1])
		}
		raw = raw[n:]
	}
}
