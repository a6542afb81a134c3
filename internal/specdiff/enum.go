package specdiff

import (
	"fmt"

	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"
)

// enums compares enums, those inside of messages too.
func (c *comparison) enums() {
	both(enums(c.before.File), enums(c.after.File), func(old, new *protoreflect.EnumDescriptor) {
		switch {
		case old == nil:
			c.add(Additive, Name(*new), fmt.Sprintf("enum added, %d values", (*new).Values().Len()), "", "", Enum)
		case new == nil:
			c.add(Breaking, Name(*old), "enum removed", "Code that uses it does not compile.", "", Enum, Wire, JSON)
		default:
			c.enum(*old, *new)
		}
	})
}

func enums(file protoreflect.FileDescriptor) []protoreflect.EnumDescriptor {
	all := slice(file.Enums())
	for _, m := range messages(file) {
		all = append(all, slice(m.Enums())...)
	}
	return all
}

func (c *comparison) enum(old, new protoreflect.EnumDescriptor) {
	for _, v := range slice(new.Values()) {
		if before := old.Values().ByName(v.Name()); before != nil {
			c.value(before, v)
		} else if before := old.Values().ByNumber(v.Number()); before != nil && new.Values().ByName(before.Name()) == nil {
			c.add(Breaking, valueName(v), fmt.Sprintf("added at number %d, where %s was removed: same bytes, other meaning possible; check by hand", v.Number(), before.Name()),
				"Code that uses the old name does not compile.", "JSON clients know the old name only.", Enum, JSON)
		} else {
			c.add(Additive, valueName(v), fmt.Sprintf("value added: %d", v.Number()), "Nothing sends it until your code does.",
				"Older ones may not understand it; some JSON readers refuse unknown names.", Enum)
		}
	}
	for _, v := range slice(old.Values()) {
		if new.Values().ByName(v.Name()) == nil && new.Values().ByNumber(v.Number()) == nil {
			c.add(Breaking, valueName(v), fmt.Sprintf("value removed: %d", v.Number()), "Code that uses it does not compile.",
				"Requests with its name are refused.", Enum, JSON)
		}
	}
	c.deprecation(Name(new), old.Options().(*descriptorpb.EnumOptions).GetDeprecated(), new.Options().(*descriptorpb.EnumOptions).GetDeprecated())
}

func (c *comparison) value(old, new protoreflect.EnumValueDescriptor) {
	if old.Number() != new.Number() {
		c.add(Breaking, valueName(new), fmt.Sprintf("value %d is now %d", old.Number(), new.Number()),
			"States that it stored as protobuf are read with another meaning.", "gRPC clients have to be generated anew; JSON stays.", Enum, Wire)
	}
	c.deprecation(valueName(new), old.Options().(*descriptorpb.EnumValueOptions).GetDeprecated(), new.Options().(*descriptorpb.EnumValueOptions).GetDeprecated())
}

// valueName puts the enum before the value.
func valueName(v protoreflect.EnumValueDescriptor) string {
	return Name(v.Parent()) + "." + string(v.Name())
}
