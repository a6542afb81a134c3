package wire

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"time"
)

const (
	// writeTimeout is how long one write to a client may take. A client that
	// reads nothing for so long is taken for gone; it can subscribe again.
	writeTimeout = 30 * time.Second

	// chunk is how many bytes of events are gathered before they are handed to
	// the connection.
	chunk = 32 << 10
)

// sseWriter writes server-sent events to one client. It opens the stream with
// the first event, so that a failure before it can still be a plain answer.
// Between events it costs a timer, no goroutine.
type sseWriter struct {
	w         http.ResponseWriter
	rc        *http.ResponseController
	call      *Call
	keepAlive time.Duration

	mu       sync.Mutex // orders events and keep-alive comments
	opened   bool
	closed   bool
	timer    *time.Timer
	deadline time.Time
}

func newSSEWriter(w http.ResponseWriter, call *Call, keepAlive time.Duration) *sseWriter {
	return &sseWriter{w: w, rc: http.NewResponseController(w), call: call, keepAlive: keepAlive}
}

// write sends the frames that fill appends to a buffer and flushes once.
func (s *sseWriter) write(fill func(buf []byte, spill func([]byte) ([]byte, error)) ([]byte, error)) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return errors.New("the stream is closed")
	}
	s.open()
	s.extendDeadline()
	buf := getBuffer()
	defer putBuffer(buf)
	out, err := fill(buf.b[:0], s.spill)
	buf.b = out
	if err != nil {
		return err
	}
	if len(out) > 0 {
		if _, err := s.w.Write(out); err != nil {
			return err
		}
	}
	return s.flush()
}

// spill hands a full buffer to the connection.
func (s *sseWriter) spill(buf []byte) ([]byte, error) {
	if len(buf) < chunk {
		return buf, nil
	}
	_, err := s.w.Write(buf)
	return buf[:0], err
}

// open sends the head of the response. The headers keep proxies from holding
// events back.
func (s *sseWriter) open() {
	if s.opened {
		return
	}
	s.opened = true
	h := s.w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-cache")
	h.Set("X-Accel-Buffering", "no")
	setActivated(h, s.call)
	s.w.WriteHeader(http.StatusOK)
	if s.keepAlive > 0 {
		s.timer = time.AfterFunc(s.keepAlive, s.ping)
	}
}

// ping writes a comment when nothing else was written for a while.
func (s *sseWriter) ping() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return
	}
	s.extendDeadline()
	if _, err := s.w.Write([]byte(": keep-alive\n\n")); err == nil {
		_ = s.flush() // a broken connection ends the stream through its request's context
	}
}

func (s *sseWriter) flush() error {
	if s.timer != nil {
		s.timer.Reset(s.keepAlive)
	}
	if err := s.rc.Flush(); err != nil {
		if errors.Is(err, http.ErrNotSupported) {
			return errors.New("the HTTP middleware hides Flush, so streams cannot work; give its ResponseWriter an Unwrap method")
		}
		return err
	}
	return nil
}

// extendDeadline gives the next write its time. Deadlines are moved only when
// a good part is used up, since setting one costs.
func (s *sseWriter) extendDeadline() {
	now := time.Now()
	if s.deadline.Sub(now) > writeTimeout/2 {
		return
	}
	s.deadline = now.Add(writeTimeout)
	_ = s.rc.SetWriteDeadline(s.deadline) // not every ResponseWriter can; then writes just wait
}

// close ends the writer's use of the connection. It must run before the
// handler returns.
func (s *sseWriter) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	if s.timer != nil {
		s.timer.Stop()
	}
	if s.opened {
		_ = s.rc.SetWriteDeadline(time.Time{}) // the connection may serve other requests
	}
}

// sseStream is a [Stream] of server-sent events, each the message's JSON
// between a prefix and a suffix on a single data line.
type sseStream[M any] struct {
	*sseWriter
	encode         func([]byte, *M) []byte
	prefix, suffix []byte
}

func (s *sseStream[M]) Send(events ...*Event[M]) error {
	return s.write(func(buf []byte, spill func([]byte) ([]byte, error)) ([]byte, error) {
		var err error
		for _, event := range events {
			buf = append(buf, "data: "...)
			buf = append(buf, s.prefix...)
			data := event.JSON(s.encode)
			if len(data) >= chunk { // too large to be worth a copy
				if _, err = s.w.Write(buf); err == nil {
					_, err = s.w.Write(data)
				}
				buf = buf[:0]
			} else {
				buf = append(buf, data...)
			}
			if err != nil {
				return buf, err
			}
			buf = append(buf, s.suffix...)
			buf = append(buf, "\n\n"...)
			if buf, err = spill(buf); err != nil {
				return buf, err
			}
		}
		return buf, nil
	})
}

// finish ends a stream with what the service returned. A failure before the
// first event is handed back, to be answered like that of any operation; a
// later one is sent as the last event, in the form of a plain answer.
func (s *sseWriter) finish(ctx context.Context, opts *Options, err error, encode func([]byte, *Error) []byte) error {
	if err != nil && !s.opened {
		return err
	}
	if err == nil || ctx.Err() != nil { // done, or the client is gone
		s.mu.Lock()
		defer s.mu.Unlock()
		s.open() // a stream without events is a stream too
		return nil
	}
	e := AsError(err)
	opts.log(ctx, e)
	_ = s.write(func(buf []byte, _ func([]byte) ([]byte, error)) ([]byte, error) { // a client that is gone hears nothing
		buf = append(buf, "event: error\ndata: "...)
		buf = encode(buf, e)
		return append(buf, "\n\n"...), nil
	})
	return nil
}
