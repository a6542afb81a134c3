package jsonpb

import (
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"
)

// Seconds since 1970 of the years 0001 and 9999, which bound a Timestamp.
const (
	firstSecond = -62135596800
	lastSecond  = 253402300799
)

// AppendTimestamp appends a time in UTC with milliseconds, which are cut and
// not rounded (section 5.6.1 of the specification).
func AppendTimestamp(b []byte, m *timestamppb.Timestamp) []byte {
	seconds, nanos := m.GetSeconds(), m.GetNanos()
	if seconds < firstSecond || seconds > lastSecond || nanos < 0 || nanos >= 1e9 {
		return append(b, "null"...)
	}
	t := time.Unix(seconds, 0).UTC()
	year, month, day := t.Date()
	hour, minute, second := t.Clock()
	b = append(b, '"')
	b = appendDigits(b, year, 4)
	b = appendDigits(append(b, '-'), int(month), 2)
	b = appendDigits(append(b, '-'), day, 2)
	b = appendDigits(append(b, 'T'), hour, 2)
	b = appendDigits(append(b, ':'), minute, 2)
	b = appendDigits(append(b, ':'), second, 2)
	b = appendDigits(append(b, '.'), int(nanos)/1e6, 3)
	return append(b, 'Z', '"')
}

// appendDigits appends v with leading zeros, n digits in all.
func appendDigits(b []byte, v, n int) []byte {
	for range n {
		b = append(b, '0')
	}
	for i := len(b) - 1; v > 0; i-- {
		b[i] += byte(v % 10)
		v /= 10
	}
	return b
}

// DecodeTimestamp reads a time as RFC 3339 has it, with any offset and up to
// nine digits of a second, into m.
func DecodeTimestamp(d *Decoder, m *timestamppb.Timestamp) {
	const want = "a time such as 2025-01-31T12:00:00.000Z"
	s := d.content(want)
	if d.err != nil {
		return
	}
	var ok bool
	if m.Seconds, m.Nanos, ok = parseTimestamp(s); !ok {
		d.mismatch(want)
	}
}

// parseTimestamp returns the seconds since 1970 and the nanoseconds of a time.
func parseTimestamp(s []byte) (seconds int64, nanos int32, ok bool) {
	const layout = "0000-00-00T00:00:00"
	if len(s) <= len(layout) || !matches(s[:len(layout)], layout) {
		return 0, 0, false
	}
	year, month, day := number(s[:4]), number(s[5:7]), number(s[8:10])
	hour, minute, second := number(s[11:13]), number(s[14:16]), number(s[17:19])
	t := time.Date(year, time.Month(month), day, hour, minute, second, 0, time.UTC)
	if int(t.Month()) != month || t.Day() != day || hour > 23 || minute > 59 || second > 59 {
		return 0, 0, false
	}
	s = s[len(layout):]
	if s[0] == '.' {
		end := digits(s, 1)
		if nanos, ok = parseNanos(s[1:end]); !ok {
			return 0, 0, false
		}
		s = s[end:]
	}
	offset, ok := parseOffset(s)
	seconds = t.Unix() - offset
	return seconds, nanos, ok && seconds >= firstSecond && seconds <= lastSecond
}

// parseNanos returns one to nine digits behind a point as nanoseconds.
func parseNanos(s []byte) (int32, bool) {
	if len(s) == 0 || len(s) > 9 {
		return 0, false
	}
	n := number(s)
	for range 9 - len(s) {
		n *= 10
	}
	return int32(n), true
}

// parseOffset returns the seconds that Z or an offset such as +02:00 is east
// of UTC.
func parseOffset(s []byte) (int64, bool) {
	if string(s) == "Z" {
		return 0, true
	}
	if !matches(s, "+00:00") && !matches(s, "-00:00") {
		return 0, false
	}
	hours, minutes := number(s[1:3]), number(s[4:6])
	offset := int64(hours*60+minutes) * 60
	if s[0] == '-' {
		offset = -offset
	}
	return offset, hours <= 23 && minutes <= 59
}

// matches tells whether s has the layout's characters, with any digit where it
// has a zero.
func matches(s []byte, layout string) bool {
	if len(s) != len(layout) {
		return false
	}
	for i, c := range s {
		if layout[i] == '0' {
			if c-'0' > 9 {
				return false
			}
		} else if c != layout[i] {
			return false
		}
	}
	return true
}

// number returns the value of a few digits.
func number(s []byte) int {
	n := 0
	for _, c := range s {
		n = n*10 + int(c-'0')
	}
	return n
}
