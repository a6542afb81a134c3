package definition

import (
	"fmt"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/a2a-gen/a2a-gen/internal/diag"
)

// decoder collects findings and remembers where values stand. A path names a
// value in messages: skills[0].artifacts[1].name; "" is the whole file.
type decoder struct {
	file     string
	findings diag.List
	advice   diag.List
	values   map[string]Pos // path of a value to its place
	keys     map[string]Pos // path of a value to the place of its key
	budget   int            // nodes that may still be read
	depth    int            // of the schema that is being read
}

// Limits against files that are small and mean something huge: aliases can
// repeat, and even contain, themselves.
const (
	maxNodes = 20_000
	maxDepth = 50 // of schemas and free JSON values
)

func newDecoder(file string) *decoder {
	return &decoder{file: file, values: make(map[string]Pos), keys: make(map[string]Pos), budget: maxNodes}
}

// fault notes what is wrong at a place and what to do about it.
func (d *decoder) fault(at Pos, message, hint string) {
	d.findings = append(d.findings, d.finding(at, message, hint))
}

// advise notes what is probably not meant, but stops nothing.
func (d *decoder) advise(at Pos, message, hint string) {
	finding := d.finding(at, message, hint)
	finding.Warning = true
	d.advice = append(d.advice, finding)
}

func (d *decoder) finding(at Pos, message, hint string) diag.Diagnostic {
	if at.Line == 0 {
		at = Pos{1, 1}
	}
	return diag.Diagnostic{File: d.file, Line: at.Line, Col: at.Col, Message: message, Hint: hint}
}

// at returns the place of a value, or of what would contain it.
func (d *decoder) at(path string) Pos { return nearest(d.values, path) }

// keyAt returns the place of a value's key, or of what would contain it.
func (d *decoder) keyAt(path string) Pos { return nearest(d.keys, path) }

func nearest(places map[string]Pos, path string) Pos {
	for path != "" {
		if at, ok := places[path]; ok {
			return at
		}
		path = path[:max(0, strings.LastIndexAny(path, ".["))]
	}
	return Pos{1, 1}
}

// has says whether the file gives a value.
func (d *decoder) has(path string) bool {
	_, ok := d.values[path]
	return ok
}

// hasAny says whether the file gives a value inside of another one.
func (d *decoder) hasAny(path string) bool {
	for p := range d.values {
		if strings.HasPrefix(p, path+".") {
			return true
		}
	}
	return false
}

// open follows aliases and counts. It returns false when the file is too much;
// that is said once.
func (d *decoder) open(n *yaml.Node) (*yaml.Node, bool) {
	for n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	d.budget--
	if d.budget == -1 {
		d.fault(posOf(n), fmt.Sprintf("the definition has more than %d values", maxNodes), "use fewer aliases")
	}
	return n, d.budget >= 0
}

// What values can be instead of what they should be.
const (
	aMapping = "a mapping"
	aList    = "a list"
	aText    = "text"
	aNumber  = "a number"
	aFlag    = "true or false"
	aDate    = "a date"
)

// wrongType says what a value must be and what it is.
func (d *decoder) wrongType(n *yaml.Node, path, want string) {
	is := aMapping
	switch {
	case n.Kind == yaml.SequenceNode:
		is = aList
	case n.Kind == yaml.ScalarNode:
		is = scalarType(n)
	}
	switch tag := n.ShortTag(); {
	case tag == "!!null":
		d.fault(posOf(n), whole(path)+" has no value", "give it one or remove the key")
	case !plain(tag):
		d.fault(posOf(n), fmt.Sprintf("%s has the tag %s", whole(path), tag), "remove the tag")
	default:
		d.fault(posOf(n), fmt.Sprintf("%s must be %s, not %s", whole(path), want, is), typeHint(n, want))
	}
}

// plain says whether a tag is one that YAML finds by itself.
func plain(tag string) bool {
	switch tag {
	case "!!map", "!!seq", "!!str", "!!int", "!!float", "!!bool", "!!null", "!!timestamp", "!!merge":
		return true
	}
	return false
}

func typeHint(n *yaml.Node, want string) string {
	switch isScalar := n.Kind == yaml.ScalarNode; {
	case want == aMapping:
		return "write its keys as key: value"
	case want == aList && isScalar:
		return fmt.Sprintf("write [%s]", n.Value)
	case want == aList:
		return "start each item with a dash"
	case want == aText && isScalar:
		return fmt.Sprintf("put it in quotes: %q", n.Value)
	case want == aText:
		return "write text"
	}
	return fmt.Sprintf("write %s, without quotes", want)
}

// scalarType names the type of a scalar for people.
func scalarType(n *yaml.Node) string {
	switch n.ShortTag() {
	case "!!bool":
		return aFlag
	case "!!int", "!!float":
		return aNumber
	case "!!timestamp":
		return aDate
	}
	return aText
}

// whole names a value in a sentence. Long paths are those of aliases that
// contain themselves.
func whole(path string) string {
	const enough = 200
	switch {
	case path == "":
		return "the definition"
	case len(path) > enough:
		return path[:strings.LastIndexAny(path[:enough], ".[")] + "..."
	}
	return path
}

// join adds a member to a path.
func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

func posOf(n *yaml.Node) Pos { return Pos{n.Line, n.Column} }
