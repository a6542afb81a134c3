package definition

import (
	"fmt"
	"regexp"

	"go.yaml.in/yaml/v3"
)

func schemaObject() object[Schema] {
	return object[Schema]{
		name:    "schema",
		meaning: "JSON value, described by a part of JSON Schema 2020-12. Go types are made of it.",
		pos:     func(s *Schema) *Pos { return &s.Pos },
		keys: []key[Schema]{
			member("type", schemaType(), func(s *Schema) *string { return &s.Type },
				"Type of the value.").required("write the type, such as object or string"),
			member("title", line(), func(s *Schema) *string { return &s.Title },
				"Name for people."),
			member("description", prose(), func(s *Schema) *string { return &s.Description },
				"What the value means. It becomes the comment in Go."),
			member("properties", properties(), func(s *Schema) *[]Property { return &s.Properties },
				"Members of an object. Each becomes a field; an object without properties is a map."),
			member("required", setOf(propertyName()), func(s *Schema) *[]string { return &s.required },
				"Members that must be there."),
			member("additionalProperties", boolean(), func(s *Schema) *bool { return &s.AdditionalProperties },
				"Whether an object may have other members.").or("true"),
			member("items", pointer(lazy("schema", schemaObject)), func(s *Schema) **Schema { return &s.Items },
				"Items of an array, where it is required."),
			member("minItems", pointer(count()), func(s *Schema) **int { return &s.MinItems },
				"Fewest items of an array."),
			member("maxItems", pointer(count()), func(s *Schema) **int { return &s.MaxItems },
				"Most items of an array."),
			member("enum", filled(listOf(schemaValue()), "list at least one value or remove the key"), func(s *Schema) *[]any { return &s.Enum },
				"Values that are allowed."),
			member("const", schemaValue(), func(s *Schema) *any { return &s.Const },
				"The value that is allowed."),
			member("default", schemaValue(), func(s *Schema) *any { return &s.Default },
				"Value of a member that is missing."),
			member("pattern", pattern(), func(s *Schema) *string { return &s.Pattern },
				"Regular expression that some part of a string must match, in [Go's syntax](https://pkg.go.dev/regexp/syntax)."),
			member("format", oneOf("date-time", "date", "time", "duration", "email", "hostname", "ipv4", "ipv6", "uri", "uuid"),
				func(s *Schema) *string { return &s.Format }, "Form of a string."),
			member("minLength", pointer(count()), func(s *Schema) **int { return &s.MinLength },
				"Fewest characters of a string."),
			member("maxLength", pointer(count()), func(s *Schema) **int { return &s.MaxLength },
				"Most characters of a string."),
			member("minimum", pointer(number()), func(s *Schema) **float64 { return &s.Minimum },
				"Smallest number."),
			member("maximum", pointer(number()), func(s *Schema) **float64 { return &s.Maximum },
				"Largest number."),
			member("exclusiveMinimum", pointer(number()), func(s *Schema) **float64 { return &s.ExclusiveMinimum },
				"Number must be larger."),
			member("exclusiveMaximum", pointer(number()), func(s *Schema) **float64 { return &s.ExclusiveMaximum },
				"Number must be smaller."),
		},
		hints: schemaHints(),
		check: checkSchema,
	}
}

// schemaHints answers keywords of JSON Schema that a definition does not have.
func schemaHints() map[string]string {
	const (
		inPlace = "write the schema in place; YAML anchors (&name, *name) repeat one"
		oneType = "describe one type; the handler can check the rest"
		handler = "let the handler check it"
	)
	return map[string]string{
		"$ref": inPlace, "$defs": inPlace, "definitions": inPlace, "$anchor": inPlace,
		"$schema": "it is 2020-12 always; remove it", "$id": "remove it", "$comment": "write a YAML comment: # ...",
		"oneOf": oneType, "anyOf": oneType, "allOf": "write all of it in one schema", "not": handler,
		"if": handler, "then": handler, "else": handler, "contains": handler, "dependentRequired": handler,
		"patternProperties": handler, "propertyNames": handler, "prefixItems": handler, "uniqueItems": handler,
		"multipleOf": handler, "minProperties": handler, "maxProperties": handler,
		"nullable": "leave the property out of required where it may be missing",
		"examples": "give the skill examples", "example": "give the skill examples",
	}
}

// lazy breaks the circle of an object that contains itself, and bounds how
// deep it may.
func lazy[V any](name string, o func() object[V]) kind[V] {
	return kind[V]{
		noun:   fmt.Sprintf("[%s](#%s)", name, name),
		schema: func(r *reference) members { return o().schema(r) },
		read: func(d *decoder, n *yaml.Node, path string) (v V, ok bool) {
			d.depth++
			defer func() { d.depth-- }()
			if d.depth > maxDepth {
				d.fault(posOf(n), whole(path)+" is nested too deeply", fmt.Sprintf("use at most %d levels", maxDepth))
				return v, false
			}
			return o().read(d, n, path)
		},
	}
}

func schemaType() kind[string] {
	k := oneOf(TypeObject, TypeArray, TypeString, TypeInteger, TypeNumber, TypeBoolean)
	read := k.read
	k.read = func(d *decoder, n *yaml.Node, path string) (string, bool) {
		if n.Kind == yaml.SequenceNode {
			d.fault(posOf(n), path+" must be one type", "leave the property out of required where it may be missing")
			return "", false
		}
		return read(d, n, path)
	}
	return k
}

// schemaValue is a value that a schema describes. Null is none of its types.
func schemaValue() kind[any] {
	k := free()
	read := k.read
	k.read = func(d *decoder, n *yaml.Node, path string) (any, bool) {
		v, ok := read(d, n, path)
		if ok && v == nil {
			d.fault(posOf(n), path+" is null", "leave it out")
		}
		return v, ok && v != nil
	}
	return k
}

// pattern is a regular expression for package regexp, which knows no
// look-around and no back references.
func pattern() kind[string] {
	return textKind("regular expression", members{{"format", "regex"}}, func(s string) *problem {
		if _, err := regexp.Compile(s); err != nil {
			return &problem{fmt.Sprintf("is no regular expression that Go knows: %v", err), "see https://pkg.go.dev/regexp/syntax; it has no look-around"}
		}
		return nil
	})
}

func propertyName() kind[string] { return ident("text") }

// properties reads the members of an object in the order of the file.
func properties() kind[[]Property] {
	schema := lazy("schema", schemaObject)
	return kind[[]Property]{
		noun: "mapping of text to " + schema.noun,
		schema: func(r *reference) members {
			return members{{"type", "object"}, {"propertyNames", propertyName().schema(r)}, {"additionalProperties", schema.schema(r)}}
		},
		read: func(d *decoder, n *yaml.Node, path string) ([]Property, bool) {
			pairs, ok := d.mapping(n, path)
			var list []Property
			for _, p := range pairs {
				at := join(path, p.name)
				propertyName().read(d, p.key, at)
				d.note(at, p)
				s, _ := schema.read(d, p.value, at)
				list = append(list, Property{Pos: posOf(p.key), Name: p.name, Schema: &s})
			}
			return list, ok
		},
	}
}
