package tree

import (
	"strings"
	"testing"
)

func TestCheck(t *testing.T) {
	for _, tc := range []struct {
		name  string
		paths []string
		want  string // part of the error; empty means none
	}{
		{"plain", []string{"a.go", "b/a.go", ".github/workflows/ci.yml"}, ""},
		{"traversal", []string{"../a.go"}, "stay below"},
		{"hidden traversal", []string{"a/../../b"}, "stay below"},
		{"absolute", []string{"/etc/passwd"}, "stay below"},
		{"empty", []string{""}, "stay below"},
		{"root", []string{"."}, "stay below"},
		{"backslash", []string{`a\b.go`}, "every system"},
		{"quote", []string{`a"b.go`}, "every system"},
		{"windows device", []string{"agent/con.go"}, "every system"},
		{"twice", []string{"a.go", "a.go"}, "one file"},
		{"case", []string{"agent/A.go", "agent/a.go"}, "one file"},
		{"file and directory", []string{"agent", "agent/a.go"}, "needs a directory"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var files []File
			for _, p := range tc.paths {
				files = append(files, File{Path: p})
			}
			err := Check(files)
			if (err == nil) != (tc.want == "") {
				t.Fatalf("Check = %v, want %q", err, tc.want)
			}
			if err != nil && !strings.Contains(err.Error(), tc.want) {
				t.Errorf("Check = %v, want %q", err, tc.want)
			}
		})
	}
}

func TestLineEnds(t *testing.T) {
	for _, tc := range []struct{ name, old, data, want string }{
		{"unix", "a\nb\n", "c\n", "c\n"},
		{"windows", "a\r\nb\r\n", "c\nd\n", "c\r\nd\r\n"},
		{"mixed stays unix", "a\r\nb\n", "c\n", "c\n"},
		{"binary", "a\r\n\x00", "c\n", "c\n"},
		{"empty", "", "c\n", "c\n"},
		{"no doubling", "a\r\n", "c\r\n", "c\r\n"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := string(LikeLineEnds([]byte(tc.data), []byte(tc.old))); got != tc.want {
				t.Errorf("LikeLineEnds = %q, want %q", got, tc.want)
			}
		})
	}
	if Sum([]byte("a\r\nb\r\n")) != Sum([]byte("a\nb\n")) {
		t.Error("Sum depends on line ends")
	}
	if Sum([]byte("a\r\n\x00")) == Sum([]byte("a\n\x00")) {
		t.Error("Sum of binary data must not normalise")
	}
}

func TestSort(t *testing.T) {
	files := []File{{Path: "b"}, {Path: "a/c"}, {Path: "a"}}
	Sort(files)
	if files[0].Path != "a" || files[1].Path != "a/c" || files[2].Path != "b" {
		t.Errorf("order: %v", files)
	}
}
