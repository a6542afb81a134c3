package definition

import (
	"errors"
	"strings"
	"testing"
)

func TestSetSignatures(t *testing.T) {
	const (
		head  = "version: 1\nagent: {name: a, description: d}\n"
		block = "signatures: # made by a2a-gen card sign\n  - protected: 'cA'\n    signature: '-1'\n"
	)
	list := []Signature{{Protected: "cA", Signature: "-1"}}
	tests := []struct{ name, text, want string }{
		{"none yet", head, head + block},
		{"no line end", strings.TrimSuffix(head, "\n"), head + block},
		{"last line is about something else", head + "\n# end\n", head + block + "\n# end\n"},
		{"end of document", head + "...\n", head + block + "...\n"},
		{"CRLF", strings.ReplaceAll(head, "\n", "\r\n"), strings.ReplaceAll(head+block, "\n", "\r\n")},
		{
			"in the middle", "version: 1\nsignatures:\n- {protected: eA, signature: eQ,\n   header: {a: 1}\n  }\n\n# who\nagent: {name: a, description: d}\n",
			"version: 1\n" + block + "\n# who\nagent: {name: a, description: d}\n",
		},
		{"at the end", head + "signatures: [{protected: eA, signature: eQ}]\n# end\n", head + block + "# end\n"},
		{"empty", head + "signatures: []\n", head + block},
	}
	for _, test := range tests {
		got, err := SetSignatures([]byte(test.text), list)
		if err != nil || string(got) != test.want {
			t.Errorf("%s: %v\n%s\nwant\n%s", test.name, err, got, test.want)
		}
	}
	for _, text := range []string{
		"{version: 1, agent: {name: a, description: d}}\n",
		"base: &b {signatures: []}\nversion: 1\nagent: {name: a, description: d}\n", // no definition
	} {
		if got, err := SetSignatures([]byte(text), list); !errors.Is(err, ErrNotEditable) {
			t.Errorf("%q became %q, %v", text, got, err)
		}
	}
	list[0].Header = map[string]any{"note": "it's \"x\": #1"}
	got, err := SetSignatures([]byte(head), list)
	if err != nil {
		t.Fatal(err)
	}
	def, findings := Parse("", got)
	if def == nil || def.Signatures[0].Header["note"] != list[0].Header["note"] {
		t.Errorf("%v\n%s", findings, got)
	}
}
