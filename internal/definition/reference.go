package definition

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// reference collects what the decoder's tables say about the file: the $defs of
// its JSON Schema, and the objects of its documentation. Both come from the
// tables that read the file, so they cannot say something else.
type reference struct {
	objects []objectDoc // in the order in which they are met
	defs    map[string]members
}

// objectDoc is what people are told about an object.
type objectDoc struct {
	name, meaning string
	keys          []keyDoc
}

// schema returns a reference to the object's schema and adds that to the
// $defs when it is met first.
func (o object[T]) schema(r *reference) members {
	if _, done := r.defs[o.name]; !done {
		r.defs[o.name] = nil // an object may contain itself
		at := len(r.objects)
		r.objects = append(r.objects, objectDoc{name: o.name, meaning: o.meaning})
		r.defs[o.name] = o.define(r)
		for _, k := range o.keys {
			r.objects[at].keys = append(r.objects[at].keys, k.keyDoc)
		}
	}
	return members{{"$ref", "#/$defs/" + o.name}}
}

// define builds the object's schema.
func (o object[T]) define(r *reference) members {
	var properties members
	required := []string{}
	for _, k := range o.keys {
		schema := append(members{{"description", k.meaning}}, k.schema(r)...)
		if k.preset != "" {
			schema = append(schema, entry{"default", presetValue(k.preset)})
		}
		properties = append(properties, entry{k.name, schema})
		if k.missing != "" {
			required = append(required, k.name)
		}
	}
	def := members{{"description", o.meaning}, {"type", "object"}, {"properties", properties}}
	if len(required) > 0 {
		def = append(def, entry{"required", required})
	}
	return append(def, entry{"additionalProperties", false})
}

// presetValue is the value of a preset for JSON.
func presetValue(text string) any {
	var v any
	if err := literal(text).Decode(&v); err != nil {
		panic("definition: preset " + text + ": " + err.Error())
	}
	return v
}

// JSONSchema returns the JSON Schema (draft 2020-12) of a2a.yaml, for editors.
// It says which keys exist and what their values look like; what depends on
// several values, only [Parse] checks.
func JSONSchema() []byte {
	r := newReference()
	schema := append(members{
		{"$schema", "https://json-schema.org/draft/2020-12/schema"},
		{"title", "a2a.yaml, the definition of an A2A agent"},
	}, r.defs[rootName]...)
	var defs members
	for _, o := range r.objects {
		if o.name != rootName {
			defs = append(defs, entry{o.name, r.defs[o.name]})
		}
	}
	b, err := marshal(append(schema, entry{"$defs", defs}))
	if err != nil {
		panic(err) // the tables hold what JSON can write
	}
	return b
}

func newReference() *reference {
	r := &reference{defs: make(map[string]members)}
	definitionObject().schema(r)
	return r
}

// members is a JSON object whose members keep their order.
type members []entry

type entry struct {
	name  string
	value any
}

// MarshalJSON implements [json.Marshaler].
func (m members) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, e := range m {
		if i > 0 {
			b.WriteByte(',')
		}
		name, err := json.Marshal(e.name)
		if err != nil {
			return nil, err
		}
		b.Write(name)
		b.WriteByte(':')
		enc := json.NewEncoder(&b)
		enc.SetEscapeHTML(false)
		if err := enc.Encode(e.value); err != nil {
			return nil, err
		}
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// marshal writes a value with two spaces of indent a level and a newline at
// the end.
func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(v); err != nil {
		return nil, fmt.Errorf("write JSON: %w", err)
	}
	return b.Bytes(), nil
}
