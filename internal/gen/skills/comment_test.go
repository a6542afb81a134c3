package skills

import (
	"slices"
	"strings"
	"testing"
)

func TestComment(t *testing.T) {
	long := strings.TrimSpace(strings.Repeat("word ", 20))
	for text, want := range map[string][]string{
		"one":                         {"// one"},
		"\n one \r\ntwo\rthree\n\n":   {"// one", "// two", "// three"},
		"a\n\nb":                      {"// a", "//", "// b"},
		"a\n    code  here":           {"// a", "//     code  here"},
		"go:build x\n//go:embed y */": {"// go:build x", "// //go:embed y */"},
		"a\n+build x\n +build":        {"// a", "// `+build` x", "//  `+build`"},
		"a\x00b\ufeffc\u2028d\xff":    {"// a b c", "// d\ufffd"},
		long:                          {"// " + long[:74], "// " + long[75:]},
		strings.Repeat("x", 100):      {"// " + strings.Repeat("x", 100)},
	} {
		if got := comment(text); !slices.Equal(got, want) {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
	if got := oneLine(" a\n b\tc "); got != "a b c" {
		t.Errorf("got %q", got)
	}
}
