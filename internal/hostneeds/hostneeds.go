package hostneeds

import (
	"fmt"
	"strings"

	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/a2a-gen/a2a-gen/internal/diag"
	"github.com/a2a-gen/a2a-gen/internal/specdiff"
)

// Need is an element that has to be there.
type Need struct {
	Name string // without the package: "Task.history"
	Is   string // what it is: "message", "enum", "oneof", "value", a field's type, an operation's signature
}

// Check returns a finding for each need that a file does not meet, at the place
// of the element that is other than needed or that ought to have it. name is
// how messages call the file.
func Check(name string, file protoreflect.FileDescriptor) diag.List {
	facts := factsOf(file)
	var lacking diag.List
	absent := make(map[string]bool) // messages and enums that were reported
	for _, need := range needs() {
		has, ok := facts[need.Name]
		parent, _, member := strings.Cut(need.Name, ".")
		if ok && has.is == need.Is || member && absent[parent] {
			continue
		}
		if !ok && !member {
			absent[need.Name] = true
		}
		at := has.at
		if !ok {
			at = facts[parent].at
		}
		lacking = append(lacking, finding(name, file, at, need, has.is))
	}
	lacking.Sort()
	return lacking
}

// finding says what is the matter with one need.
func finding(name string, file protoreflect.FileDescriptor, at protoreflect.Descriptor, need Need, has string) diag.Diagnostic {
	d := diag.Diagnostic{
		File: name, Line: 1, Col: 1, Message: message(need, has),
		Hint: "gen/host needs it; keep the a2a.proto that you have",
	}
	if at != nil {
		place := file.SourceLocations().ByDescriptor(at)
		d.Line, d.Col = place.StartLine+1, place.StartColumn+1
	}
	return d
}

func message(need Need, has string) string {
	parent, member, nested := strings.Cut(need.Name, ".")
	switch {
	case has != "":
		return fmt.Sprintf("%s is %s instead of %s", need.Name, has, need.Is)
	case !nested && strings.HasPrefix(need.Is, "("):
		return fmt.Sprintf("there is no operation %s%s", need.Name, need.Is)
	case !nested:
		return fmt.Sprintf("there is no %s %s", need.Is, need.Name)
	case need.Is == "oneof" || need.Is == "value":
		return fmt.Sprintf("%s has no %s %s", parent, need.Is, member)
	}
	return fmt.Sprintf("%s has no field %s (%s)", parent, member, need.Is)
}

// fact is what an element is, and where.
type fact struct {
	is string
	at protoreflect.Descriptor
}

// factsOf describes all elements of a file by their names.
func factsOf(file protoreflect.FileDescriptor) map[string]fact {
	f := facts{}
	for i := range file.Services().Len() {
		methods := file.Services().Get(i).Methods()
		for i := range methods.Len() {
			f[string(methods.Get(i).Name())] = fact{specdiff.Signature(methods.Get(i)), methods.Get(i)}
		}
	}
	f.messages(file.Messages())
	f.enums(file.Enums())
	return f
}

type facts map[string]fact

func (f facts) messages(list protoreflect.MessageDescriptors) {
	for i := range list.Len() {
		m := list.Get(i)
		f[specdiff.Name(m)] = fact{"message", m}
		for i := range m.Fields().Len() {
			f[specdiff.Name(m.Fields().Get(i))] = fact{shape(m.Fields().Get(i)), m.Fields().Get(i)}
		}
		for i := range m.Oneofs().Len() {
			if o := m.Oneofs().Get(i); !o.IsSynthetic() {
				f[specdiff.Name(o)] = fact{"oneof", o}
			}
		}
		f.messages(m.Messages())
		f.enums(m.Enums())
	}
}

func (f facts) enums(list protoreflect.EnumDescriptors) {
	for i := range list.Len() {
		e := list.Get(i)
		f[specdiff.Name(e)] = fact{"enum", e}
		for i := range e.Values().Len() {
			v := e.Values().Get(i)
			f[specdiff.Name(e)+"."+string(v.Name())] = fact{"value", v}
		}
	}
}

// shape is what decides a field's Go type.
func shape(f protoreflect.FieldDescriptor) string {
	text := specdiff.FieldType(f)
	switch oneof := f.ContainingOneof(); {
	case oneof != nil && !oneof.IsSynthetic():
		return text + " in oneof " + string(oneof.Name())
	case f.HasPresence() && f.Message() == nil:
		return "optional " + text
	}
	return text
}
