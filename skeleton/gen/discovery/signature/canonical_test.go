package signature

import (
	"encoding/json"
	"testing"

	"github.com/gowebpki/jcs"
)

func TestCanonical(t *testing.T) {
	tests := []struct{ text, want string }{
		{` { "b" : 1 , "a" : [ true , null , "x" ] } `, `{"a":[true,null,"x"],"b":1}`},
		{`{}`, `{}`},
		{`[]`, `[]`},
		{`"\u0041\u00e4\u20ac\/"`, `"Aä€/"`},
		{`"\u0000\u001f\b\t\n\f\r\"\\\u007f\u2028"`, "\"\\u0000\\u001f\\b\\t\\n\\f\\r\\\"\\\\\u007f\u2028\""},
		{`"<&>"`, `"<&>"`},
		{`[0, -0, 0.0, -0e5]`, `[0,0,0,0]`},
		{`[1e21, 1e20, 123456789012345680000, 999999999999999900000]`, `[1e+21,100000000000000000000,123456789012345680000,999999999999999900000]`},
		{`[1e-6, 1e-7, 0.000001, 12e-8]`, `[0.000001,1e-7,0.000001,1.2e-7]`},
		{`[4.50, 2e-3, 1e30, 333333333.33333329, 5e-324, 1.7976931348623157e308]`, `[4.5,0.002,1e+30,333333333.3333333,5e-324,1.7976931348623157e+308]`},
		{`[9007199254740993, -9007199254740992]`, `[9007199254740992,-9007199254740992]`},
		// By code units: the lead surrogate D83D of U+1F600 is before U+FB33.
		{`{"\ufb33":1,"\ud83d\ude00":2,"\u20ac":3,"\r":4,"1":5,"\u0080":6,"ö":7,"":8,"aa":9,"a":10}`,
			"{\"\":8,\"\\r\":4,\"1\":5,\"a\":10,\"aa\":9,\"\u0080\":6,\"ö\":7,\"€\":3,\"😀\":2,\"\ufb33\":1}"},
	}
	for _, test := range tests {
		got, err := Canonical([]byte(test.text))
		if err != nil || string(got) != test.want {
			t.Errorf("%s\n got %s, %v\nwant %s", test.text, got, err, test.want)
		}
	}
	for _, text := range []string{``, `{`, `{"a":1e400}`, `nan`} {
		if got, err := Canonical([]byte(text)); err == nil {
			t.Errorf("%s became %s", text, got)
		}
	}
}

// FuzzCanonical compares with another implementation.
func FuzzCanonical(f *testing.F) {
	for _, seed := range []string{
		`{"a":1e21,"ö":[0.1,"\u2028"],"\ud83d\ude00":{"":null}}`, `[1e-7,-0,123456789.125,1e300]`, `"\u001f\u007f"`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var v any
		if json.Unmarshal(text, &v) != nil {
			return
		}
		// Through package json once: the other one refuses some spellings, and
		// neither is asked about duplicate names and broken UTF-8.
		text, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		if text[0] != '{' && text[0] != '[' {
			return // the other one takes these only
		}
		got, err := Canonical(text)
		if err != nil {
			t.Fatal(err)
		}
		want, err := jcs.Transform(text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if string(got) != string(want) {
			t.Errorf("%s\n got %s\nwant %s", text, got, want)
		}
	})
}
