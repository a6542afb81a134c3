package gotest

import (
	"bytes"
	"strings"
)

// The parts of an output that are kept, in bytes. The beginning says why a
// process panicked or what git refused, the end how a test went wrong.
const (
	headSize = 1 << 10
	tailSize = 3 << 10
)

// excerpt keeps the beginning and the end of what is written to it.
type excerpt struct {
	head, tail []byte
	cut        bool // something between them is lost
}

func (e *excerpt) Write(p []byte) (int, error) {
	written := len(p)
	n := min(headSize-len(e.head), len(p))
	e.head, p = append(e.head, p[:n]...), p[n:]
	e.tail = append(e.tail, p...)
	// Moving only when twice as much is there makes a write cost what it brings.
	if len(e.tail) > 2*tailSize {
		e.shorten()
	}
	return written, nil
}

func (e *excerpt) shorten() {
	if extra := len(e.tail) - tailSize; extra > 0 {
		e.tail = append(e.tail[:0], e.tail[extra:]...)
		e.cut = true
	}
}

func (e *excerpt) empty() bool { return len(e.head) == 0 }

// String returns what was kept, as valid UTF-8 without space around it. Where
// something is missing it says so, between whole lines if there are any.
func (e *excerpt) String() string {
	e.shorten()
	head, tail := e.head, e.tail
	if e.cut {
		if end := bytes.LastIndexByte(head, '\n'); end >= 0 {
			head = head[:end]
		}
		if end := bytes.IndexByte(tail, '\n'); end >= 0 {
			tail = tail[end+1:]
		}
		tail = append([]byte("\n[...]\n"), tail...)
	}
	text := string(head) + string(tail)
	return strings.TrimSpace(strings.ToValidUTF8(text, "\uFFFD"))
}
