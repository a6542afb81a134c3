package wire

import (
	"net/url"
	"slices"
	"strings"
)

// Route is one HTTP verb and path of an operation (section 11.3).
type Route struct {
	Verb    string  // "POST"
	Pattern string  // "/{tenant}/tasks/{id}:cancel": a name in braces is one segment
	Method  *Method // what it calls
	Body    string  // "*" when the body is the request, "" when there is none
}

// segment is one part of a pattern between slashes.
type segment struct {
	literal string // "" for a variable
	name    string // of a variable
}

// pattern is a Route ready for matching.
type pattern struct {
	*Route
	segments []segment
	suffix   string // ":cancel", or ""
}

// param is a value from the path or the query.
type param struct{ name, value string }

// routes is a routing table, the most literal patterns first, so that a
// literal path wins over a variable such as the tenant.
type routes []pattern

func newRoutes(list []Route) routes {
	table := make(routes, len(list))
	for i := range list {
		table[i] = compile(&list[i])
	}
	slices.SortStableFunc(table, compareLiteral)
	return table
}

func compile(r *Route) pattern {
	p := pattern{Route: r}
	path := r.Pattern
	if i := strings.LastIndexByte(path, ':'); i > strings.LastIndexByte(path, '/') {
		path, p.suffix = path[:i], path[i:]
	}
	for part := range strings.SplitSeq(strings.TrimPrefix(path, "/"), "/") {
		if name, ok := strings.CutPrefix(part, "{"); ok {
			p.segments = append(p.segments, segment{name: strings.TrimSuffix(name, "}")})
		} else {
			p.segments = append(p.segments, segment{literal: part})
		}
	}
	return p
}

// compareLiteral sorts a pattern before another if it is literal at the first
// place where only one of them is; at the end a verb suffix counts so too.
func compareLiteral(a, b pattern) int {
	for i := range min(len(a.segments), len(b.segments)) {
		la, lb := a.segments[i].literal != "", b.segments[i].literal != ""
		if la != lb {
			if la {
				return -1
			}
			return 1
		}
	}
	return len(b.suffix) - len(a.suffix)
}

// find returns the route of an escaped path. When the path exists only for
// other verbs, it returns those as allowed. A path that ends in ":cancel" means
// that only for the verb which has it; for another one the colon belongs to the
// variable. Variables are decoded exactly once, after the split, so an encoded
// slash or colon stays part of its value.
func (t routes) find(verb, escaped string) (found *Route, params []param, allowed []string) {
	parts := strings.Split(strings.TrimPrefix(escaped, "/"), "/")
	for i := range t {
		p := &t[i]
		if !p.fits(parts) {
			continue
		}
		if p.Verb != verb {
			if !slices.Contains(allowed, p.Verb) {
				allowed = append(allowed, p.Verb)
			}
			continue
		}
		if params, ok := p.params(parts); ok {
			return p.Route, params, nil
		}
	}
	return nil, nil, allowed
}

func (p *pattern) fits(parts []string) bool {
	if len(parts) != len(p.segments) {
		return false
	}
	for i, s := range p.segments {
		part := parts[i]
		if i == len(parts)-1 {
			var ok bool
			if part, ok = strings.CutSuffix(part, p.suffix); !ok {
				return false
			}
		}
		if s.literal != "" && part != s.literal || part == "" {
			return false
		}
	}
	return true
}

func (p *pattern) params(parts []string) ([]param, bool) {
	var params []param
	for i, s := range p.segments {
		if s.name == "" {
			continue
		}
		part := parts[i]
		if i == len(parts)-1 {
			part = strings.TrimSuffix(part, p.suffix)
		}
		value, err := url.PathUnescape(part)
		if err != nil {
			return nil, false
		}
		params = append(params, param{name: s.name, value: value})
	}
	return params, true
}
