package codectest

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/jsonpb"
)

// node is a JSON value that can be changed and printed again, unlike a map
// with members that appear twice and in any order.
type node struct {
	text    string // of a scalar
	object  bool
	array   bool
	keys    []string
	entries []*node
}

// mutated returns the JSON of a random message after one to three changes.
func mutated(t testing.TB, s subject, seed uint64) []byte {
	t.Helper()
	r := newRandom(seed)
	m := s.new()
	r.fill(m.ProtoReflect(), 0)
	options := protojson.MarshalOptions{UseProtoNames: r.IntN(4) == 0, EmitUnpopulated: r.IntN(4) == 0}
	data, err := options.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	root := parse(data)
	for range 1 + r.IntN(3) {
		r.mutate(s.desc, root)
	}
	data = root.print(nil)
	if r.IntN(12) == 0 {
		data = r.damage(data)
	}
	return data
}

// mutate changes one value somewhere in root.
func (r random) mutate(desc protoreflect.MessageDescriptor, root *node) {
	var all []*node
	root.walk(func(n *node) { all = append(all, n) })
	n := all[r.IntN(len(all))]
	if len(n.entries) == 0 || r.IntN(3) == 0 {
		*n = *parse([]byte(pick(r, hostile...)))
		return
	}
	i := r.IntN(len(n.entries))
	switch {
	case !n.object:
		n.entries[i] = parse([]byte(pick(r, hostile...)))
	case r.IntN(3) == 0: // once more, in the same or the other spelling
		n.insert(pick(r, n.keys[i], camel(n.keys[i])), n.entries[i])
	case r.IntN(2) == 0: // a member out of nowhere, at times one of the message
		key := "unknown"
		if fields := desc.Fields(); fields.Len() > 0 {
			key = pick(r, key, fields.Get(r.IntN(fields.Len())).JSONName())
		}
		n.insert(key, parse([]byte(pick(r, hostile...))))
	default:
		n.keys[i] = pick(r, camel(n.keys[i]), strings.ToUpper(n.keys[i]), "")
	}
}

// damage cuts, doubles or changes a byte.
func (r random) damage(data []byte) []byte {
	i := r.IntN(len(data))
	switch r.IntN(3) {
	case 0:
		return data[:i]
	case 1:
		return append(data[:i:i], append([]byte{data[i]}, data[i:]...)...)
	default:
		data[i] = pick[byte](r, '"', '\\', ',', ']', '}', ' ', '\n', 0, 0xff, '0', 'e')
		return data
	}
}

// hostile are values that some field or other refuses.
var hostile = []string{
	`null`, `true`, `false`, `[]`, `{}`, `[null]`, `[[]]`, `{"":null}`, `{"a":{"a":[1,{}]}}`,
	`0`, `-0`, `1`, `1.0`, `1e1`, `10e-1`, `1.5`, `1e-1`, `0.1e1`, `2147483647`, `2147483648`, `-2147483649`, `4294967296`, `1e400`, `1e-400`, `0e999`,
	`9007199254740993`, `18446744073709551615`, `18446744073709551616`, `9223372036854775808`, `1e18`, `3.4028235e38`, `3.5e38`, `100000000000000000000e-20`,
	`""`, `"1"`, `"-1"`, `"1.0"`, `"1e1"`, `" 1"`, `"1 "`, `"01"`, `"+1"`, `"1.5"`, `"NaN"`, `"Infinity"`, `"-Infinity"`, `"0x1"`, `"\u0031"`, `"1,2"`,
	`"a"`, `"true"`, `"ROLE_USER"`, `"role_user"`, `"COLOR_RED"`, `"SHAPE_CIRCLE"`, `"NULL_VALUE"`, `"user"`,
	`"+/8="`, `"-_8="`, `"+/8"`, `"-_8"`, `"+_8="`, `"+/\n8="`, `"AA"`, `"AA="`, `"A"`, `"AA==AA=="`, `"\/\/8="`,
	`"2025-01-31T12:00:00Z"`, `"2025-01-31T12:00:00.123456789+02:30"`, `"2025-02-29T00:00:00Z"`, `"2025-01-31t12:00:00z"`, `"2025-01-31T12:00:00"`,
	`"2025-01-31T12:00:60Z"`, `"2025-01-31T24:00:00Z"`, `"2025-01-31T12:00:00,5Z"`, `"2025-01-31T1:00:00Z"`, `"0001-01-01T00:00:00+00:01"`, `"9999-12-31T23:59:59.999-00:01"`,
	`"1s"`, `"-1.5s"`, `"1.s"`, `".5s"`, `"s"`, `"+s"`, `"01s"`, `"315576000001s"`, `"1.0000000000s"`, `"-.s"`,
	`"a,b.c,dE"`, `"a_b"`, `"A"`, `"a,"`, `" a "`, `"\ud83d\ude00"`, `"\ud83d"`, `"\ude00"`, `"\u00e9\b\f\n\r\t\"\\\/"`,
	`{"@type":"type.googleapis.com/google.protobuf.Duration","value":"3s"}`, `{"@type":"x"}`, `{"1":"a","01":"b"}`, `{"true":true}`, `{"x":1,"x":2}`,
	strings.Repeat(`[`, 99) + strings.Repeat(`]`, 99), strings.Repeat(`{"a":`, 100) + `1` + strings.Repeat(`}`, 100),
}

