package jsonpb

import "strconv"

// Error is why a text could not be read.
type Error struct {
	// Syntax tells that the text is not JSON, or not JSON that this package
	// reads: invalid UTF-8, half a surrogate pair, deeper than MaxDepth. It is
	// false for JSON whose values do not fit the message; a text that has both
	// faults is reported as not being JSON.
	Syntax bool

	// Path leads to the field at fault by its JSON names, such as
	// message.parts[0].role. It is empty for syntax errors and for the
	// outermost value.
	Path string

	// Message says what is wrong, in words that a client may see.
	Message string

	// Offset is the number of bytes before a syntax error, and for other errors
	// how far the text had been read.
	Offset int
}

// Error gives the path or the offset, and the message.
func (e *Error) Error() string {
	switch {
	case e.Syntax:
		return "invalid JSON at offset " + strconv.Itoa(e.Offset) + ": " + e.Message
	case e.Path != "":
		return e.Path + ": " + e.Message
	default:
		return e.Message
	}
}
