package wire

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"sync"

	"google.golang.org/protobuf/proto"
)

// yieldEvents hands the events of an answer to their consumer; read makes a
// message of one. A server that does not stream may answer with plain JSON,
// which then is the only event.
func yieldEvents[Resp any](c *httpConn, op *Operation, resp *http.Response, read func(sseEvent) (*Resp, error), yield func(*Resp, error) bool) {
	if !isStream(resp) {
		event, err := readPlain(resp, read)
		yield(event, named(op, err))
		return
	}
	events := newSSEReader(resp.Body)
	for {
		var message *Resp
		event, err := events.next()
		if err == io.EOF {
			return
		}
		if err == nil {
			message, err = read(event)
		}
		if err == nil && event.name == "error" {
			err = Internal.New("the agent ended the stream by a failure in a form that cannot be read")
		}
		if err != nil {
			yield(nil, named(op, err))
			return
		}
		if !c.unknown.skip(op, message) && !yield(message, nil) {
			return
		}
	}
}

// isStream reports whether an answer is a stream of events. Before its first
// event a stream may fail with a plain answer instead.
func isStream(resp *http.Response) bool {
	return strings.HasPrefix(strings.ToLower(resp.Header.Get("Content-Type")), "text/event-stream")
}

func readPlain[Resp any](resp *http.Response, read func(sseEvent) (*Resp, error)) (*Resp, error) {
	body, err := readAnswer(resp.Body, maxAnswer)
	if err != nil {
		return nil, err
	}
	message, err := read(sseEvent{data: body})
	if _, ok := err.(*Error); ok {
		return nil, err
	}
	if err == nil && isUnknown(message) {
		err = errors.New("it is no event")
	}
	if err != nil {
		return nil, fmt.Errorf("the agent answered with %q instead of a stream: %w", resp.Header.Get("Content-Type"), err)
	}
	return message, nil
}

// unknownEvents passes over the events that a later version of the protocol
// may bring, and logs the first of them (section 3.2.3).
type unknownEvents struct {
	logger *slog.Logger // slog.Default when nil
	once   sync.Once
}

func (u *unknownEvents) skip(op *Operation, event any) bool {
	if !isUnknown(event) {
		return false
	}
	u.once.Do(func() {
		logger := u.logger
		if logger == nil {
			logger = slog.Default()
		}
		logger.Warn("the agent sends events of a kind that this client does not know; they are skipped", "operation", op.Name)
	})
	return true
}

// isUnknown reports whether a message is a choice of kinds of which none is
// set.
func isUnknown(event any) bool {
	m, ok := event.(proto.Message)
	if !ok {
		return false
	}
	kinds := m.ProtoReflect().Descriptor().Oneofs()
	return kinds.Len() == 1 && !kinds.Get(0).IsSynthetic() && m.ProtoReflect().WhichOneof(kinds.Get(0)) == nil
}
