package jsonpb

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

// TestEnvelope reads an object member by member, keeps the raw text of one and
// another in place.
func TestEnvelope(t *testing.T) {
	d := NewDecoder([]byte(` { "id" : 9007199254740993.0 , "method":"Get", "params":{"a\u0062":[ 1 ,2]} , "x":null} `))
	var raw, method string
	var list []int32
	var keys []string
	for d.BeginObject(); d.NextMember(); {
		keys = append(keys, string(d.Key()))
		switch string(d.Key()) {
		case "id":
			raw = string(d.SkipValue())
		case "method":
			method = d.ReadString()
		case "params":
			for d.BeginObject(); d.NextMember(); {
				keys = append(keys, string(d.Key()))
				list = ReadList(d, (*Decoder).ReadInt32)
			}
		default:
			if !d.ReadNull() {
				d.SkipValue()
			}
		}
	}
	if err := d.End(); err != nil {
		t.Fatal(err)
	}
	if want := []string{"id", "method", "params", "ab", "x"}; !slices.Equal(keys, want) {
		t.Errorf("keys %q", keys)
	}
	if raw != "9007199254740993.0" || method != "Get" || !slices.Equal(list, []int32{1, 2}) {
		t.Errorf("got %q %q %v", raw, method, list)
	}
}

// TestKind tells what comes without reading it.
func TestKind(t *testing.T) {
	tests := map[string]Kind{
		"null": Null, "true": Bool, " false": Bool, "-1": Number, "7": Number, `"a"`: String, "\n{}": Object, "\t\r[]": Array,
		"": Invalid, " ": Invalid, "+1": Invalid, "]": Invalid, "\x00": Invalid,
	}
	for text, want := range tests {
		d := NewDecoder([]byte(text))
		if got := d.Kind(); got != want || d.Err() != nil {
			t.Errorf("%q: got %q, want %q, %v", text, got, want, d.Err())
		}
	}
}

// TestSkipValue agrees with encoding/json on what JSON is.
func TestSkipValue(t *testing.T) {
	texts := []string{
		`{}`, `[]`, `{"a":[1,{"b":null}],"c":"d"}`, `0`, `-0`, `0.5`, `1e5`, `1E+5`, `1e-5`, `true`, `false`, `null`, `""`, `"\"\\\/\b\f\n\r\t\u00e9"`,
		``, `{`, `}`, `[`, `{]`, `[}`, `{"a"}`, `{"a":}`, `{"a":1,}`, `{1:2}`, `{a:1}`, `[1,]`, `[,1]`, `[1 2]`, `{"a":1 "b":2}`, `nul`, `nulll`, `truee`, `tru`, `falsy`,
		`01`, `-`, `-a`, `1.`, `.5`, `1e`, `1e+`, `+1`, `0x1`, `1_0`, `Infinity`, `"`, `"a`, `"\`, `"\u12"`, `"\u12g4"`, `"\a"`, "\"\x1f\"", "\"\n\"", `'a'`,
		"{}\x00", "\x00", "{}{}", "1 1", "[1]x", "\xef\xbb\xbf{}", "{\"a\":1}\v", " \t\r\n1 \t\r\n",
	}
	for _, text := range texts {
		d := NewDecoder([]byte(text))
		raw := d.SkipValue()
		err := d.End()
		if (err == nil) != json.Valid([]byte(text)) {
			t.Errorf("%q: got %v", text, err)
		}
		if err == nil && string(raw) != strings.TrimSpace(text) {
			t.Errorf("%q: raw text %q", text, raw)
		}
		if bad, ok := err.(*Error); err != nil && (!ok || !bad.Syntax) {
			t.Errorf("%q: %v is no syntax error", text, err)
		}
	}
}

// TestDepth accepts MaxDepth levels and no more.
func TestDepth(t *testing.T) {
	for _, brackets := range [][2]string{{"[", "]"}, {`{"a":`, "}"}} {
		for _, n := range []int{MaxDepth, MaxDepth + 1} {
			inner := "1"
			d := NewDecoder([]byte(strings.Repeat(brackets[0], n) + inner + strings.Repeat(brackets[1], n)))
			d.SkipValue()
			if err := d.End(); (err == nil) != (n == MaxDepth) {
				t.Errorf("%d levels of %s: %v", n, brackets[0], err)
			}
		}
	}
}

// TestStopped makes sure that nothing is read behind a failure.
func TestStopped(t *testing.T) {
	d := NewDecoder([]byte(`{"a":"x","b":2}`))
	d.BeginObject()
	d.NextMember()
	d.ReadInt32()
	first := d.Err()
	if first == nil {
		t.Fatal("no failure")
	}
	if d.NextMember() || d.NextElement() || d.BeginObject() || d.BeginArray() || d.ReadString() != "" || d.ReadInt64() != 0 ||
		d.ReadDouble() != 0 || d.ReadBool() || d.ReadBytes() != nil || d.SkipValue() != nil || d.Kind() != Invalid {
		t.Error("something was read")
	}
	d.Fail("another")
	if d.End() != first {
		t.Errorf("got %v, want %v", d.End(), first)
	}
}

// TestReset reads a second text with a decoder that failed inside the first.
func TestReset(t *testing.T) {
	d := NewDecoder([]byte(`{"a":[[`))
	d.SkipValue()
	if d.Err() == nil {
		t.Fatal("no failure")
	}
	d.Reset([]byte(`["b"]`))
	if got := ReadList(d, (*Decoder).ReadString); d.End() != nil || !slices.Equal(got, []string{"b"}) {
		t.Errorf("got %q, %v", got, d.Err())
	}
}

// TestErrorText checks what is shown to people.
func TestErrorText(t *testing.T) {
	tests := map[string]error{
		"invalid JSON at offset 3: want a value": &Error{Syntax: true, Message: "want a value", Offset: 3},
		"message.parts[0]: want an object":       &Error{Path: "message.parts[0]", Message: "want an object"},
		"want an object":                         &Error{Message: "want an object"},
	}
	for want, err := range tests {
		if got := err.Error(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// TestOffset counts the bytes before a fault.
func TestOffset(t *testing.T) {
	tests := map[string]int{`{"a":1,}`: 7, `[1,2`: 4, "\"ab\xff\"": 1, `"abc\x"`: 4, `{} x`: 3}
	for text, want := range tests {
		d := NewDecoder([]byte(text))
		d.SkipValue()
		if err, ok := d.End().(*Error); !ok || err.Offset != want {
			t.Errorf("%q: got %+v, want offset %d", text, d.Err(), want)
		}
	}
}

// TestLongKey keeps an error from repeating what the client sent at length.
func TestLongKey(t *testing.T) {
	d := NewDecoder([]byte(`{"` + strings.Repeat("é", 1000) + `":{"a":true}}`))
	decode := func(d *Decoder) int32 { return ReadMap(d, (*Decoder).StringKey, (*Decoder).ReadInt32)["a"] }
	ReadMap(d, (*Decoder).StringKey, decode)
	want := `["` + strings.Repeat("é", 32) + `..."]["a"]`
	if err, ok := d.Err().(*Error); !ok || err.Path != want {
		t.Errorf("got %v, want path %s", d.Err(), want)
	}
}
