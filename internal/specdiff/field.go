package specdiff

import (
	"fmt"
	"slices"
	"strings"

	"google.golang.org/genproto/googleapis/api/annotations"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"
)

// field compares two fields of one name.
func (c *comparison) field(old, new protoreflect.FieldDescriptor) {
	label := Name(new)
	if old.Number() != new.Number() {
		c.add(Breaking, label, fmt.Sprintf("number %d is now %d", old.Number(), new.Number()),
			"Tasks that the SQLite store holds were written with the old number; drain or delete them first.",
			"gRPC clients have to be generated anew; JSON clients notice nothing.", Wire)
	}
	if before, after := FieldType(old), FieldType(new); before != after {
		c.add(Breaking, label, fmt.Sprintf("type %s is now %s", before, after),
			"Code that uses it may not compile.", "They have to follow the new type.", Wire, JSON)
	}
	if old.JSONName() != new.JSONName() {
		c.add(Breaking, label, fmt.Sprintf("JSON member %s is now %s", old.JSONName(), new.JSONName()),
			"It sends and reads the new member.", "JSON clients have to follow; gRPC clients notice nothing.", JSON)
	}
	c.presence(old, new)
	c.requiredness(old, new)
	c.deprecation(label, fieldOptions(old).GetDeprecated(), fieldOptions(new).GetDeprecated())
}

// presence compares whether absence can be told from the default, for fields
// for which that is a choice.
func (c *comparison) presence(old, new protoreflect.FieldDescriptor) {
	if FieldType(old) != FieldType(new) || old.HasPresence() == new.HasPresence() || realOneof(old) != nil || realOneof(new) != nil {
		return
	}
	if new.HasPresence() {
		c.add(Breaking, Name(new), "presence gained: absent and default are now two things",
			"Code that sets it gets a pointer and does not compile.", "The default value is sent where it is set.", Presence)
		return
	}
	c.add(Breaking, Name(new), "presence lost: absent and default are now one thing",
		"Code that sets it gets a plain value and does not compile.", "A default value that they send counts as absent.", Presence)
}

// requiredness compares the REQUIRED marks: of requests the agent enforces
// them, in responses it promises them.
func (c *comparison) requiredness(old, new protoreflect.FieldDescriptor) {
	before, after := required(old), required(new)
	switch label := Name(new); {
	case before == after:
	case after && c.sent(new):
		c.add(Breaking, label, "is now required", "It refuses requests without the field.",
			"Requests that lack it are answered with INVALID_ARGUMENT.", Required)
	case after:
		c.add(Additive, label, "is now required", "It sends the member even at its default.", "They can rely on it.", Required)
	case c.received(new):
		c.add(Breaking, label, "is no longer required", "It leaves the member out at its default.", "They cannot rely on the member any more.", Required)
	default:
		c.add(Additive, label, "is no longer required", "It takes requests without the field.", "They may leave it out.", Required)
	}
}

// oneofs compares which fields exclude each other.
func (c *comparison) oneofs(old, new protoreflect.MessageDescriptor) {
	for _, f := range slice(new.Fields()) {
		before := old.Fields().ByName(f.Name())
		if before == nil || realName(before) == realName(f) {
			continue
		}
		c.add(Breaking, Name(f), fmt.Sprintf("oneof %s is now %s", orNone(realName(before)), orNone(realName(f))),
			"Code that sets it does not compile.", "Members that could be together may be refused, or come together now.", Oneof)
	}
}

// realOneof is the oneof that the source writes, or nil.
func realOneof(f protoreflect.FieldDescriptor) protoreflect.OneofDescriptor {
	if o := f.ContainingOneof(); o != nil && !o.IsSynthetic() {
		return o
	}
	return nil
}

func realName(f protoreflect.FieldDescriptor) string {
	if o := realOneof(f); o != nil {
		return string(o.Name())
	}
	return ""
}

func orNone(name string) string {
	if name == "" {
		return "(none)"
	}
	return name
}

// FieldType is a field's cardinality and type as the proto writes them.
func FieldType(f protoreflect.FieldDescriptor) string {
	switch {
	case f.IsMap():
		return fmt.Sprintf("map<%s, %s>", elementType(f.MapKey()), elementType(f.MapValue()))
	case f.IsList():
		return "repeated " + elementType(f)
	}
	return elementType(f)
}

func elementType(f protoreflect.FieldDescriptor) string {
	switch {
	case f.Message() != nil:
		return local(f, f.Message())
	case f.Enum() != nil:
		return local(f, f.Enum())
	}
	return f.Kind().String()
}

// local is a type's name as an element refers to it: without the package if
// that is the element's own.
func local(from, d protoreflect.Descriptor) string {
	return strings.TrimPrefix(string(d.FullName()), string(from.ParentFile().Package())+".")
}

// declaration is a field as the proto writes it, without its name.
func declaration(f protoreflect.FieldDescriptor) string {
	text := fmt.Sprintf("%s = %d", FieldType(f), f.Number())
	if f.HasOptionalKeyword() {
		text = "optional " + text
	}
	if o := realName(f); o != "" {
		text += " in oneof " + o
	}
	if required(f) {
		text += ", required"
	}
	return text
}

// required reports whether a field is marked so.
func required(f protoreflect.FieldDescriptor) bool {
	behaviors, ok := proto.GetExtension(fieldOptions(f), annotations.E_FieldBehavior).([]annotations.FieldBehavior)
	return ok && slices.Contains(behaviors, annotations.FieldBehavior_REQUIRED)
}

func fieldOptions(f protoreflect.FieldDescriptor) *descriptorpb.FieldOptions {
	options, _ := f.Options().(*descriptorpb.FieldOptions)
	return options
}

func deprecated(m protoreflect.MessageDescriptor) bool {
	options, _ := m.Options().(*descriptorpb.MessageOptions)
	return options.GetDeprecated()
}
