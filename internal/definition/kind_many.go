package definition

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// listOf is a list of values. Items that could not be read stay in it as zero
// values, so that indexes are those of the file.
func listOf[V any](item kind[V]) kind[[]V] {
	return kind[[]V]{
		noun: "list of " + plural(item.noun),
		schema: func(r *reference) members {
			return members{{"type", "array"}, {"items", item.schema(r)}}
		},
		read: func(d *decoder, n *yaml.Node, path string) ([]V, bool) {
			n, ok := d.open(n)
			if !ok {
				return nil, false
			}
			if n.Kind != yaml.SequenceNode || n.ShortTag() != "!!seq" {
				d.wrongType(n, path, aList)
				return nil, false
			}
			list := make([]V, len(n.Content))
			for i, c := range n.Content {
				at := fmt.Sprintf("%s[%d]", path, i)
				for c.Kind == yaml.AliasNode {
					c = c.Alias
				}
				if c.Line > 0 {
					d.values[at] = posOf(c)
				}
				list[i], _ = item.read(d, c, at)
			}
			return list, true
		},
	}
}

// plural is for nouns that are words of English, not names.
func plural(noun string) string {
	if strings.ContainsAny(noun, "`[") || strings.HasPrefix(noun, "mapping") {
		return noun
	}
	return noun + "s"
}

// setOf is a list in which no text appears twice.
func setOf(item kind[string]) kind[[]string] {
	k := listOf(item)
	schema, read := k.schema, k.read
	k.schema = func(r *reference) members { return append(schema(r), entry{"uniqueItems", true}) }
	k.read = func(d *decoder, n *yaml.Node, path string) ([]string, bool) {
		list, ok := read(d, n, path)
		for i, v := range list {
			if first := slices.Index(list, v); v != "" && first < i {
				at := fmt.Sprintf("%s[%d]", path, i)
				d.fault(d.at(at), fmt.Sprintf("%s repeats %q", at, v), "remove it")
			}
		}
		return list, ok
	}
	return k
}

// filled is a list with at least one item.
func filled[V any](k kind[[]V], hint string) kind[[]V] {
	schema, read := k.schema, k.read
	k.schema = func(r *reference) members { return append(schema(r), entry{"minItems", 1}) }
	k.read = func(d *decoder, n *yaml.Node, path string) ([]V, bool) {
		list, ok := read(d, n, path)
		if ok && len(list) == 0 {
			d.fault(posOf(n), path+" is empty", hint)
		}
		return list, ok
	}
	return k
}

// mapOf is a mapping from names to values, as a slice in the order of names.
// head gives the places in a value for its name and the name's position.
func mapOf[V any](name kind[string], item kind[V], head func(*V) (*string, *Pos)) kind[[]V] {
	return kind[[]V]{
		noun: fmt.Sprintf("mapping of %s to %s", name.noun, item.noun),
		schema: func(r *reference) members {
			return members{{"type", "object"}, {"propertyNames", name.schema(r)}, {"additionalProperties", item.schema(r)}}
		},
		read: func(d *decoder, n *yaml.Node, path string) ([]V, bool) {
			pairs, ok := d.mapping(n, path)
			var list []V
			for _, p := range pairs {
				at := join(path, p.name)
				name.read(d, p.key, at)
				d.note(at, p)
				v, _ := item.read(d, p.value, at)
				id, pos := head(&v)
				*id, *pos = p.name, posOf(p.key)
				list = append(list, v)
			}
			slices.SortFunc(list, func(a, b V) int {
				x, _ := head(&a)
				y, _ := head(&b)
				return cmp.Compare(*x, *y)
			})
			return list, ok
		},
	}
}
