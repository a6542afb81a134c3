package load

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"net"
	"strconv"
	"syscall"
)

// HTTP is a client of one HTTP/1.1 connection that is kept open.
type HTTP struct {
	conn     net.Conn
	r        *bufio.Reader
	template *Template
	request  []byte
	events   bool // count events, not requests
	checked  bool // the first answer was looked at
	last     byte // of the piece before, for a separator that is split
}

// DialHTTP connects. With events set, Do counts the events of the answer.
func DialHTTP(addr string, template *Template, events bool) (*HTTP, error) {
	return dialHTTP(new(net.Dialer), addr, template, events)
}

// DialStalled connects a client for a stream that it is not going to read. The
// buffers of its connection are small, so that its server soon cannot write:
// after less than StalledAt bytes.
func DialStalled(addr string, template *Template) (*HTTP, error) {
	return dialHTTP(&net.Dialer{Control: smallBuffers}, addr, template, true)
}

// StalledAt is more than the kernel takes for a client that does not read.
const StalledAt = 96 << 10

// smallBuffers limits what the kernel keeps: on the side of the client by the
// size of its buffer, on the side of the server, which sizes its own by the
// segments of the connection, by theirs.
func smallBuffers(_, _ string, conn syscall.RawConn) error {
	var failed error
	err := conn.Control(func(fd uintptr) {
		failed = errors.Join(
			syscall.SetsockoptInt(int(fd), syscall.SOL_SOCKET, syscall.SO_RCVBUF, 4<<10),
			syscall.SetsockoptInt(int(fd), syscall.IPPROTO_TCP, syscall.TCP_MAXSEG, 1448))
	})
	return errors.Join(err, failed)
}

func dialHTTP(dialer *net.Dialer, addr string, template *Template, events bool) (*HTTP, error) {
	conn, err := dialer.Dial("tcp", addr)
	if err != nil {
		return nil, err
	}
	return &HTTP{conn: conn, r: bufio.NewReaderSize(conn, 64<<10), template: template, events: events}, nil
}

// Request returns the text of a request for a template. A body of nil makes a
// GET.
func Request(path string, body []byte) []byte {
	verb := "POST"
	if body == nil {
		verb = "GET"
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s %s HTTP/1.1\r\nHost: agent.example.com\r\nA2A-Version: 1.0\r\n", verb, path)
	if body != nil {
		fmt.Fprintf(&b, "Content-Type: application/json\r\nContent-Length: %d\r\n", len(body))
	}
	b.WriteString("\r\n")
	b.Write(body)
	return b.Bytes()
}

// Close closes the connection.
func (c *HTTP) Close() error { return c.conn.Close() }

// Do makes a request and reads the whole answer.
func (c *HTTP) Do() (int, error) {
	n, err := c.do(nil)
	if !c.events {
		n = 1
	}
	return n, err
}

// Answer makes a request and returns the body of the answer.
func (c *HTTP) Answer() ([]byte, error) {
	var body bytes.Buffer
	_, err := c.do(&body)
	return body.Bytes(), err
}

func (c *HTTP) do(keep *bytes.Buffer) (events int, err error) {
	if err := c.Send(); err != nil {
		return 0, err
	}
	length, err := c.head()
	if err != nil {
		return 0, err
	}
	if length >= 0 {
		return c.piece(length, keep)
	}
	for {
		n, size, err := c.chunk(keep)
		events += n
		if err != nil || size == 0 {
			return events, err
		}
	}
}

// Send writes the next request.
func (c *HTTP) Send() error {
	c.request = c.template.fill(c.request)
	_, err := c.conn.Write(c.request)
	return err
}

// Open sends a request for a stream and reads its first event; the rest is
// left to Drain or Events.
func (c *HTTP) Open() ([]byte, error) {
	if err := c.Send(); err != nil {
		return nil, err
	}
	length, err := c.head()
	if err != nil {
		return nil, err
	}
	if length >= 0 {
		return nil, errors.New("the answer is no stream")
	}
	var first bytes.Buffer
	_, _, err = c.chunk(&first)
	return first.Bytes(), err
}

// Drain reads a stream to its end.
func (c *HTTP) Drain() error {
	for {
		if _, size, err := c.chunk(nil); err != nil || size == 0 {
			return err
		}
	}
}

// Events reads a stream to its end and calls a function with each event.
func (c *HTTP) Events(each func(event []byte)) error {
	var read bytes.Buffer // an event may come in several chunks, a chunk hold several events
	searched := 0
	for {
		_, size, err := c.chunk(&read)
		if err != nil || size == 0 {
			return err
		}
		for {
			end := bytes.Index(read.Bytes()[searched:], []byte("\n\n"))
			if end < 0 {
				searched = max(0, read.Len()-1)
				break
			}
			each(read.Next(searched + end + 2))
			searched = 0
		}
	}
}

// head reads status and headers. A length of -1 means chunks.
func (c *HTTP) head() (length int, err error) {
	line, err := c.r.ReadSlice('\n')
	if err != nil {
		return 0, err
	}
	if len(line) < 12 || string(line[9:12]) != "200" {
		return 0, fmt.Errorf("answer %q", line)
	}
	length = -1
	for {
		line, err := c.r.ReadSlice('\n')
		if err != nil {
			return 0, err
		}
		if len(line) <= 2 {
			return length, nil
		}
		if line[0]|0x20 == 'c' && len(line) > 16 && bytes.EqualFold(line[:15], []byte("Content-Length:")) {
			if length, err = strconv.Atoi(string(bytes.TrimSpace(line[15:]))); err != nil {
				return 0, err
			}
		}
	}
}

// chunk reads one chunk of a body.
func (c *HTTP) chunk(keep *bytes.Buffer) (events, size int, err error) {
	line, err := c.r.ReadSlice('\n')
	if err != nil {
		return 0, 0, err
	}
	n, err := strconv.ParseInt(string(bytes.TrimSpace(line)), 16, 32)
	if err != nil {
		return 0, 0, err
	}
	if events, err = c.piece(int(n), keep); err != nil {
		return events, int(n), err
	}
	_, err = c.r.Discard(len("\r\n"))
	return events, int(n), err
}

// piece reads n bytes of a body.
func (c *HTTP) piece(n int, keep *bytes.Buffer) (events int, err error) {
	for n > 0 {
		if c.r.Buffered() == 0 {
			if _, err := c.r.Peek(1); err != nil {
				return events, err
			}
		}
		part, _ := c.r.Peek(min(n, c.r.Buffered()))
		if c.events {
			if c.last == '\n' && part[0] == '\n' {
				events++
			}
			events += bytes.Count(part, []byte("\n\n"))
		}
		if !c.checked {
			c.checked = true
			if bytes.Contains(part, []byte(`"error"`)) {
				return 0, fmt.Errorf("answer %q", part)
			}
		}
		if keep != nil {
			keep.Write(part)
		}
		c.last = part[len(part)-1]
		n -= len(part)
		c.r.Discard(len(part))
	}
	return events, nil
}
