package skills

import (
	"strings"

	"github.com/a2a-gen/a2a-gen/internal/definition"
)

// whole checks a value against the list of those that are allowed.
func (c *checker) whole(value, path string, s *definition.Schema) {
	values := allowed(s)
	if values == nil {
		return
	}
	description := "must be " + display(values[0])
	if len(values) > 1 {
		description = "must be one of " + displayList(values)
	}
	switch s.Type {
	case definition.TypeArray, definition.TypeObject:
		texts := make([]string, len(values))
		for i, v := range values {
			texts[i] = quote(toJSON(v))
		}
		c.guarded("!"+c.name(c.schema, "OneOf")+"("+value+", "+strings.Join(texts, ", ")+")", path, description)
	case definition.TypeBoolean:
		if values[0] == false {
			c.fault(value, path, description)
		} else if c.guard == "" {
			c.fault("!"+value, path, description)
		}
	default:
		c.guarded(noneOf(value, s, values), path, description)
	}
}

// noneOf is the condition that a string or a number is none of some values.
func noneOf(value string, s *definition.Schema, values []any) string {
	texts := make([]string, len(values))
	for i, v := range values {
		text, ok := literal(s, v)
		if !ok { // an integer that an int of 32 bits doesn't hold
			text, value = number(toFloat(v)), compared(value, s, toFloat(v))
		}
		texts[i] = text
	}
	for i := range texts {
		texts[i] = value + " != " + texts[i]
	}
	return strings.Join(texts, " && ")
}

// allowed lists the only values that a schema allows, or is nil.
func allowed(s *definition.Schema) []any {
	switch {
	case s.Const != nil:
		return []any{s.Const}
	case s.Type == definition.TypeBoolean && len(s.Enum) > 1:
		return nil // both
	}
	return s.Enum
}

func toFloat(v any) float64 {
	if i, ok := v.(int64); ok {
		return float64(i)
	}
	f, _ := v.(float64)
	return f
}
