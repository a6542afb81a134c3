package hostneeds

import (
	"google.golang.org/protobuf/compiler/protogen"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/a2a-gen/a2a-gen/internal/specdiff"
)

// names says which element of the proto a Go identifier stands for.
type names struct {
	file     protoreflect.FileDescriptor
	types    map[string]string // of a2apb
	bindings map[string]string // of a2a
}

func namesOf(file *protogen.File) *names {
	n := &names{file: file.Desc, types: make(map[string]string), bindings: make(map[string]string)}
	for _, s := range file.Services {
		for _, m := range s.Methods {
			n.bindings[m.GoName] = string(m.Desc.Name())
		}
	}
	for _, m := range file.Messages {
		n.message(m)
	}
	for _, e := range file.Enums {
		n.enum(e)
	}
	return n
}

func (n *names) message(m *protogen.Message) {
	of := m.GoIdent.GoName
	n.types[of] = specdiff.Name(m.Desc)
	for _, function := range []string{"Append", "Decode", "Clone", "Check"} {
		n.bindings[function+of] = specdiff.Name(m.Desc)
	}
	for _, f := range m.Fields {
		name := specdiff.Name(f.Desc)
		n.types[of+".Get"+f.GoName] = name
		if f.Oneof != nil && !f.Oneof.Desc.IsSynthetic() {
			n.types[f.GoIdent.GoName] = name
			n.types[f.GoIdent.GoName+"."+f.GoName] = name
		} else {
			n.types[of+"."+f.GoName] = name
		}
	}
	for _, o := range m.Oneofs {
		if !o.Desc.IsSynthetic() {
			n.types[of+"."+o.GoName] = specdiff.Name(o.Desc)
			n.types[of+".Get"+o.GoName] = specdiff.Name(o.Desc)
		}
	}
	for _, inner := range m.Messages {
		n.message(inner)
	}
	for _, e := range m.Enums {
		n.enum(e)
	}
}

func (n *names) enum(e *protogen.Enum) {
	of := e.GoIdent.GoName
	for _, name := range []string{of, of + "_name", of + "_value"} {
		n.types[name] = specdiff.Name(e.Desc)
	}
	for _, v := range e.Values {
		n.types[v.GoIdent.GoName] = specdiff.Name(e.Desc) + "." + string(v.Desc.Name())
	}
}