func (n *node) walk(visit func(*node)) {
	visit(n)
	for _, e := range n.entries {
		e.walk(visit)
	}
}

func (n *node) insert(key string, value *node) {
	n.keys, n.entries = append(n.keys, key), append(n.entries, value)
}

func (n *node) print(b []byte) []byte {
	if !n.object && !n.array {
		return append(b, n.text...)
	}
	b = append(b, n.text[0])
	for i, e := range n.entries {
		if i > 0 {
			b = append(b, ',')
		}
		if n.object {
			b = append(jsonpb.AppendString(b, n.keys[i]), ':')
		}
		b = e.print(b)
	}
	return append(b, n.text[1])
}

func parse(data []byte) *node {
	data = bytes.TrimSpace(data)
	switch data[0] {
	case '{':
		n := &node{text: "{}", object: true}
		for _, m := range members(data) {
			n.insert(m.key, parse(m.value))
		}
		return n
	case '[':
		n := &node{text: "[]", array: true}
		for _, e := range elements(data) {
			n.insert("", parse(e.value))
		}
		return n
	default:
		return &node{text: string(data)}
	}
}

// camel is the JSON name of a field with this proto name.
func camel(name string) string {
	words := strings.Split(name, "_")
	for i, w := range words[1:] {
		if w != "" {
			words[i+1] = strings.ToUpper(w[:1]) + w[1:]
		}
	}
	return strings.Join(words, "")
}

// validJSON tells whether data is JSON that the codec reads: UTF-8, with whole
// surrogate pairs, not too deep.
func validJSON(data []byte) bool {
	return json.Valid(data) && utf8.Valid(data) && depthOf(data) <= jsonpb.MaxDepth && wholeSurrogates(string(data))
}

func depthOf(data []byte) int {
	depth, deepest := 0, 0
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	for {
		token, err := d.Token()
		if err != nil {
			return deepest
		}
		switch token {
		case json.Delim('{'), json.Delim('['):
			depth++
			deepest = max(deepest, depth)
		case json.Delim('}'), json.Delim(']'):
			depth--
		}
	}
}

func wholeSurrogates(s string) bool {
	for {
		_, rest, ok := strings.Cut(s, `\`)
		if !ok {
			return true
		}
		r := unit(rest)
		switch {
		case !utf16.IsSurrogate(r):
			s = rest[1:]
		case utf16.DecodeRune(r, unit(strings.TrimPrefix(rest[5:], `\`))) != utf8.RuneError && rest[5] == '\\':
			s = rest[11:]
		default:
			return false
		}
	}
}

// unit returns the code unit of an escape without its backslash, 0 for other
// escapes.
func unit(s string) rune {
	if len(s) < 5 || s[0] != 'u' {
		return 0
	}
	v, _ := strconv.ParseUint(s[1:5], 16, 16)
	return rune(v)
}
