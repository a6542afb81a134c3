package specdiff

import (
	"fmt"
	"strings"

	"google.golang.org/protobuf/reflect/protoreflect"
)

// messages compares messages, nested ones too.
func (c *comparison) messages() {
	both(messages(c.before.File), messages(c.after.File), func(old, new *protoreflect.MessageDescriptor) {
		switch {
		case old == nil:
			c.add(Additive, Name(*new), "message added: "+fieldNames(*new), "", "", Wire, JSON)
		case new == nil:
			c.add(Breaking, Name(*old), "message removed", "Code that uses it does not compile.", "", Wire, JSON)
		default:
			c.message(*old, *new)
		}
	})
}

// messages returns the messages of a file without the entries of maps.
func messages(file protoreflect.FileDescriptor) []protoreflect.MessageDescriptor {
	var all []protoreflect.MessageDescriptor
	var walk func(list []protoreflect.MessageDescriptor)
	walk = func(list []protoreflect.MessageDescriptor) {
		for _, m := range list {
			if !m.IsMapEntry() {
				all = append(all, m)
				walk(slice(m.Messages()))
			}
		}
	}
	walk(slice(file.Messages()))
	return all
}

func fieldNames(m protoreflect.MessageDescriptor) string {
	var names []string
	for _, f := range slice(m.Fields()) {
		names = append(names, string(f.Name()))
	}
	if len(names) == 0 {
		return "no fields"
	}
	return strings.Join(names, ", ")
}

func (c *comparison) message(old, new protoreflect.MessageDescriptor) {
	c.reserved(old, new)
	for _, f := range slice(new.Fields()) {
		before := old.Fields().ByName(f.Name())
		switch at := old.Fields().ByNumber(f.Number()); {
		case before != nil:
			c.field(before, f)
		case at != nil && new.Fields().ByName(at.Name()) == nil && FieldType(at) == FieldType(f):
			c.replaced(at, f)
		default:
			c.newField(f)
		}
	}
	for _, f := range slice(old.Fields()) {
		at := new.Fields().ByNumber(f.Number())
		if new.Fields().ByName(f.Name()) == nil && !(at != nil && old.Fields().ByName(at.Name()) == nil && FieldType(at) == FieldType(f)) {
			c.add(Breaking, Name(f), "field removed: "+declaration(f), "Code that uses it does not compile.", c.without(f), Wire, JSON)
		}
	}
	c.oneofs(old, new)
	c.deprecation(Name(new), deprecated(old), deprecated(new))
}

// without says what the removal of a field means to clients.
func (c *comparison) without(f protoreflect.FieldDescriptor) string {
	var words []string
	if c.sent(f) {
		words = append(words, "What they send in it is ignored.")
	}
	if c.received(f) {
		words = append(words, "They do not get it any more.")
	}
	return strings.Join(words, " ")
}

// sent reports whether clients send the message that a field is in; received,
// whether they get it.
func (c *comparison) sent(f protoreflect.FieldDescriptor) bool {
	return c.requests[f.ContainingMessage().FullName()]
}

func (c *comparison) received(f protoreflect.FieldDescriptor) bool {
	return c.responses[f.ContainingMessage().FullName()]
}

// replaced reports two fields of which one took the other's place. Nothing says
// that they mean the same.
func (c *comparison) replaced(old, new protoreflect.FieldDescriptor) {
	area, clients := JSON, fmt.Sprintf("JSON clients that send %q are not understood; gRPC clients send the old meaning.", old.JSONName())
	if old.JSONName() == new.JSONName() {
		area, clients = Wire, "They send and get the old meaning."
	}
	c.add(Breaking, Name(old), fmt.Sprintf("field removed, and %s added at the same number: %s: same bytes, other meaning possible; check by hand",
		new.Name(), declaration(new)),
		fmt.Sprintf("Code that uses %s does not compile, and must not be changed to %s without reading what that means.", old.Name(), new.Name()),
		clients, area)
	c.requiredness(old, new)
}

func (c *comparison) newField(f protoreflect.FieldDescriptor) {
	what := "field added: " + declaration(f)
	if required(f) && c.sent(f) {
		c.add(Breaking, Name(f), what, "It refuses requests without the field.", "Requests that lack it are answered with INVALID_ARGUMENT.", Wire, JSON, Required)
		return
	}
	agent := "Nothing sets it until your code does."
	if !c.received(f) {
		agent = "Nothing reads it until your code does."
	}
	clients := ""
	if c.received(f) {
		clients = "Older ones do not know it; some JSON readers refuse unknown members."
	}
	c.add(Additive, Name(f), what, agent, clients, Wire, JSON)
}

// reserved compares the numbers that no field may take.
func (c *comparison) reserved(old, new protoreflect.MessageDescriptor) {
	if before, after := numbers(old.ReservedRanges()), numbers(new.ReservedRanges()); before != after {
		c.add(Neutral, Name(new), fmt.Sprintf("reserved numbers %s are now %s", before, after), "", "", Wire)
	}
}

func numbers(ranges protoreflect.FieldRanges) string {
	var words []string
	for i := range ranges.Len() {
		from, to := ranges.Get(i)[0], ranges.Get(i)[1]-1
		if from == to {
			words = append(words, fmt.Sprint(from))
		} else {
			words = append(words, fmt.Sprintf("%d to %d", from, to))
		}
	}
	if len(words) == 0 {
		return "(none)"
	}
	return strings.Join(words, ", ")
}
