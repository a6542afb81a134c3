package wire

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// maxEvent bounds one event that a client reads.
const maxEvent = 64 << 20

// sseEvent is one event of a stream.
type sseEvent struct {
	name string // from its "event" line; "" for an ordinary event
	data []byte // lines joined with newlines
}

// sseReader reads server-sent events as the HTML standard describes them, but
// for a carriage return alone, which does not end a line.
type sseReader struct{ r *bufio.Reader }

func newSSEReader(r io.Reader) *sseReader {
	return &sseReader{r: bufio.NewReaderSize(r, 32<<10)}
}

// next returns the next event that has data; comments and other fields are
// passed over. A last event without its blank line counts, for servers that
// close early. The end is io.EOF.
func (s *sseReader) next() (sseEvent, error) {
	var event sseEvent
	found := false
	for {
		line, err := s.line()
		if err != nil && err != io.EOF {
			return sseEvent{}, err
		}
		if value, ok := field(line, "event"); ok {
			event.name = string(value)
		}
		if value, ok := field(line, "data"); ok {
			if found {
				event.data = append(event.data, '\n')
			}
			found = true
			if len(event.data)+len(value) > maxEvent {
				return sseEvent{}, errors.New("the agent sent an event of more than 64 MiB")
			}
			event.data = append(event.data, value...)
		}
		switch {
		case found && (len(line) == 0 || err == io.EOF):
			return event, nil
		case err == io.EOF:
			return sseEvent{}, io.EOF
		case len(line) == 0:
			event.name = "" // an event without data is none
		}
	}
}

// line reads a line without its end, LF or CR LF.
func (s *sseReader) line() ([]byte, error) {
	var line []byte
	for {
		part, err := s.r.ReadSlice('\n')
		line = append(line, part...)
		if err == bufio.ErrBufferFull {
			if len(line) > maxEvent {
				return nil, errors.New("the agent sent a line of more than 64 MiB")
			}
			continue
		}
		line = bytes.TrimSuffix(bytes.TrimSuffix(line, []byte("\n")), []byte("\r"))
		return line, err
	}
}

// field returns the value of a line that sets the named field. One space after
// the colon is not part of it.
func field(line []byte, name string) ([]byte, bool) {
	rest, ok := bytes.CutPrefix(line, []byte(name))
	if !ok {
		return nil, false
	}
	if len(rest) == 0 {
		return rest, true
	}
	if rest[0] != ':' {
		return nil, false
	}
	return bytes.TrimPrefix(rest[1:], []byte(" ")), true
}
