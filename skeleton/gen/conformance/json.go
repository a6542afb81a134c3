package conformance

import (
	"encoding/json"
	"strconv"
	"strings"
)

// obj is a JSON object.
type obj = map[string]any

// at returns the value at a path such as task.artifacts.0.name, nil if there is
// none.
func at(v any, path string) any {
	for name := range strings.SplitSeq(path, ".") {
		switch in := v.(type) {
		case obj:
			v = in[name]
		case []any:
			i, err := strconv.Atoi(name)
			if err != nil || i >= len(in) {
				return nil
			}
			v = in[i]
		default:
			return nil
		}
	}
	return v
}

// text returns the string at a path, "" if there is none.
func text(v any, path string) string {
	s, _ := at(v, path).(string)
	return s
}

// items returns the list at a path, nil if there is none.
func items(v any, path string) []any {
	list, _ := at(v, path).([]any)
	return list
}

// has says whether the member at a path exists, null included.
func has(v any, path string) bool {
	parent, name := v, path
	if i := strings.LastIndexByte(path, '.'); i >= 0 {
		parent, name = at(v, path[:i]), path[i+1:]
	}
	in, ok := parent.(obj)
	if !ok {
		return false
	}
	_, ok = in[name]
	return ok
}

// visit calls f for every value inside v with the name of its member; elements
// of a list have the name of the list. Below metadata and data everything is
// the client's or the agent's own, so nothing there is visited.
func visit(v any, name string, f func(name string, value any)) {
	f(name, v)
	switch in := v.(type) {
	case obj:
		for key, value := range in {
			if key == "metadata" || key == "data" || key == "params" {
				f(key, value)
				continue
			}
			visit(value, key, f)
		}
	case []any:
		for _, value := range in {
			visit(value, name, f)
		}
	}
}

// merge returns base with the members of more in their place.
func merge(base, more obj) obj {
	out := make(obj, len(base)+len(more))
	for _, from := range []obj{base, more} {
		for key, value := range from {
			out[key] = value
		}
	}
	return out
}

// encode writes a value as JSON.
func encode(v any) []byte {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err) // the suite's own values
	}
	return data
}
