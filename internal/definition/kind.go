package definition

import (
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/a2a-gen/a2a-gen/internal/diag"
)

// kind is a sort of value: how it is read, and what the JSON Schema and the
// reference say about it. Reading notes all findings and returns false if
// there is nothing to go on with.
type kind[V any] struct {
	noun   string // in the reference, Markdown
	schema func(*reference) members
	read   func(d *decoder, n *yaml.Node, path string) (V, bool)
}

// key is one key of a mapping that becomes a T.
type key[T any] struct {
	keyDoc
	schema func(*reference) members
	read   func(d *decoder, n *yaml.Node, path string, into *T)
}

// keyDoc is what people are told about a key.
type keyDoc struct {
	name    string
	noun    string
	meaning string
	missing string // what to do when the key is missing; "" if it may be
	preset  string // YAML of the value that a missing key has; "" for none
	derived string // the value of a missing key in words; code finds it, see defaults.go
}

// member is a key whose value is a field.
func member[T, V any](name string, k kind[V], field func(*T) *V, meaning string) key[T] {
	return key[T]{
		keyDoc: keyDoc{name: name, noun: k.noun, meaning: meaning},
		schema: k.schema,
		read: func(d *decoder, n *yaml.Node, path string, into *T) {
			if v, ok := k.read(d, n, path); ok {
				*field(into) = v
			}
		},
	}
}

// required makes a missing key a finding with a hint.
func (k key[T]) required(hint string) key[T] {
	k.missing = hint
	return k
}

// or gives a missing key a value, in YAML.
func (k key[T]) or(preset string) key[T] {
	k.preset = preset
	return k
}

// orElse says which value a missing key gets.
func (k key[T]) orElse(words string) key[T] {
	k.derived = words
	return k
}

// object is a mapping with known keys.
type object[T any] struct {
	name    string // in the JSON Schema's $defs and in the reference
	meaning string
	keys    []key[T]
	hints   map[string]string                       // what to do instead of a key that people try
	pos     func(*T) *Pos                           // where to note the place; may be nil
	check   func(d *decoder, path string, value *T) // after all keys are read; may be nil
}

// kind returns the object as a kind of value.
func (o object[T]) kind() kind[T] {
	return kind[T]{
		noun:   fmt.Sprintf("[%s](#%s)", o.name, strings.ToLower(o.name)),
		schema: o.schema,
		read:   o.read,
	}
}

func (o object[T]) read(d *decoder, n *yaml.Node, path string) (value T, ok bool) {
	pairs, ok := d.mapping(n, path)
	if !ok {
		return value, false
	}
	if o.pos != nil {
		*o.pos(&value) = posOf(n)
	}
	given := make(map[string]bool)
	for _, p := range pairs {
		d.note(join(path, p.name), p)
		k := slices.IndexFunc(o.keys, func(k key[T]) bool { return k.name == p.name })
		if k < 0 {
			o.unknown(d, p, path)
			continue
		}
		given[p.name] = true
		o.keys[k].read(d, p.value, join(path, p.name), &value)
	}
	for _, k := range o.keys {
		switch {
		case given[k.name]:
		case k.missing != "":
			at, isMember := d.keys[path]
			if !isMember {
				at = posOf(n)
			}
			d.fault(at, join(path, k.name)+" is missing", k.missing)
		case k.preset != "":
			k.read(d, literal(k.preset), join(path, k.name), &value)
		}
	}
	if o.check != nil {
		o.check(d, path, &value)
	}
	return value, true
}

// note remembers where a value and its key are.
func (d *decoder) note(path string, p pair) {
	d.keys[path] = posOf(p.key)
	value := p.value
	for value.Kind == yaml.AliasNode {
		value = value.Alias
	}
	d.values[path] = posOf(value)
}

func (o object[T]) unknown(d *decoder, p pair, path string) {
	hint := o.hints[p.name]
	if hint == "" {
		var names []string
		for _, k := range o.keys {
			names = append(names, k.name)
		}
		if meant := diag.Closest(p.name, names); meant != "" {
			hint = fmt.Sprintf("did you mean %q?", meant)
		} else {
			hint = "known keys are " + strings.Join(names, ", ")
		}
	}
	d.fault(posOf(p.key), fmt.Sprintf("unknown key %q in %s", p.name, whole(path)), hint)
}

// literal parses the YAML of a preset. Presets are part of the program: one
// that does not parse is a bug that every test finds.
func literal(text string) *yaml.Node {
	var doc yaml.Node
	if err := yaml.Unmarshal([]byte(text), &doc); err != nil {
		panic(fmt.Sprintf("definition: preset %q: %v", text, err))
	}
	clearPlaces(doc.Content[0])
	return doc.Content[0]
}

// clearPlaces makes nodes that stand in no file.
func clearPlaces(n *yaml.Node) {
	n.Line, n.Column = 0, 0
	for _, child := range n.Content {
		clearPlaces(child)
	}
}

// pointer makes a kind optional: nil unless the file gives a value.
func pointer[V any](k kind[V]) kind[*V] {
	return kind[*V]{noun: k.noun, schema: k.schema, read: func(d *decoder, n *yaml.Node, path string) (*V, bool) {
		v, ok := k.read(d, n, path)
		return &v, ok
	}}
}
