package load

import (
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestDialStalled wants a server to be unable to write more than StalledAt to
// a client that does not read.
func TestDialStalled(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	c, err := DialStalled(l.Addr().String(), NewTemplate(nil, 0))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	conn, err := l.Accept()
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	conn.SetWriteDeadline(time.Now().Add(time.Second))
	if n, err := conn.Write(make([]byte, StalledAt)); !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("wrote %d bytes, %v", n, err)
	}
}

// TestEvents reads events however the server cuts them into chunks.
func TestEvents(t *testing.T) {
	for _, chunks := range [][]string{
		{"one\n\n", "two\n\n"},
		{"one\n\ntwo\n\n"},
		{"one\n", "\nt", "wo\n\n"},
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			for _, chunk := range append([]string{"first\n\n"}, chunks...) {
				w.Write([]byte(chunk))
				w.(http.Flusher).Flush()
			}
		}))
		defer server.Close()
		c, err := DialHTTP(server.Listener.Addr().String(), NewTemplate(Request("/", nil), 0), true)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		first, err := c.Open()
		if err != nil {
			t.Fatal(err)
		}
		got := []string{string(first)}
		err = c.Events(func(event []byte) { got = append(got, string(event)) })
		if err != nil || !slices.Equal(got, []string{"first\n\n", "one\n\n", "two\n\n"}) {
			t.Errorf("%s: %q, %v", strings.Join(chunks, "|"), got, err)
		}
	}
}
