package wire

import (
	"fmt"
	"strconv"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"
)

// The Set functions give a field the value of a path or query parameter
// (section 11.5) and say what is wrong with it, "" for nothing. A field that
// has another value already is a contradiction between path, query and body.

// SetValue sets a field without presence.
func SetValue[T comparable](field *T, text string, parse func(string) (T, string)) string {
	value, fault := parse(text)
	if fault != "" {
		return fault
	}
	var zero T
	if *field != zero && *field != value {
		return contradiction
	}
	*field = value
	return ""
}

// SetOptional sets a field with presence.
func SetOptional[T comparable](field **T, text string, parse func(string) (T, string)) string {
	value, fault := parse(text)
	if fault != "" {
		return fault
	}
	if *field != nil && **field != value {
		return contradiction
	}
	*field = &value
	return ""
}

// SetList appends to a list.
func SetList[T any](field *[]T, text string, parse func(string) (T, string)) string {
	value, fault := parse(text)
	if fault == "" {
		*field = append(*field, value)
	}
	return fault
}

// SetTimestamp sets a timestamp from RFC 3339 text.
func SetTimestamp(field **timestamppb.Timestamp, text string) string {
	t, err := time.Parse(time.RFC3339Nano, text)
	if err != nil {
		return "is not an ISO 8601 time such as 2026-01-31T12:00:00Z"
	}
	value := timestamppb.New(t)
	if *field != nil && (*field).AsTime() != t.UTC() {
		return contradiction
	}
	*field = value
	return ""
}

const contradiction = "contradicts the value that the request gives elsewhere"

// ParseString takes any text.
func ParseString(text string) (string, string) { return text, "" }

// ParseBool takes true and false.
func ParseBool(text string) (bool, string) {
	switch text {
	case "true":
		return true, ""
	case "false":
		return false, ""
	}
	return false, "is neither true nor false"
}

// ParseInt32 takes a decimal number of 32 bits.
func ParseInt32(text string) (int32, string) {
	n, err := strconv.ParseInt(text, 10, 32)
	return int32(n), numberFault(err)
}

// ParseInt64 takes a decimal number of 64 bits.
func ParseInt64(text string) (int64, string) {
	n, err := strconv.ParseInt(text, 10, 64)
	return n, numberFault(err)
}

// ParseUint32 takes a decimal number of 32 bits without a sign.
func ParseUint32(text string) (uint32, string) {
	n, err := strconv.ParseUint(text, 10, 32)
	return uint32(n), numberFault(err)
}

// ParseUint64 takes a decimal number of 64 bits without a sign.
func ParseUint64(text string) (uint64, string) {
	n, err := strconv.ParseUint(text, 10, 64)
	return n, numberFault(err)
}

// ParseFloat32 takes a number.
func ParseFloat32(text string) (float32, string) {
	n, err := strconv.ParseFloat(text, 32)
	return float32(n), numberFault(err)
}

// ParseFloat64 takes a number.
func ParseFloat64(text string) (float64, string) {
	n, err := strconv.ParseFloat(text, 64)
	return n, numberFault(err)
}

func numberFault(err error) string {
	if err == nil {
		return ""
	}
	return "is not a number in range"
}

// ParseEnum takes the name of a value.
func ParseEnum[E ~int32](values map[string]int32) func(string) (E, string) {
	return func(text string) (E, string) {
		n, ok := values[text]
		if !ok {
			return 0, fmt.Sprintf("%q is not a value of the protocol", text)
		}
		return E(n), ""
	}
}

// NoParams is the Set of a message that no parameter can fill.
func NoParams[Req any](*Req, string, string) (bool, string) { return false, "" }

// FormatParam writes a value as a client's query parameter.
func FormatParam[T any](value T) string { return fmt.Sprint(value) }

// FormatTimestamp writes a time as a client's query parameter.
func FormatTimestamp(t *timestamppb.Timestamp) string {
	return t.AsTime().Format(time.RFC3339Nano)
}
