package specdiff

import (
	"fmt"
	"strings"

	"google.golang.org/protobuf/reflect/protoreflect"
)

// comments counts the elements of both versions whose comments differ.
func (c *comparison) comments() {
	before, n := commentsOf(c.before.File), 0
	for name, text := range commentsOf(c.after.File) {
		if old, ok := before[name]; ok && old != text {
			n++
		}
	}
	switch {
	case n == 1:
		c.add(Neutral, "comments", "of 1 declaration differ", "Doc comments in gen/ follow them.", "", Comments)
	case n > 1:
		c.add(Neutral, "comments", fmt.Sprintf("of %d declarations differ", n), "Doc comments in gen/ follow them.", "", Comments)
	}
}

// commentsOf returns the comments of all elements by kind and name. How they
// are wrapped is no difference.
func commentsOf(file protoreflect.FileDescriptor) map[string]string {
	found := make(map[string]string)
	note := func(d protoreflect.Descriptor) {
		at := file.SourceLocations().ByDescriptor(d)
		found[Name(d)] = strings.Join(strings.Fields(at.LeadingComments+" "+at.TrailingComments), " ")
	}
	for _, s := range slice(file.Services()) {
		note(s)
		for _, m := range slice(s.Methods()) {
			note(m)
		}
	}
	for _, m := range messages(file) {
		note(m)
		for _, f := range slice(m.Fields()) {
			note(f)
		}
		for _, o := range slice(m.Oneofs()) {
			note(o)
		}
	}
	for _, e := range enums(file) {
		note(e)
		for _, v := range slice(e.Values()) {
			note(v)
		}
	}
	return found
}
