package load

import (
	"bytes"
	"sync/atomic"
)

// Mark stands in a template where the number of the request goes.
const Mark = "############"

// Template is a request, the same each time but for a number of twelve digits
// in one or more places. Clients share a template and use its numbers in turn.
type Template struct {
	text   []byte
	places []int
	modulo int64 // numbers go from 0 to modulo-1; 0 means no end
	next   atomic.Int64
}

// NewTemplate returns a template of a text with Marks in it.
func NewTemplate(text []byte, modulo int) *Template {
	t := &Template{text: text, modulo: int64(modulo)}
	for at := 0; ; at += len(Mark) {
		i := bytes.Index(text[at:], []byte(Mark))
		if i < 0 {
			return t
		}
		at += i
		t.places = append(t.places, at)
	}
}

// fill writes the next request into buf.
func (t *Template) fill(buf []byte) []byte {
	if len(buf) != len(t.text) {
		buf = bytes.Clone(t.text)
	}
	n := t.next.Add(1) - 1
	if t.modulo > 0 {
		n %= t.modulo
	}
	for _, at := range t.places {
		for i, rest := len(Mark)-1, n; i >= 0; i-- {
			buf[at+i] = byte('0' + rest%10)
			rest /= 10
		}
	}
	return buf
}
