package wire

import (
	"context"
	"errors"
	"strings"
	"time"
)

// Error is a failure whose kind and message the client may see. Bindings
// encode it; clients get it back from the answer.
type Error struct {
	Kind       *Kind
	Message    string            // shown to the client; the kind's title when empty
	Violations []FieldViolation  // BadRequest details, for invalid values
	Metadata   map[string]string // ErrorInfo metadata
	Cause      error             // for logs only, never encoded
	RetryAfter time.Duration     // when trying again makes sense; 0 says nothing
	Challenge  string            // WWW-Authenticate of an authentication error
}

// FieldViolation says what is wrong with one field of a request.
type FieldViolation struct {
	Field       string // path in the request's JSON names, such as message.parts[0]
	Description string
}

// Invalid returns an InvalidParams error that names the fields at fault.
func Invalid(violations ...FieldViolation) *Error {
	e := &Error{Kind: InvalidParams, Message: InvalidParams.Title, Violations: violations}
	if len(violations) > 0 {
		e.Message = strings.TrimPrefix(violations[0].Field+": "+violations[0].Description, ": ") // the request itself has no name
	}
	return e
}

// InvalidField is Invalid for one field.
func InvalidField(field, description string) *Error {
	return Invalid(FieldViolation{Field: field, Description: description})
}

// Error gives the message and, for logs, the cause.
func (e *Error) Error() string {
	if e.Cause != nil {
		return e.Text() + ": " + e.Cause.Error()
	}
	return e.Text()
}

// Text is the message that the client sees.
func (e *Error) Text() string {
	if e.Message == "" {
		return e.Kind.Title
	}
	return e.Message
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Cause }

// Is matches any Error of the same kind, so that
// errors.Is(err, a2a.TaskNotFound.New("")) asks for the kind.
func (e *Error) Is(target error) bool {
	t, ok := target.(*Error)
	return ok && t.Kind == e.Kind
}

// With adds a metadata entry and returns e.
func (e *Error) With(key, value string) *Error {
	if e.Metadata == nil {
		e.Metadata = make(map[string]string)
	}
	e.Metadata[key] = value
	return e
}

// KindOf returns the kind of err, or nil if err is not an [Error].
func KindOf(err error) *Kind {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Kind
	}
	return nil
}

// AsError turns any failure of a service into an [Error]. What is not one
// already becomes Internal, its text kept for the log and hidden from the
// client (section 3.3.2).
func AsError(err error) *Error {
	if e, ok := errors.AsType[*Error](err); ok {
		return e
	}
	if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) {
		return &Error{Kind: Unavailable, Message: "the request was given up before it was answered", Cause: err}
	}
	return &Error{Kind: Internal, Cause: err}
}
