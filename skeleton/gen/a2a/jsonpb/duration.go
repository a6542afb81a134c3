package jsonpb

import (
	"bytes"
	"strconv"

	"google.golang.org/protobuf/types/known/durationpb"
)

// maxDuration is the most seconds of a Duration, about 10,000 years.
const maxDuration = 315_576_000_000

// AppendDuration appends seconds with 0, 3, 6 or 9 digits of a fraction, such
// as "1.500s".
func AppendDuration(b []byte, m *durationpb.Duration) []byte {
	seconds, nanos := m.GetSeconds(), m.GetNanos()
	if seconds < -maxDuration || seconds > maxDuration || nanos <= -1e9 || nanos >= 1e9 ||
		seconds > 0 && nanos < 0 || seconds < 0 && nanos > 0 {
		return append(b, "null"...)
	}
	b = append(b, '"')
	if seconds < 0 || nanos < 0 {
		b = append(b, '-')
		seconds, nanos = -seconds, -nanos
	}
	b = strconv.AppendInt(b, seconds, 10)
	switch {
	case nanos == 0:
	case nanos%1e6 == 0:
		b = appendDigits(append(b, '.'), int(nanos/1e6), 3)
	case nanos%1e3 == 0:
		b = appendDigits(append(b, '.'), int(nanos/1e3), 6)
	default:
		b = appendDigits(append(b, '.'), int(nanos), 9)
	}
	return append(b, 's', '"')
}

// DecodeDuration reads seconds with up to nine digits of a fraction and the
// suffix s into m.
func DecodeDuration(d *Decoder, m *durationpb.Duration) {
	const want = "a duration such as 1.5s"
	s := d.content(want)
	if d.err != nil {
		return
	}
	var ok bool
	if m.Seconds, m.Nanos, ok = parseDuration(s); !ok {
		d.mismatch(want)
	}
}

// parseDuration accepts what protojson does: a sign, no leading zeros, and at
// least one digit before or a point.
func parseDuration(s []byte) (seconds int64, nanos int32, ok bool) {
	s, ok = bytes.CutSuffix(s, []byte("s"))
	if !ok || len(s) == 0 {
		return 0, 0, false
	}
	neg := s[0] == '-'
	if neg || s[0] == '+' {
		s = s[1:]
	}
	whole := s[:digits(s, 0)]
	fraction := s[len(whole):]
	if len(s) == 0 || len(whole) > 12 || len(whole) > 1 && whole[0] == '0' {
		return 0, 0, false
	}
	if len(fraction) > 1 {
		if nanos, ok = parseNanos(fraction[1:digits(fraction, 1)]); !ok {
			return 0, 0, false
		}
	}
	if len(fraction) > 0 && (fraction[0] != '.' || digits(fraction, 1) != len(fraction)) {
		return 0, 0, false
	}
	seconds = int64(number(whole))
	if neg {
		seconds, nanos = -seconds, -nanos
	}
	return seconds, nanos, seconds >= -maxDuration && seconds <= maxDuration
}
