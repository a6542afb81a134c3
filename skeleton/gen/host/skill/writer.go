package skill

import (
	"errors"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/host"
)

// Writer adds text to the end of an artifact: each Write is a chunk that
// clients see at once, so a bufio.Writer before it makes fewer and larger ones.
// Text that is not UTF-8 is repaired; a character may be split between two
// writes. A Writer is safe for concurrent use.
type Writer struct {
	artifact Artifact
	turn     *host.Turn

	mu      sync.Mutex
	closed  bool
	partial []byte // the start of a character
}

var errClosed = errors.New("the artifact is complete: its writer is closed")

// Write appends a chunk.
func (w *Writer) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		return 0, errClosed
	}
	text := append(w.partial, p...)
	whole := len(text) - partialRune(text)
	if whole > 0 {
		if err := w.send(string(text[:whole]), false); err != nil {
			return 0, err
		}
	}
	w.partial = append([]byte(nil), text[whole:]...)
	return len(p), nil
}

// WriteString is Write for a string.
func (w *Writer) WriteString(s string) (int, error) { return w.Write([]byte(s)) }

// Close marks the artifact as complete. Closing again does nothing.
func (w *Writer) Close() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		return nil
	}
	w.closed = true
	return w.send(string(w.partial), true)
}

// send emits a chunk. The caller holds mu.
func (w *Writer) send(text string, last bool) error {
	return w.turn.GiveArtifact(w.artifact.with(host.Text(strings.ToValidUTF8(text, "\uFFFD"))), true, last)
}

// partialRune is how many bytes at the end of text begin a character that is
// not complete.
func partialRune(text []byte) int {
	for n := 1; n < utf8.UTFMax && n <= len(text); n++ {
		if b := text[len(text)-n]; utf8.RuneStart(b) {
			if !utf8.FullRune(text[len(text)-n:]) {
				return n
			}
			return 0
		}
	}
	return 0
}
