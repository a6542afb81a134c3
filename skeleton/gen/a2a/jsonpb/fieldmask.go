package jsonpb

import (
	"strings"

	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/known/fieldmaskpb"
)

// AppendFieldMask appends the paths in camel case, separated by commas. A path
// that would not read back as itself makes it null.
func AppendFieldMask(b []byte, m *fieldmaskpb.FieldMask) []byte {
	var names []string
	for _, path := range m.GetPaths() {
		name := camel(path)
		if snake(name) != path || !protoreflect.FullName(path).IsValid() {
			return append(b, "null"...)
		}
		names = append(names, name)
	}
	return AppendString(b, strings.Join(names, ","))
}

// DecodeFieldMask reads paths in camel case, separated by commas, into m.
func DecodeFieldMask(d *Decoder, m *fieldmaskpb.FieldMask) {
	s := strings.TrimSpace(d.ReadString())
	if s == "" {
		return
	}
	for name := range strings.SplitSeq(s, ",") {
		path := snake(name)
		if strings.Contains(name, "_") || !protoreflect.FullName(path).IsValid() {
			d.Fail("%.64q is not the path of a field", name)
			return
		}
		m.Paths = append(m.Paths, path)
	}
}

// camel drops each underscore and raises the letter behind it.
func camel(s string) string {
	var b strings.Builder
	raise := false
	for i := range len(s) {
		c := s[i]
		if c == '_' {
			raise = true
			continue
		}
		if raise && 'a' <= c && c <= 'z' {
			c -= 'a' - 'A'
		}
		raise = false
		b.WriteByte(c)
	}
	return b.String()
}

// snake lowers each capital and puts an underscore before it.
func snake(s string) string {
	var b strings.Builder
	for i := range len(s) {
		c := s[i]
		if 'A' <= c && c <= 'Z' {
			b.WriteByte('_')
			c += 'a' - 'A'
		}
		b.WriteByte(c)
	}
	return b.String()
}
