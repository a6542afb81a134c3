package definition

import (
	"fmt"
	"slices"

	"go.yaml.in/yaml/v3"
)

// pair is one entry of a mapping.
type pair struct {
	name       string
	key, value *yaml.Node
}

// mapping reads the entries of a mapping in their order, merged ones (<<)
// last. Keys must be text and differ.
func (d *decoder) mapping(n *yaml.Node, path string) ([]pair, bool) {
	n, ok := d.open(n)
	if !ok {
		return nil, false
	}
	if n.Kind != yaml.MappingNode || n.ShortTag() != "!!map" {
		d.wrongType(n, path, aMapping)
		return nil, false
	}
	first := make(map[string]int)
	return d.entries(n, path, first, nil), true
}

// entries appends what n adds to the keys that are there already. outer are
// the mappings that are merging n.
func (d *decoder) entries(n *yaml.Node, path string, first map[string]int, outer []*yaml.Node) []pair {
	var pairs []pair
	var merged []*yaml.Node
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		if key.ShortTag() == "!!merge" {
			merged = append(merged, value)
			continue
		}
		if key.Kind != yaml.ScalarNode || key.ShortTag() != "!!str" {
			d.fault(posOf(key), fmt.Sprintf("a key of %s is not text", whole(path)), "put it in quotes")
			continue
		}
		if line, taken := first[key.Value]; taken {
			if len(outer) == 0 {
				d.fault(posOf(key), fmt.Sprintf("key %q appears twice in %s, first on line %d", key.Value, whole(path), line), "remove one of them")
			}
			continue
		}
		first[key.Value] = key.Line
		pairs = append(pairs, pair{key.Value, key, value})
	}
	for _, m := range merged {
		pairs = append(pairs, d.merge(m, path, first, append(outer, n))...)
	}
	return pairs
}

// merge reads the value of a << key: a mapping or a list of mappings.
func (d *decoder) merge(n *yaml.Node, path string, first map[string]int, outer []*yaml.Node) []pair {
	n, ok := d.open(n)
	switch {
	case !ok:
		return nil
	case slices.Contains(outer, n):
		d.fault(posOf(n), whole(path)+" merges itself", "remove the <<")
		return nil
	case n.Kind == yaml.MappingNode:
		return d.entries(n, path, first, outer)
	case n.Kind == yaml.SequenceNode:
		var pairs []pair
		for _, item := range n.Content {
			pairs = append(pairs, d.merge(item, path, first, append(outer, n))...)
		}
		return pairs
	}
	d.fault(posOf(n), "<< needs a mapping", "give it an alias of one, such as *defaults")
	return nil
}
