package definition

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/a2a-gen/a2a-gen/internal/diag"
)

// keywordTypes says which types a keyword is for. Keywords that are not here
// are for all.
var keywordTypes = []struct {
	types    []string
	keywords []string
}{
	{[]string{TypeObject}, []string{"properties", "required", "additionalProperties"}},
	{[]string{TypeArray}, []string{"items", "minItems", "maxItems"}},
	{[]string{TypeString}, []string{"pattern", "format", "minLength", "maxLength"}},
	{[]string{TypeInteger, TypeNumber}, []string{"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"}},
}

// checkSchema checks what the keywords of one schema say together.
func checkSchema(d *decoder, path string, s *Schema) {
	if s.Type == "" {
		return
	}
	for _, k := range keywordTypes {
		if slices.Contains(k.types, s.Type) {
			continue
		}
		for _, keyword := range k.keywords {
			if at := join(path, keyword); d.has(at) {
				d.fault(d.keyAt(at), fmt.Sprintf("%s is not for type %s", at, s.Type),
					fmt.Sprintf("remove it or make the type %s", strings.Join(k.types, " or ")))
			}
		}
	}
	if s.Type == TypeArray && s.Items == nil && !d.has(join(path, "items")) {
		d.fault(s.Pos, join(path, "items")+" is missing", "say what the items are, such as items: {type: string}")
		s.Items = &Schema{}
	}
	checkRequired(d, path, s)
	checkBounds(d, path, s)
	checkValues(d, path, s)
}

// checkRequired marks the required properties.
func checkRequired(d *decoder, path string, s *Schema) {
	if s.Type != TypeObject {
		return
	}
	for i, name := range s.required {
		p := slices.IndexFunc(s.Properties, func(p Property) bool { return p.Name == name })
		if p >= 0 {
			s.Properties[p].Required = true
			continue
		}
		if name == "" {
			continue // has a finding
		}
		var names []string
		for _, p := range s.Properties {
			names = append(names, p.Name)
		}
		hint := "add it to properties"
		if meant := diag.Closest(name, names); meant != "" {
			hint = fmt.Sprintf("did you mean %q?", meant)
		}
		at := fmt.Sprintf("%s[%d]", join(path, "required"), i)
		d.fault(d.at(at), fmt.Sprintf("%s is %q, which is no property", at, name), hint)
	}
}

// exact is the largest number up to which every whole number has a float64,
// which is what most JSON libraries read.
const exact = 1 << 53

func checkBounds(d *decoder, path string, s *Schema) {
	d.ordered(path, "minItems", "maxItems", whole64(s.MinItems), whole64(s.MaxItems))
	d.ordered(path, "minLength", "maxLength", whole64(s.MinLength), whole64(s.MaxLength))
	d.ordered(path, "minimum", "maximum", s.Minimum, s.Maximum)
	d.ordered(path, "exclusiveMinimum", "exclusiveMaximum", s.ExclusiveMinimum, s.ExclusiveMaximum)
	if s.Type != TypeInteger {
		return
	}
	for _, bound := range []struct {
		keyword string
		value   *float64
	}{{"minimum", s.Minimum}, {"maximum", s.Maximum}, {"exclusiveMinimum", s.ExclusiveMinimum}, {"exclusiveMaximum", s.ExclusiveMaximum}} {
		switch at := join(path, bound.keyword); {
		case bound.value == nil:
		case *bound.value != math.Trunc(*bound.value):
			d.fault(d.at(at), fmt.Sprintf("%s is %v, but the type is integer", at, *bound.value), "use a whole number")
		case math.Abs(*bound.value) > exact:
			d.fault(d.at(at), fmt.Sprintf("%s is %.0f, which not all JSON libraries read exactly", at, *bound.value), "use at most 9007199254740992 or remove it")
		}
	}
}

func whole64(n *int) *float64 {
	if n == nil {
		return nil
	}
	f := float64(*n)
	return &f
}

// ordered checks that the bound called high is not below the one called low.
func (d *decoder) ordered(path, low, high string, least, most *float64) {
	if least != nil && most != nil && *least > *most {
		at := join(path, high)
		d.fault(d.at(at), fmt.Sprintf("%s is %v, less than %s, which is %v", at, *most, low, *least), "no value can fit; change one of them")
	}
}

// checkValues checks that enum, const and default are values of the schema,
// and gives whole numbers one Go type.
func checkValues(d *decoder, path string, s *Schema) {
	for i, v := range s.Enum {
		at := fmt.Sprintf("%s[%d]", join(path, "enum"), i)
		if v == nil {
			continue // has a finding
		}
		s.Enum[i] = d.fitted(s, at, v)
		if first := slices.IndexFunc(s.Enum[:i], func(w any) bool { return equal(w, s.Enum[i]) }); first >= 0 {
			d.fault(d.at(at), fmt.Sprintf("%s repeats %s", at, show(v)), "remove it")
		}
	}
	if s.Const != nil {
		s.Const = d.fitted(s, join(path, "const"), s.Const)
	}
	at := join(path, "default")
	if s.Default == nil {
		return
	}
	s.Default = d.fitted(s, at, s.Default)
	allowed := s.Enum
	if s.Const != nil {
		allowed = []any{s.Const}
	}
	if allowed != nil && !slices.ContainsFunc(allowed, func(v any) bool { return equal(v, s.Default) }) {
		d.fault(d.at(at), fmt.Sprintf("%s is %s, which is not allowed", at, show(s.Default)), "choose one of the allowed values")
	}
}

// fitted returns a value of a schema in the Go type that [Schema] promises.
func (d *decoder) fitted(s *Schema, path string, v any) any {
	v = exactType(s, v)
	if why := misfit(s, v); why != "" {
		d.fault(d.at(path), fmt.Sprintf("%s is %s (%s)", path, show(v), why), "change the value or the schema")
	}
	return v
}
