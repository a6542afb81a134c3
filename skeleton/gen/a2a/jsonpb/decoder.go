package jsonpb

import (
	"fmt"
	"strings"
)

// MaxDepth is how deep objects and arrays may be nested, the outermost one
// counted. It bounds the stack that hostile input can claim.
const MaxDepth = 100

// Kind is what a JSON value is, told by its first character.
type Kind byte

// The kinds of JSON values.
const (
	Invalid Kind = 0 // not a value, or the end of the text
	Null    Kind = 'n'
	Bool    Kind = 't'
	Number  Kind = '0'
	String  Kind = '"'
	Object  Kind = '{'
	Array   Kind = '['
)

// Decoder reads one JSON text. After its first failure it reads nothing more:
// loops end, values are zero, and Err tells why. It is not safe for concurrent
// use and must not be copied.
//
// An object is read by
//
//	for d.BeginObject(); d.NextMember(); {
//		switch string(d.Key()) {
//		case "id":
//			id = d.ReadString()
//		default:
//			d.SkipValue()
//		}
//	}
type Decoder struct {
	data  []byte
	pos   int    // of the next byte to read
	key   []byte // name of the current member
	first bool   // right behind { or [, where no comma is due
	err   *Error
	depth int             // containers that are open
	path  []step          // one a container, path[:depth] is in use
	steps [12]step        // memory for path unless the text is deep
	texts strings.Builder // chunk that short strings are cut from
}

// NewDecoder returns a Decoder for data, which must not change while it is in
// use.
func NewDecoder(data []byte) *Decoder {
	d := new(Decoder)
	d.Reset(data)
	return d
}

// Reset makes d ready for another text.
func (d *Decoder) Reset(data []byte) {
	if d.path == nil {
		d.path = d.steps[:0]
	}
	clear(d.path) // of map keys, which may be long
	d.data, d.pos, d.key = data, 0, nil
	d.first, d.err, d.depth = false, nil, 0
}

// BeginObject enters an object. It returns false if the value is none.
func (d *Decoder) BeginObject() bool {
	if d.peek() != '{' {
		d.mismatch("an object")
		return false
	}
	return d.open()
}

// NextMember moves on to the next member of the object, up to its value. It
// returns false behind the last one and after a failure.
func (d *Decoder) NextMember() bool {
	c := d.peek()
	switch {
	case c == '}':
		d.close()
		return false
	case d.first:
		d.first = false
	case c == ',':
		d.pos++
		c = d.peek()
	default:
		d.syntax("want a comma or the end of the object")
		return false
	}
	if c != '"' {
		d.syntax("want the name of a member")
		return false
	}
	raw, escaped := d.scanString()
	if escaped {
		raw = []byte(d.unescape(raw))
	}
	d.key = raw
	if d.peek() != ':' {
		d.syntax("want a colon")
		return false
	}
	d.pos++
	d.path[d.depth-1].index = unknown
	return true
}

// Key returns the name of the current member. It refers to the text and is
// valid until the next call that reads.
func (d *Decoder) Key() []byte { return d.key }

// BeginArray enters an array. It returns false if the value is none.
func (d *Decoder) BeginArray() bool {
	if d.peek() != '[' {
		d.mismatch("an array")
		return false
	}
	return d.open()
}

// NextElement moves on to the next element of the array. It returns false
// behind the last one and after a failure.
func (d *Decoder) NextElement() bool {
	c := d.peek()
	switch {
	case c == ']':
		d.close()
		return false
	case d.first:
		d.first = false
	case c == ',':
		d.pos++
		if d.peek() == ']' {
			d.syntax("want an element")
			return false
		}
	default:
		d.syntax("want a comma or the end of the array")
		return false
	}
	if d.pos == len(d.data) {
		d.syntax("want an element")
		return false
	}
	d.path[d.depth-1].index++
	return true
}

// Field begins the value of a message's field that has a bit n in seen and a
// JSON name, and tells whether there is a value to read. A null leaves the
// field unset and is read by Field; a field that was there before is a failure.
func (d *Decoder) Field(seen *uint64, n uint, name string) bool {
	return d.NullableField(seen, n, name) && !d.ReadNull()
}

// NullableField is Field for the types to which null is a value: Value and
// NullValue.
func (d *Decoder) NullableField(seen *uint64, n uint, name string) bool {
	s := &d.path[d.depth-1]
	s.name, s.index = name, member
	if *seen&(1<<n) != 0 {
		d.Fail("the field appears twice")
		return false
	}
	*seen |= 1 << n
	return true
}

// Oneof tells whether the oneof called name is free. If not, it fails, because
// at most one field of it may have a value.
func (d *Decoder) Oneof(free bool, name string) bool {
	if !free {
		d.Fail("another field of the oneof %s has a value already", name)
	}
	return free
}

// ReadNull reads a null if there is one, and tells whether there was.
func (d *Decoder) ReadNull() bool {
	if d.peek() != 'n' {
		return false
	}
	d.literal("null")
	return true
}

// Kind returns what the next value is, and reads nothing.
func (d *Decoder) Kind() Kind {
	switch c := d.peek(); c {
	case 'n', 't', '"', '{', '[':
		return Kind(c)
	case 'f':
		return Bool
	case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		return Number
	default:
		return Invalid
	}
}

// SkipValue checks a value of any kind and returns its text, nil after a
// failure. The result refers to the text that d reads.
func (d *Decoder) SkipValue() []byte {
	d.peek()
	start := d.pos
	d.skip()
	if d.err != nil {
		return nil
	}
	return d.data[start:d.pos:d.pos]
}

// open enters the container whose bracket is next.
func (d *Decoder) open() bool {
	if d.depth == MaxDepth {
		d.syntax(fmt.Sprintf("nested deeper than %d levels", MaxDepth))
		return false
	}
	if d.depth == len(d.path) {
		d.path = append(d.path, step{})
	}
	d.path[d.depth].index = unknown
	d.depth++
	d.pos++
	d.first = true
	return true
}

// close leaves the container whose bracket is next.
func (d *Decoder) close() {
	d.depth--
	d.pos++
	d.first = false
}
