package signature

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"unicode/utf16"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/jsonpb"
)

// Canonical returns a JSON text in the form of RFC 8785: no white space, names
// in the order of their UTF-16 code units, numbers and strings as JavaScript
// writes them. It fails for what is no JSON, and for numbers beyond those of
// JavaScript.
func Canonical(text []byte) ([]byte, error) {
	var v any
	if err := json.Unmarshal(text, &v); err != nil {
		return nil, fmt.Errorf("canonical JSON: %w", err)
	}
	return appendCanonical(make([]byte, 0, len(text)), v), nil
}

// appendCanonical appends a value as package json decodes it.
func appendCanonical(b []byte, v any) []byte {
	switch v := v.(type) {
	case bool:
		return jsonpb.AppendBool(b, v)
	case float64:
		if v == 0 {
			v = 0 // there is no negative zero
		}
		return jsonpb.AppendDouble(b, v)
	case string:
		return jsonpb.AppendString(b, v)
	case []any:
		return append(appendItems(append(b, '['), v), ']')
	case map[string]any:
		return append(appendMembers(append(b, '{'), v), '}')
	}
	return append(b, "null"...)
}

func appendItems(b []byte, items []any) []byte {
	for i, item := range items {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendCanonical(b, item)
	}
	return b
}

func appendMembers(b []byte, members map[string]any) []byte {
	for i, name := range slices.SortedFunc(maps.Keys(members), compareUTF16) {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(jsonpb.AppendString(b, name), ':')
		b = appendCanonical(b, members[name])
	}
	return b
}

// compareUTF16 orders names by their UTF-16 code units (RFC 8785, section
// 3.2.3). That of bytes differs: U+1F600 is before U+FB33 here.
func compareUTF16(a, b string) int {
	return slices.Compare(utf16.Encode([]rune(a)), utf16.Encode([]rune(b)))
}
