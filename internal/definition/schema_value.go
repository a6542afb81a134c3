package definition

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"reflect"
	"regexp"
	"slices"
	"unicode/utf8"
)

// exactType turns 3.0 into int64 where the schema says integer, and 3 into
// float64 where it says number.
func exactType(s *Schema, v any) any {
	switch v := v.(type) {
	case float64:
		if s.Type == TypeInteger && v == math.Trunc(v) && math.Abs(v) <= exact {
			return int64(v)
		}
	case int64:
		if s.Type == TypeNumber {
			return float64(v)
		}
	case []any:
		if s.Items != nil {
			for i := range v {
				v[i] = exactType(s.Items, v[i])
			}
		}
	case map[string]any:
		for _, p := range s.Properties {
			if member, ok := v[p.Name]; ok {
				v[p.Name] = exactType(p.Schema, member)
			}
		}
	}
	return v
}

// misfit says why v is no value of the schema, "" if it is one. It leaves enum
// and const out, which are values themselves.
func misfit(s *Schema, v any) string {
	switch v := v.(type) {
	case string:
		if s.Type == TypeString {
			return misfitString(s, v)
		}
	case bool:
		if s.Type == TypeBoolean {
			return ""
		}
	case int64:
		if s.Type == TypeInteger {
			return misfitNumber(s, float64(v))
		}
	case float64:
		if s.Type == TypeNumber {
			return misfitNumber(s, v)
		}
	case []any:
		if s.Type == TypeArray {
			return misfitArray(s, v)
		}
	case map[string]any:
		if s.Type == TypeObject {
			return misfitObject(s, v)
		}
	}
	return "type is not " + s.Type
}

func misfitString(s *Schema, v string) string {
	length := utf8.RuneCountInString(v)
	switch {
	case s.MinLength != nil && length < *s.MinLength:
		return fmt.Sprintf("shorter than minLength %d", *s.MinLength)
	case s.MaxLength != nil && length > *s.MaxLength:
		return fmt.Sprintf("longer than maxLength %d", *s.MaxLength)
	case s.Pattern != "":
		if re, err := regexp.Compile(s.Pattern); err == nil && !re.MatchString(v) {
			return "does not match the pattern"
		}
	}
	return ""
}

func misfitNumber(s *Schema, v float64) string {
	switch {
	case s.Minimum != nil && v < *s.Minimum:
		return fmt.Sprintf("less than minimum %v", *s.Minimum)
	case s.Maximum != nil && v > *s.Maximum:
		return fmt.Sprintf("more than maximum %v", *s.Maximum)
	case s.ExclusiveMinimum != nil && v <= *s.ExclusiveMinimum:
		return fmt.Sprintf("not more than exclusiveMinimum %v", *s.ExclusiveMinimum)
	case s.ExclusiveMaximum != nil && v >= *s.ExclusiveMaximum:
		return fmt.Sprintf("not less than exclusiveMaximum %v", *s.ExclusiveMaximum)
	}
	return ""
}

func misfitArray(s *Schema, v []any) string {
	switch {
	case s.MinItems != nil && len(v) < *s.MinItems:
		return fmt.Sprintf("fewer items than minItems %d", *s.MinItems)
	case s.MaxItems != nil && len(v) > *s.MaxItems:
		return fmt.Sprintf("more items than maxItems %d", *s.MaxItems)
	case s.Items == nil || s.Items.Type == "":
		return ""
	}
	for _, item := range v {
		if why := misfit(s.Items, item); why != "" {
			return fmt.Sprintf("%s: %s", show(item), why)
		}
	}
	return ""
}

func misfitObject(s *Schema, v map[string]any) string {
	known := make(map[string]bool)
	for _, p := range s.Properties {
		known[p.Name] = true
		member, ok := v[p.Name]
		switch {
		case !ok && p.Required:
			return fmt.Sprintf("%q is missing", p.Name)
		case !ok || p.Schema.Type == "":
			continue
		}
		if why := misfit(p.Schema, member); why != "" {
			return fmt.Sprintf("%q: %s", p.Name, why)
		}
	}
	if !s.AdditionalProperties {
		for _, name := range slices.Sorted(maps.Keys(v)) {
			if !known[name] {
				return fmt.Sprintf("%q is no property", name)
			}
		}
	}
	return ""
}

func equal(v, w any) bool { return reflect.DeepEqual(v, w) }

// show writes a value for a message, cut if it is long.
func show(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		return "a value"
	}
	if runes := []rune(string(b)); len(runes) > 60 {
		return string(runes[:60]) + "..."
	}
	return string(b)
}
