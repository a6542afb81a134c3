package wire

import (
	"io"
	"net/http"
	"sync"
)

// keepBuffer is the largest buffer that goes back to the pool. The pool forgets
// what two garbage collections have not seen used, so that a large message is
// not paid for ever after; to make room for each anew would cost more than to
// read it.
const keepBuffer = 4 << 20

type buffer struct{ b []byte }

var buffers = sync.Pool{New: func() any { return &buffer{b: make([]byte, 0, 4<<10)} }}

func getBuffer() *buffer { return buffers.Get().(*buffer) }

func putBuffer(buf *buffer) {
	if cap(buf.b) <= keepBuffer {
		buf.b = buf.b[:0]
		buffers.Put(buf)
	}
}

// readAll reads r into the buffer, up to a limit. size is the announced length,
// or -1.
func (buf *buffer) readAll(r io.Reader, size, limit int64) error {
	if size = min(size, limit); size >= int64(cap(buf.b)) {
		buf.b = make([]byte, 0, size+1) // one more byte lets the read see the end
	}
	buf.b = buf.b[:0]
	for {
		if len(buf.b) == cap(buf.b) {
			buf.b = append(buf.b, 0)[:len(buf.b)]
		}
		n, err := r.Read(buf.b[len(buf.b):cap(buf.b)])
		buf.b = buf.b[:len(buf.b)+n]
		switch {
		case int64(len(buf.b)) > limit:
			return &http.MaxBytesError{Limit: limit}
		case err == io.EOF:
			return nil
		case err != nil:
			return err
		}
	}
}
