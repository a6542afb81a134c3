package wire

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/iotest"
	"time"
)

// timedWriter is a ResponseWriter that knows until when its request has to be
// there.
type timedWriter struct {
	*httptest.ResponseRecorder
	deadlines []time.Time
}

func (w *timedWriter) SetReadDeadline(t time.Time) error {
	w.deadlines = append(w.deadlines, t)
	return nil
}

// A client has the time that the server gives it to send a request, and an
// answer that is a stream any time after that. What was not read to its end
// keeps its deadline, for the server to give up on it.
func TestBodyDeadline(t *testing.T) {
	for name, test := range map[string]struct {
		body   string
		broken bool
		want   int // deadlines that were set
		ok     bool
	}{
		"whole":     {body: "{}", want: 1, ok: true},
		"too large": {body: strings.Repeat("x", 100)},
		"broken":    {broken: true},
	} {
		w := &timedWriter{ResponseRecorder: httptest.NewRecorder()}
		r := httptest.NewRequest(http.MethodPost, "/", strings.NewReader(test.body))
		if test.broken {
			r = httptest.NewRequest(http.MethodPost, "/", iotest.ErrReader(http.ErrHandlerTimeout))
		}
		buf := getBuffer()
		err := readBody(w, r, buf, 50)
		putBuffer(buf)
		if (err == nil) != test.ok || len(w.deadlines) != test.want {
			t.Fatalf("%s: %v, error %v", name, w.deadlines, err)
		}
		if test.ok && !w.deadlines[0].IsZero() {
			t.Errorf("%s: a stream has until %v", name, w.deadlines[0])
		}
	}
}
