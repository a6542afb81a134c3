package host

import (
	"encoding/base64"
	"encoding/binary"
	"math"
	"time"
	"unicode/utf8"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
)

// PageCursor is a place in a list of tasks: behind the task with this status
// timestamp and id. Stores make their page tokens from it, so that paging goes
// on at the right place even if that task has moved or is gone.
type PageCursor struct {
	At int64 // time of the status, see Nanoseconds
	ID string
}

// Behind says whether a task at c comes behind one at d in a list: earlier
// status, then the smaller id.
func (c PageCursor) Behind(d PageCursor) bool {
	return c.At < d.At || c.At == d.At && c.ID < d.ID
}

// StatusTime returns the timestamp of a status. A status without one counts as
// the oldest of all.
func StatusTime(status *a2apb.TaskStatus) time.Time {
	if ts := status.GetTimestamp(); ts != nil {
		return ts.AsTime()
	}
	return time.Unix(0, 0).UTC()
}

// Nanoseconds returns a time as stores compare it: in nanoseconds since 1970, the
// nearest that there is for years outside of 1678 to 2261.
func Nanoseconds(t time.Time) int64 {
	switch {
	case t.Before(time.Unix(0, math.MinInt64)):
		return math.MinInt64
	case t.After(time.Unix(0, math.MaxInt64)):
		return math.MaxInt64
	}
	return t.UnixNano()
}

// Token returns the opaque page token of the place.
func (c PageCursor) Token() string {
	raw := binary.BigEndian.AppendUint64(nil, uint64(c.At))
	return base64.RawURLEncoding.EncodeToString(append(raw, c.ID...))
}

// ParsePageToken reads a page token. Anything that Token does not make is
// ErrPageToken.
func ParsePageToken(token string) (PageCursor, error) {
	raw, err := base64.RawURLEncoding.Strict().DecodeString(token)
	if err != nil || len(raw) <= 8 || !utf8.Valid(raw[8:]) {
		return PageCursor{}, ErrPageToken
	}
	return PageCursor{At: int64(binary.BigEndian.Uint64(raw)), ID: string(raw[8:])}, nil
}
