package definition

import (
	"fmt"
	"math"

	"go.yaml.in/yaml/v3"
)

// free is any JSON value: string, bool, int64, float64, []any, map[string]any,
// or nil for null.
func free() kind[any] {
	return kind[any]{
		noun:   "any value",
		schema: func(*reference) members { return nil },
		read: func(d *decoder, n *yaml.Node, path string) (any, bool) {
			return d.free(n, path, 0)
		},
	}
}

// freeObject is a mapping with any keys and values.
func freeObject() kind[map[string]any] {
	return kind[map[string]any]{
		noun:   "mapping",
		schema: func(*reference) members { return members{{"type", "object"}} },
		read: func(d *decoder, n *yaml.Node, path string) (map[string]any, bool) {
			return d.freeMapping(n, path, 0)
		},
	}
}

func (d *decoder) free(n *yaml.Node, path string, depth int) (any, bool) {
	n, ok := d.open(n)
	switch {
	case !ok:
		return nil, false
	case depth > maxDepth:
		d.fault(posOf(n), whole(path)+" is nested too deeply", fmt.Sprintf("use at most %d levels", maxDepth))
		return nil, false
	case n.Kind == yaml.MappingNode:
		return d.freeMapping(n, path, depth)
	case n.Kind == yaml.SequenceNode:
		list := make([]any, 0, len(n.Content))
		for i, c := range n.Content {
			v, valid := d.free(c, fmt.Sprintf("%s[%d]", path, i), depth+1)
			list, ok = append(list, v), ok && valid
		}
		return list, ok
	}
	return d.freeScalar(n, path)
}

func (d *decoder) freeMapping(n *yaml.Node, path string, depth int) (map[string]any, bool) {
	pairs, ok := d.mapping(n, path)
	if !ok {
		return nil, false
	}
	m := make(map[string]any, len(pairs))
	for _, p := range pairs {
		v, valid := d.free(p.value, join(path, p.name), depth+1)
		m[p.name], ok = v, ok && valid
	}
	return m, ok
}

func (d *decoder) freeScalar(n *yaml.Node, path string) (any, bool) {
	if !plain(n.ShortTag()) {
		d.wrongType(n, path, aText)
		return nil, false
	}
	var v any
	if err := n.Decode(&v); err != nil {
		d.fault(posOf(n), fmt.Sprintf("%s is %q, no JSON value", path, n.Value), "put it in quotes")
		return nil, false
	}
	switch v := v.(type) {
	case nil, bool, string:
		return v, true
	case int:
		return int64(v), true
	case int64:
		return v, true
	case float64:
		if !math.IsNaN(v) && !math.IsInf(v, 0) {
			return v, true
		}
	}
	d.fault(posOf(n), fmt.Sprintf("%s is %s, no JSON value", path, n.Value), "put it in quotes")
	return nil, false
}
