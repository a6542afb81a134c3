package jsonpb

import (
	"encoding/json"
	"runtime"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestStrings writes and reads strings of every length around the words of
// eight bytes in which both sides look at them, with each special byte at each
// place.
func TestStrings(t *testing.T) {
	specials := []string{"", "\"", "\\", "\n", "\x00", "\x1f", "\x7f", "é", "日", "😀", "\u2028", "\ufffd"}
	for length := range 20 {
		for at := range length + 1 {
			for _, special := range specials {
				s := strings.Repeat("a", at) + special + strings.Repeat("b", length-at)
				checkString(t, s)
			}
		}
	}
	checkString(t, strings.Repeat("0123456789\n", 1000))
}

func checkString(t *testing.T, s string) {
	t.Helper()
	data := AppendString([]byte("x"), s)
	var theirs string
	if err := json.Unmarshal(data[1:], &theirs); err != nil || theirs != s {
		t.Fatalf("%q: encoding/json reads %s as %q, %v", s, data[1:], theirs, err)
	}
	// Behind white space, before more text, and with everything escaped.
	escaped, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range [][]byte{data[1:], append([]byte(" \n"), append(data[1:len(data):len(data)], `  "é"`...)...), escaped} {
		d := NewDecoder(text)
		if got := d.ReadString(); got != s || d.Err() != nil {
			t.Fatalf("%s: got %q, %v", text, got, d.Err())
		}
	}
}

// TestAppendString pins the escapes.
func TestAppendString(t *testing.T) {
	tests := map[string]string{
		"":                        `""`,
		"a\"b\\c/":                `"a\"b\\c/"`,
		"\b\f\n\r\t\x01\x1f\x7f":  "\"\\b\\f\\n\\r\\t\\u0001\\u001f\x7f\"",
		"<b>&amp; 日本 😀 \u2028":    "\"<b>&amp; 日本 😀 \u2028\"",
		"bad \xff\xfe text \xc3":  "\"bad \ufffd text \ufffd\"",
		"\xed\xa0\x80 half a \n😀": "\"\ufffd half a \\n😀\"",
	}
	for s, want := range tests {
		got := string(AppendString(nil, s))
		if got != want {
			t.Errorf("%q: got %s, want %s", s, got, want)
		}
		if !utf8.ValidString(got) {
			t.Errorf("%q: invalid UTF-8", s)
		}
	}
}

// TestUnescape reads escapes that need less memory than their text.
func TestUnescape(t *testing.T) {
	for _, n := range []int{1, 20, 100, 5000} {
		d := NewDecoder([]byte(`"` + strings.Repeat(`\u0041\ud83d\ude00\/`, n) + `"`))
		if got, want := d.ReadString(), strings.Repeat("A😀/", n); got != want || d.End() != nil {
			t.Errorf("%d: got %d bytes, want %d, %v", n, len(got), len(want), d.Err())
		}
	}
}

// TestChunks keeps one short string of each of many large texts: they must not
// keep the texts.
func TestChunks(t *testing.T) {
	const texts, size = 100, 1 << 18
	data := []byte(`["kept","` + strings.Repeat("x", 200) + `","` + strings.Repeat("y", size) + `"]`)
	var kept []string
	before := heap()
	for range texts {
		list := ReadList(NewDecoder(data), (*Decoder).ReadString)
		kept = append(kept, list[0])
	}
	if grown := heap() - before; grown > texts*4*chunkSize {
		t.Errorf("%d strings keep %d bytes", len(kept), grown)
	}
	runtime.KeepAlive(kept)
}

func heap() int64 {
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return int64(stats.HeapAlloc)
}
