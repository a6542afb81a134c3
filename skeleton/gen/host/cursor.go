package host

import (
	"encoding/base64"
	"encoding/binary"
	"time"
	"unicode/utf8"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
)

// PageCursor is a place in a list of tasks: behind the task with this status
// timestamp and id. Stores make their page tokens from it, so that paging goes
// on at the right place even if that task has moved or is gone.
type PageCursor struct {
	Time time.Time
	ID   string
}

// CursorOf returns the place behind a task.
func CursorOf(task *a2apb.Task) PageCursor {
	return PageCursor{Time: StatusTime(task.GetStatus()), ID: task.GetId()}
}

// StatusTime returns the timestamp of a status. A status without one counts as
// the oldest of all.
func StatusTime(status *a2apb.TaskStatus) time.Time {
	if ts := status.GetTimestamp(); ts != nil {
		return ts.AsTime()
	}
	return time.Unix(0, 0).UTC()
}

// Before says whether a task at c comes before one at d in a list: newer
// status first, then the greater id.
func (c PageCursor) Before(d PageCursor) bool {
	if order := c.Time.Compare(d.Time); order != 0 {
		return order > 0
	}
	return c.ID > d.ID
}

// Token returns the opaque page token of the place.
func (c PageCursor) Token() string {
	raw := binary.BigEndian.AppendUint64(nil, uint64(c.Time.UnixNano()))
	return base64.RawURLEncoding.EncodeToString(append(raw, c.ID...))
}

// ParsePageToken reads a page token. Anything that Token does not make is
// ErrPageToken.
func ParsePageToken(token string) (PageCursor, error) {
	raw, err := base64.RawURLEncoding.Strict().DecodeString(token)
	if err != nil || len(raw) <= 8 || !utf8.Valid(raw[8:]) {
		return PageCursor{}, ErrPageToken
	}
	nanos := int64(binary.BigEndian.Uint64(raw))
	return PageCursor{Time: time.Unix(0, nanos).UTC(), ID: string(raw[8:])}, nil
}
