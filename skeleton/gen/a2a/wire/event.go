package wire

import "sync"

// Event is one message of a stream. Its JSON is made at most once, however
// many streams and webhooks carry it. An event is immutable and safe for
// concurrent use; the message must not be changed after NewEvent.
type Event[M any] struct {
	Message *M
	once    sync.Once
	json    []byte
}

// NewEvent returns the event of a message.
func NewEvent[M any](message *M) *Event[M] {
	return &Event[M]{Message: message}
}

// JSON returns the message's JSON, made by encode on the first call. The
// caller must not change it.
func (e *Event[M]) JSON(encode func([]byte, *M) []byte) []byte {
	e.once.Do(func() { e.json = encode(nil, e.Message) })
	return e.json
}

// Stream is where a streaming operation puts its responses.
type Stream[M any] interface {
	// Send writes events in order and flushes once, so a service that has
	// several ready hands them over together. The first Send opens the stream:
	// an error that the operation returns before it is answered as a plain
	// error. A Send that fails means that the client is gone.
	Send(events ...*Event[M]) error
}
