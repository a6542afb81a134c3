package skills

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"

	"github.com/a2a-gen/a2a-gen/internal/definition"
)

// literal writes a value of a schema as a Go expression. It can't for objects
// and for integers that an int of 32 bits doesn't hold.
func literal(s *definition.Schema, value any) (string, bool) {
	switch v := value.(type) {
	case string:
		return quote(v), true
	case bool:
		return strconv.FormatBool(v), true
	case int64:
		return strconv.FormatInt(v, 10), s.Type == definition.TypeNumber || fitsInt(float64(v))
	case float64:
		return number(v), s.Type == definition.TypeNumber || fitsInt(v)
	case []any:
		elements := make([]string, len(v))
		for i, e := range v {
			text, ok := literal(s.Items, e)
			if !ok {
				return "", false
			}
			elements[i] = text
		}
		return goType(s) + "{" + strings.Join(elements, ", ") + "}", true
	}
	return "", false
}

// fitsInt reports whether a number is an int on every system.
func fitsInt(v float64) bool {
	return v == math.Trunc(v) && math.Abs(v) <= math.MaxInt32
}

// number writes a number without exponent unless it would be very long.
func number(v float64) string {
	format := byte('f')
	if a := math.Abs(v); a >= 1e17 || a != 0 && a < 1e-6 {
		format = 'g'
	}
	return strconv.FormatFloat(v, format, -1, 64)
}

func toJSON(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		panic("skills: the definition has a value that JSON doesn't: " + err.Error())
	}
	return string(text)
}

// display writes a value for people.
func display(value any) string { return oneLine(toJSON(value)) }

// displayList writes values for people, with commas between them.
func displayList(values []any) string {
	texts := make([]string, len(values))
	for i, v := range values {
		texts[i] = display(v)
	}
	return strings.Join(texts, ", ")
}

// stringList writes a list of strings as a Go expression.
func stringList(list []string) string {
	quoted := make([]string, len(list))
	for i, s := range list {
		quoted[i] = quote(s)
	}
	return "[]string{" + strings.Join(quoted, ", ") + "}"
}
