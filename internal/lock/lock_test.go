package lock

import (
	"bytes"
	"strings"
	"testing"

	"github.com/a2a-gen/a2a-gen/internal/tree"
)

func TestRoundTrip(t *testing.T) {
	l := New([]tree.File{
		{Path: "gen/b.go", Data: []byte("b"), Owner: tree.Tool},
		{Path: "gen/a.go", Data: []byte("a"), Owner: tree.Tool},
		{Path: "agent/agent.go", Data: []byte("c"), Owner: tree.User},
	})
	l.Tool, l.Rules = "v0.1.0", "1.0.1"
	first, err := l.Marshal()
	if err != nil {
		t.Fatal(err)
	}
	back, err := Parse(first)
	if err != nil {
		t.Fatal(err)
	}
	second, err := back.Marshal()
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(first, second) {
		t.Errorf("not stable:\n%s\n---\n%s", first, second)
	}
	if a, b := bytes.Index(first, []byte("gen/a.go")), bytes.Index(first, []byte("gen/b.go")); a < 0 || a > b {
		t.Errorf("files are not in path order:\n%s", first)
	}
}

func TestParseRefuses(t *testing.T) {
	for _, tc := range []struct{ name, text, want string }{
		{"traversal", "format: 1\nfiles: {tool: {../x.go: aa}}\n", "stay below"},
		{"newer", "format: 2\ntool: v9.0.0\n", "format 2"},
		{"unknown key", "format: 1\nfoo: 1\n", "cannot be read"},
		{"conflict", "format: 1\n<<<<<<< ours\n", "conflict"},
		{"empty", "", "cannot be read"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := Parse([]byte(tc.text))
			if err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("Parse = %v, want %q", err, tc.want)
			}
		})
	}
}
