package wire

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// stream returns a stream of strings onto w.
func stream(w http.ResponseWriter, keepAlive time.Duration) *sseStream[string] {
	return &sseStream[string]{
		sseWriter: newSSEWriter(w, &Call{}, keepAlive),
		encode:    func(b []byte, s *string) []byte { return append(b, *s...) },
	}
}

func event(text string) *Event[string] { return NewEvent(&text) }

func TestStreamHeaders(t *testing.T) {
	w := httptest.NewRecorder()
	s := stream(w, 0)
	if err := s.Send(event("a"), event("b")); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"Content-Type": "text/event-stream", "Cache-Control": "no-cache", "X-Accel-Buffering": "no",
	} {
		if got := w.Header().Get(name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	if !w.Flushed || w.Body.String() != "data: a\n\ndata: b\n\n" {
		t.Errorf("flushed %v: %q", w.Flushed, w.Body)
	}
}

// TestKeepAlive wants a comment after silence, none while events come, and
// none after the end.
func TestKeepAlive(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const comment = ": keep-alive\n\n"
		w := httptest.NewRecorder()
		s := stream(w, 15*time.Second)
		written := func() string {
			synctest.Wait()
			s.mu.Lock()
			defer s.mu.Unlock()
			return w.Body.String()
		}
		for range 3 {
			if err := s.Send(event("a")); err != nil {
				t.Fatal(err)
			}
			time.Sleep(10 * time.Second) // of the bubble's clock
		}
		if got := written(); strings.Contains(got, comment) {
			t.Errorf("a comment between events that come in time: %q", got)
		}
		time.Sleep(25 * time.Second)
		if got := strings.Count(written(), comment); got != 2 {
			t.Errorf("%d comments in 35 seconds of silence, want 2: %q", got, written())
		}
		s.close()
		before := written()
		time.Sleep(time.Minute)
		if written() != before {
			t.Error("something was written after the end")
		}
	})
}

// hidden is the ResponseWriter of middleware that forgot about Flush.
type hidden struct{ http.ResponseWriter }

func TestHiddenFlush(t *testing.T) {
	s := stream(hidden{httptest.NewRecorder()}, 0)
	if err := s.Send(event("a")); err == nil || !strings.Contains(err.Error(), "Unwrap") {
		t.Errorf("got %v, want what to do about it", err)
	}
}

func TestLargeEvents(t *testing.T) {
	w := httptest.NewRecorder()
	s := stream(w, 0)
	large := strings.Repeat("x", 3*chunk)
	if err := s.Send(event("a"), event(large), event("b")); err != nil {
		t.Fatal(err)
	}
	if want := "data: a\n\ndata: " + large + "\n\ndata: b\n\n"; w.Body.String() != want {
		t.Errorf("%d bytes, want %d", w.Body.Len(), len(want))
	}
}

func TestStreamWithoutEvents(t *testing.T) {
	w := httptest.NewRecorder()
	s := stream(w, 0)
	if err := s.finish(context.Background(), &Options{}, nil, appendHTTPError); err != nil {
		t.Fatal(err)
	}
	if w.Header().Get("Content-Type") != "text/event-stream" || w.Body.Len() != 0 {
		t.Errorf("%v: %q", w.Header(), w.Body)
	}
	refused := errors.New("refused")
	if err := stream(httptest.NewRecorder(), 0).finish(context.Background(), &Options{}, refused, appendHTTPError); err != refused {
		t.Errorf("a failure before the first event became %v", err)
	}
}
