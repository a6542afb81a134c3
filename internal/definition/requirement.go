package definition

import (
	"cmp"
	"slices"

	"go.yaml.in/yaml/v3"
)

// requirement is one alternative of securityRequirements. It has a short form,
// {bearer: [scope]}, and the card's own, {schemes: {bearer: {list: [scope]}}}.
// They cannot be mixed up: scopes are a list, schemes a mapping.
func requirement() kind[SecurityRequirement] {
	return kind[SecurityRequirement]{
		noun: "mapping of scheme to list of scopes",
		schema: func(r *reference) members {
			list := listOf(scopeName()).schema(r)
			card := members{{"type", "object"}, {"properties", members{{"list", list}}}, {"additionalProperties", false}}
			schemes := members{{"type", "object"}, {"additionalProperties", card}}
			return members{
				{"type", "object"},
				{"additionalProperties", members{{"anyOf", []members{list, card, schemes}}}},
			}
		},
		read: func(d *decoder, n *yaml.Node, path string) (SecurityRequirement, bool) {
			pairs, ok := d.mapping(n, path)
			if !ok {
				return SecurityRequirement{}, false
			}
			if len(pairs) == 1 && pairs[0].name == "schemes" && isMapping(pairs[0].value) {
				path = join(path, "schemes")
				pairs, _ = d.mapping(pairs[0].value, path)
			}
			var r SecurityRequirement
			for _, p := range pairs {
				at := join(path, p.name)
				d.note(at, p)
				r.Schemes = append(r.Schemes, RequiredScheme{Pos: posOf(p.key), Name: p.name, Scopes: d.scopeList(p.value, at)})
			}
			slices.SortFunc(r.Schemes, func(a, b RequiredScheme) int { return cmp.Compare(a.Name, b.Name) })
			return r, true
		},
	}
}

// scopeList reads [scope] or {list: [scope]}. The result is never nil.
func (d *decoder) scopeList(n *yaml.Node, path string) []string {
	if isMapping(n) {
		wrapped := object[[]string]{
			name: "scopeList",
			keys: []key[[]string]{member("list", setOf(scopeName()), func(l *[]string) *[]string { return l }, "Scopes.")},
		}
		list, _ := wrapped.read(d, n, path)
		return append([]string{}, list...)
	}
	list, _ := setOf(scopeName()).read(d, n, path)
	return append([]string{}, list...)
}

func isMapping(n *yaml.Node) bool {
	for n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	return n.Kind == yaml.MappingNode
}
