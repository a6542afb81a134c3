package jsonpb

import (
	"strconv"
	"strings"
)

// step is one container on the way to the current value: which member or
// element of it is being read.
type step struct {
	name  string // of a member
	index int    // of an element, or one of the constants below
}

const (
	unknown = -1 // nothing yet, or a member that has no field
	member  = -2 // the field called name
	mapKey  = -3 // the map entry called name
)

// where renders the way to the current value, such as message.parts[0].role.
func (d *Decoder) where() string {
	var b []byte
	for _, s := range d.path[:d.depth] {
		switch {
		case s.index >= 0:
			b = append(b, '[')
			b = strconv.AppendInt(b, int64(s.index), 10)
			b = append(b, ']')
		case s.index == mapKey:
			b = append(b, '[')
			b = AppendString(b, short(s.name))
			b = append(b, ']')
		case s.index == member:
			if len(b) > 0 {
				b = append(b, '.')
			}
			b = append(b, s.name...)
		}
	}
	return string(b)
}

// short cuts a map key, which can be as long as the text that it came with.
func short(key string) string {
	const limit = 64
	if len(key) <= limit {
		return key
	}
	return strings.ToValidUTF8(key[:limit], "") + "..."
}
