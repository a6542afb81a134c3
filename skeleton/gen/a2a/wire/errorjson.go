package wire

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"google.golang.org/grpc/codes"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/jsonpb"
)

// appendRPCError appends a JSON-RPC error response (section 9.5). id is the
// request's id as it was written.
func appendRPCError(b, id []byte, e *Error) []byte {
	b = append(b, `{"jsonrpc":"2.0","id":`...)
	b = append(b, id...)
	b = append(b, `,"error":{"code":`...)
	b = strconv.AppendInt(b, int64(e.Kind.JSONRPC), 10)
	b = append(b, `,"message":`...)
	b = jsonpb.AppendString(b, e.Text())
	if details := appendDetails(nil, e); len(details) > 0 {
		b = append(b, `,"data":[`...)
		b = append(b, details...)
		b = append(b, ']')
	}
	return append(b, "}}"...)
}

// appendHTTPError appends the body of an HTTP+JSON failure (section 11.6).
func appendHTTPError(b []byte, e *Error) []byte {
	b = append(b, `{"error":{"code":`...)
	b = strconv.AppendInt(b, int64(e.Kind.HTTP), 10)
	b = append(b, `,"status":"`...)
	b = append(b, statusName(e.Kind.GRPC)...)
	b = append(b, `","message":`...)
	b = jsonpb.AppendString(b, e.Text())
	if details := appendDetails(nil, e); len(details) > 0 {
		b = append(b, `,"details":[`...)
		b = append(b, details...)
		b = append(b, ']')
	}
	return append(b, "}}"...)
}

// appendDetails appends the google.rpc details of a failure, separated by
// commas (section 3.3.2).
func appendDetails(b []byte, e *Error) []byte {
	if e.Kind.Info {
		b = append(b, `{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":`...)
		b = jsonpb.AppendString(b, e.Kind.Reason)
		b = append(b, `,"domain":"`+Domain+`"`...)
		b = appendMetadata(b, e.Metadata)
		b = append(b, '}')
	}
	if len(e.Violations) > 0 {
		b = comma(b)
		b = append(b, `{"@type":"type.googleapis.com/google.rpc.BadRequest","fieldViolations":[`...)
		for i, v := range e.Violations {
			if i > 0 {
				b = append(b, ',')
			}
			b = append(b, `{"field":`...)
			b = jsonpb.AppendString(b, v.Field)
			b = append(b, `,"description":`...)
			b = jsonpb.AppendString(b, v.Description)
			b = append(b, '}')
		}
		b = append(b, "]}"...)
	}
	if e.RetryAfter > 0 {
		b = comma(b)
		b = append(b, `{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"`...)
		b = strconv.AppendFloat(b, e.RetryAfter.Round(time.Millisecond).Seconds(), 'f', -1, 64)
		b = append(b, `s"}`...)
	}
	return b
}

func appendMetadata(b []byte, metadata map[string]string) []byte {
	if len(metadata) == 0 {
		return b
	}
	b = append(b, `,"metadata":{`...)
	for i, key := range slices.Sorted(maps.Keys(metadata)) {
		if i > 0 {
			b = append(b, ',')
		}
		b = jsonpb.AppendString(b, key)
		b = append(b, ':')
		b = jsonpb.AppendString(b, metadata[key])
	}
	return append(b, '}')
}

func comma(b []byte) []byte {
	if len(b) > 0 {
		b = append(b, ',')
	}
	return b
}

// statusName spells a gRPC code as google.rpc.Code does: NotFound is
// NOT_FOUND. The one name that differs is Canceled.
func statusName(code codes.Code) string {
	if code == codes.Canceled {
		return "CANCELLED"
	}
	var b strings.Builder
	for i, r := range code.String() {
		if i > 0 && unicode.IsUpper(r) {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToUpper(r))
	}
	return b.String()
}
