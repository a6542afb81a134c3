package merge

import (
	"errors"
	"strings"
	"testing"
)

var testLabels = Labels{Ours: "yours", Base: "offered before", Theirs: "offered now"}

func TestFiles(t *testing.T) {
	const base = "one\ntwo\nthree\nfour\nfive\n"
	crlf := func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") }
	for _, tc := range []struct {
		name                     string
		base, ours, theirs, want string
		conflict                 bool
	}{
		{"nothing new", base, "mine\n", base, "mine\n", false},
		{"not edited", base, base, "one\n2\n", "one\n2\n", false},
		{"both, apart", base, "ONE\ntwo\nthree\nfour\nfive\n", "one\ntwo\nthree\nfour\nFIVE\n", "ONE\ntwo\nthree\nfour\nFIVE\n", false},
		{"both, the same", base, "ONE\n", "ONE\n", "ONE\n", false},
		{
			"both, one line", "a\nb\nc\n", "a\nours\nc\n", "a\ntheirs\nc\n",
			"a\n<<<<<<< yours\nours\n=======\ntheirs\n>>>>>>> offered now\nc\n", true,
		},
		{"CRLF, not edited", base, crlf(base), "one\n2\n", "one\r\n2\r\n", false},
		{"CRLF, both, apart", base, crlf("ONE\ntwo\nthree\nfour\nfive\n"), "one\ntwo\nthree\nfour\nFIVE\n", crlf("ONE\ntwo\nthree\nfour\nFIVE\n"), false},
		{
			"CRLF, conflict", "a\nb\nc\n", "a\r\nours\r\nc\r\n", "a\ntheirs\nc\n",
			"a\r\n<<<<<<< yours\r\nours\r\n=======\r\ntheirs\r\n>>>>>>> offered now\r\nc\r\n", true,
		},
		{"few CRLF", base, "one\ntwo\r\nthree\nfour\nfive\n", "one\ntwo\nthree\nfour\nFIVE\n", "one\ntwo\r\nthree\nfour\nFIVE\n", false},
		{"no newline at the end", base, "one\ntwo\nthree\nfour\nfive", "ONE\ntwo\nthree\nfour\nfive\n", "ONE\ntwo\nthree\nfour\nfive", false},
		{"emptied", base, "", "one\ntwo\nthree\nfour\nFIVE\n", "<<<<<<< yours\n=======\none\ntwo\nthree\nfour\nFIVE\n>>>>>>> offered now\n", true},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got, conflict, err := Files(t.Context(), []byte(tc.base), []byte(tc.ours), []byte(tc.theirs), testLabels)
			if err != nil || string(got) != tc.want || conflict != tc.conflict {
				t.Errorf("got %q, conflict %v, %v\nwant %q, conflict %v", got, conflict, err, tc.want, tc.conflict)
			}
		})
	}
}

func TestFilesWithoutGit(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	if _, _, err := Files(t.Context(), []byte("a\n"), []byte("b\n"), []byte("c\n"), testLabels); !errors.Is(err, ErrNoGit) {
		t.Errorf("error = %v", err)
	}
	if _, _, err := Files(t.Context(), []byte("a\n"), []byte("a\n"), []byte("c\n"), testLabels); err != nil {
		t.Errorf("needs git where only one side changed: %v", err)
	}
}

func TestFilesThatAreNoText(t *testing.T) {
	if _, _, err := Files(t.Context(), []byte("a\x00"), []byte("b\x00"), []byte("c\x00"), testLabels); err == nil {
		t.Error("binary files were merged")
	}
}
