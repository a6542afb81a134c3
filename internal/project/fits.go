package project

import (
	"encoding/json"
	"math"
	"reflect"
	"regexp"
	"slices"
	"unicode/utf8"

	"github.com/a2a-gen/a2a-gen/internal/definition"
)

// fits reports whether a JSON text is a value of a schema. Examples in a
// definition are prose for people, so one need not be.
func fits(s *definition.Schema, text string) bool {
	var v any
	return json.Unmarshal([]byte(text), &v) == nil && isValue(s, v)
}

// isValue reports whether v, as encoding/json decodes it, is a value of s.
func isValue(s *definition.Schema, v any) bool {
	if s.Const != nil && !same(s.Const, v) {
		return false
	}
	if s.Enum != nil && !slices.ContainsFunc(s.Enum, func(member any) bool { return same(member, v) }) {
		return false
	}
	switch v := v.(type) {
	case string:
		return s.Type == definition.TypeString && isString(s, v)
	case bool:
		return s.Type == definition.TypeBoolean
	case float64:
		return isNumber(s, v)
	case []any:
		return s.Type == definition.TypeArray && within(len(v), s.MinItems, s.MaxItems) &&
			!slices.ContainsFunc(v, func(item any) bool { return !isValue(s.Items, item) })
	case map[string]any:
		return s.Type == definition.TypeObject && isObject(s, v)
	}
	return false
}

func isString(s *definition.Schema, v string) bool {
	if !within(utf8.RuneCountInString(v), s.MinLength, s.MaxLength) {
		return false
	}
	matched, err := regexp.MatchString(s.Pattern, v)
	return matched && err == nil && s.Format == "" // formats are the running agent's business
}

func isNumber(s *definition.Schema, v float64) bool {
	switch {
	case s.Type == definition.TypeInteger && v != math.Trunc(v),
		s.Type != definition.TypeInteger && s.Type != definition.TypeNumber,
		s.Minimum != nil && v < *s.Minimum,
		s.Maximum != nil && v > *s.Maximum,
		s.ExclusiveMinimum != nil && v <= *s.ExclusiveMinimum,
		s.ExclusiveMaximum != nil && v >= *s.ExclusiveMaximum:
		return false
	}
	return true
}

func isObject(s *definition.Schema, v map[string]any) bool {
	known := 0
	for _, p := range s.Properties {
		member, ok := v[p.Name]
		if ok {
			known++
		}
		if ok && !isValue(p.Schema, member) || !ok && p.Required {
			return false
		}
	}
	return s.AdditionalProperties || known == len(v)
}

func within(n int, least, most *int) bool {
	return (least == nil || n >= *least) && (most == nil || n <= *most)
}

// same compares a value of a definition with one of encoding/json, which knows
// one kind of number.
func same(want, v any) bool {
	if n, ok := want.(int64); ok {
		want = float64(n)
	}
	return reflect.DeepEqual(want, v)
}
