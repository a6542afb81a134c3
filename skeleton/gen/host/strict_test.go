package host

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// timed is a ResponseWriter that notes until when its request has to be there.
type timed struct {
	*httptest.ResponseRecorder
	deadlines []time.Time
}

func (w *timed) SetReadDeadline(t time.Time) error {
	w.deadlines = append(w.deadlines, t)
	return nil
}

// A request that is there may be answered for ever. One with a body has its
// time until somebody has read that.
func TestStrictDeadline(t *testing.T) {
	if (&Server{host: &Host{logger: slog.New(slog.DiscardHandler)}}).newHTTP().ReadTimeout <= 0 {
		t.Error("a client may take any time to send a request")
	}
	handler := strict(http.NotFoundHandler())
	for name, test := range map[string]struct {
		body   string
		lifted bool
	}{"no body": {"", true}, "a body": {"{}", false}} {
		w := &timed{ResponseRecorder: httptest.NewRecorder()}
		handler.ServeHTTP(w, httptest.NewRequest(http.MethodPost, "/", strings.NewReader(test.body)))
		if lifted := len(w.deadlines) == 1 && w.deadlines[0].IsZero(); lifted != test.lifted {
			t.Errorf("%s: deadlines %v", name, w.deadlines)
		}
	}
}
