package wire

import (
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/encoding"
	"google.golang.org/grpc/mem"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
)

// GRPCCodec is the codec of a server for [grpc.ForceServerCodecV2]. It differs
// from the usual one in what becomes of a message that cannot be read: grpc-go
// answers INTERNAL before anybody is asked, as if this side were at fault, and
// clients try again. With this codec it is INVALID_ARGUMENT.
func GRPCCodec() encoding.CodecV2 {
	return codec{encoding.GetCodecV2("proto")}
}

type codec struct{ encoding.CodecV2 }

func (c codec) Unmarshal(data mem.BufferSlice, v any) error {
	err := c.CodecV2.Unmarshal(data, v)
	if in, ok := v.(*incoming); ok && err != nil {
		in.broken = true
		return nil
	}
	return err
}

// incoming is a message to be read, and whether that was in vain.
type incoming struct {
	proto.Message
	broken bool
}

// receive reads a message by a function of grpc-go.
func receive[Req any](read func(any) error) (*Req, error) {
	req := new(Req)
	m, ok := any(req).(proto.Message)
	if !ok {
		return req, read(req)
	}
	in := &incoming{Message: m}
	if err := read(in); err != nil {
		return nil, err
	}
	if in.broken {
		return nil, status.Error(codes.InvalidArgument, "the request is not a valid protobuf message")
	}
	return req, nil
}
