package wire

import (
	"io"
	"strings"
	"testing"
)

func TestSSEReader(t *testing.T) {
	tests := []struct {
		name, stream string
		want         []string
	}{
		{"plain", "data: a\n\ndata: b\n\n", []string{"a", "b"}},
		{"no space after the colon", "data:{}\n\n", []string{"{}"}},
		{"only one space is taken", "data:  a\n\n", []string{" a"}},
		{"comments", ":ping\n\ndata: a\n\n: ping\n\n", []string{"a"}},
		{"other fields", "id: 1\nretry: 5\ndata: a\n\n", []string{"a"}},
		{"carriage returns", "event: x\r\nid: 1\r\ndata: a\r\n\r\n", []string{"x:a"}},
		{"names", "data: a\nevent: error\n\ndata: b\n\n", []string{"error:a", "b"}},
		{"a name without data", "event: error\n\ndata: a\n\n", []string{"a"}},
		{"several lines", "data: {\ndata: }\n\n", []string{"{\n}"}},
		{"a field without a colon", "data\n\n", []string{""}},
		{"names that start alike", "database: a\n\ndata: b\n\n", []string{"b"}},
		{"the last blank line is missing", "data: a\n\ndata: b\n", []string{"a", "b"}},
		{"the last line end is missing", "data: a", []string{"a"}},
		{"nothing", "", nil},
		{"a long line", "data: " + strings.Repeat("x", 100<<10) + "\n\n", []string{strings.Repeat("x", 100<<10)}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := newSSEReader(strings.NewReader(tt.stream))
			var got []string
			for {
				event, err := r.next()
				if err == io.EOF {
					break
				}
				if err != nil {
					t.Fatal(err)
				}
				if event.name != "" {
					event.name += ":"
				}
				got = append(got, event.name+string(event.data))
			}
			if strings.Join(got, "|") != strings.Join(tt.want, "|") || len(got) != len(tt.want) {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func FuzzSSEReader(f *testing.F) {
	for _, seed := range []string{"data: a\n\n", ":ping\n\n", "event: x\r\nid: 1\r\ndata: {\r\ndata: }\r\n\r\n", "data", "\n\n\n"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, stream string) {
		r := newSSEReader(strings.NewReader(stream))
		for range len(stream) + 2 {
			event, err := r.next()
			if err == io.EOF {
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if len(event.data) > len(stream) {
				t.Fatalf("%d bytes of data in a stream of %d", len(event.data), len(stream))
			}
		}
		t.Fatal("the stream does not end")
	})
}
