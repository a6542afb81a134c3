package codectest

import (
	"slices"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	kinds "github.com/a2a-gen/a2a-gen/internal/gen/bindings/codectest/a2a"
	"github.com/a2a-gen/a2a-gen/internal/gen/bindings/codectest/kindspb"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
)

// subject is a message type and the generated codec that it is tested with.
type subject struct {
	name      string
	desc      protoreflect.MessageDescriptor
	marshal   func(proto.Message) ([]byte, error)
	unmarshal func([]byte, proto.Message) error
	clone     func(proto.Message) proto.Message
}

func (s subject) new() proto.Message {
	t, err := protoregistry.GlobalTypes.FindMessageByName(s.desc.FullName())
	if err != nil {
		panic(err)
	}
	return t.New().Interface()
}

// subjects lists every message of both proto files.
func subjects() []subject {
	list := collect(a2apb.File_lf_a2a_v1_a2a_proto.Messages(), subject{marshal: a2a.Marshal, unmarshal: a2a.Unmarshal, clone: a2a.Clone})
	return append(list, collect(kindspb.File_kinds_proto.Messages(), subject{marshal: kinds.Marshal, unmarshal: kinds.Unmarshal, clone: kinds.Clone})...)
}

func collect(messages protoreflect.MessageDescriptors, codec subject) []subject {
	var list []subject
	for i := range messages.Len() {
		desc := messages.Get(i)
		if desc.IsMapEntry() {
			continue
		}
		codec.name, codec.desc = string(desc.Name()), desc
		list = append(list, codec)
		list = append(list, collect(desc.Messages(), codec)...)
	}
	return list
}

// subjectOf finds the subject of a message.
func subjectOf(m proto.Message) subject {
	list := subjects()
	i := slices.IndexFunc(list, func(s subject) bool { return s.desc == m.ProtoReflect().Descriptor() })
	return list[i]
}
