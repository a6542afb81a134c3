package jsonpb

import "fmt"

// Err returns the first failure, an [*Error], or nil.
func (d *Decoder) Err() error {
	if d.err == nil {
		return nil
	}
	return d.err
}

// End makes sure that nothing but white space follows, and returns Err.
func (d *Decoder) End() error {
	if d.err == nil && (d.peek() != 0 || d.pos < len(d.data)) {
		d.syntax("want the end of the text")
	}
	return d.Err()
}

// Fail records that the current value does not fit its field. The text is
// checked to its end first: if it is not JSON, that is the failure instead.
func (d *Decoder) Fail(format string, args ...any) {
	if d.err != nil {
		return
	}
	whole := NewDecoder(d.data)
	whole.SkipValue()
	if whole.End(); whole.err != nil {
		d.stop(whole.err)
		return
	}
	d.stop(&Error{Path: d.where(), Message: fmt.Sprintf(format, args...), Offset: d.pos})
}

// mismatch records that the next value is not of the kind that is wanted.
func (d *Decoder) mismatch(want string) {
	d.Fail("want %s", want)
}

// syntax records that the text is not JSON at the current position.
func (d *Decoder) syntax(message string) {
	if d.err != nil {
		return
	}
	if d.pos >= len(d.data) {
		message = "the text ends early"
	}
	d.stop(&Error{Syntax: true, Message: message, Offset: d.pos})
}

// stop keeps the failure and moves to the end, where nothing can be read.
func (d *Decoder) stop(err *Error) {
	d.err = err
	d.pos = len(d.data)
}
