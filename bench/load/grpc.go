package load

import (
	"context"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/mem"
	"google.golang.org/grpc/metadata"
)

// GRPC is a client of one gRPC connection.
type GRPC struct {
	conn     *grpc.ClientConn
	ctx      context.Context
	method   string
	template *Template
}

// DialGRPC returns a client that calls a unary method, such as
// "/lf.a2a.v1.A2AService/SendMessage".
func DialGRPC(addr, method string, template *Template) (*GRPC, error) {
	conn, err := grpc.NewClient("passthrough:///"+addr,
		grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithDefaultCallOptions(grpc.ForceCodecV2(bytesCodec{}), grpc.MaxCallRecvMsgSize(64<<20)))
	if err != nil {
		return nil, err
	}
	ctx := metadata.AppendToOutgoingContext(context.Background(), "a2a-version", "1.0")
	return &GRPC{conn: conn, ctx: ctx, method: method, template: template}, nil
}

// Close closes the connection.
func (c *GRPC) Close() error { return c.conn.Close() }

// Do makes a call.
func (c *GRPC) Do() (int, error) {
	_, err := c.Answer()
	return 1, err
}

// Answer makes a call and returns the message of the answer.
func (c *GRPC) Answer() ([]byte, error) {
	request := c.template.fill(nil) // grpc-go may read it after the answer
	var answer []byte
	err := c.conn.Invoke(c.ctx, c.method, &request, &answer)
	return answer, err
}

// bytesCodec passes messages on as they are.
type bytesCodec struct{}

func (bytesCodec) Name() string { return "proto" }

func (bytesCodec) Marshal(v any) (mem.BufferSlice, error) {
	return mem.BufferSlice{mem.SliceBuffer(*v.(*[]byte))}, nil
}

func (bytesCodec) Unmarshal(data mem.BufferSlice, v any) error {
	*v.(*[]byte) = data.Materialize()
	return nil
}
