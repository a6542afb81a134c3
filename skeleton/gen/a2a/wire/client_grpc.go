package wire

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
)

// GRPCConn is a client's side of the gRPC binding.
type GRPCConn struct {
	conn     *grpc.ClientConn
	metadata metadata.MD
	tenant   string
	kinds    []*Kind
	unknown  unknownEvents
}

// NewGRPCConn returns a connection to target that is made with the first call.
func NewGRPCConn(target string, opts ClientOptions, kinds []*Kind) (*GRPCConn, error) {
	target, plaintext := grpcTarget(target, opts.Plaintext)
	transport := credentials.NewTLS(&tls.Config{MinVersion: tls.VersionTLS12})
	if plaintext {
		transport = insecure.NewCredentials()
	}
	dial := append([]grpc.DialOption{
		grpc.WithTransportCredentials(transport),
		grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(maxAnswer)),
	}, opts.DialOptions...)
	conn, err := grpc.NewClient(target, dial...)
	if err != nil {
		return nil, fmt.Errorf("gRPC target %q: %w", target, err)
	}
	md := metadata.Pairs(VersionHeader, ClientVersion)
	for name, values := range opts.Header {
		md.Append(name, values...)
	}
	if len(opts.Extensions) > 0 {
		md.Append(ExtensionsHeader, strings.Join(opts.Extensions, ","))
	}
	return &GRPCConn{conn: conn, metadata: md, tenant: opts.Tenant, kinds: kinds, unknown: unknownEvents{logger: opts.Logger}}, nil
}

// grpcTarget takes the forms in which cards give a gRPC address: host:port, a
// target of grpc-go such as dns:///host:port, or a URL, whose scheme then
// decides about TLS.
func grpcTarget(target string, plaintext bool) (string, bool) {
	for scheme, plain := range map[string]bool{"https://": false, "http://": true, "grpcs://": false, "grpc://": plaintext} {
		if rest, ok := strings.CutPrefix(target, scheme); ok {
			return strings.TrimSuffix(rest, "/"), plain
		}
	}
	return target, plaintext
}

// Close closes the connection.
func (c *GRPCConn) Close() error { return c.conn.Close() }

func (c *GRPCConn) outgoing(ctx context.Context) context.Context {
	own, _ := metadata.FromOutgoingContext(ctx)
	return metadata.NewOutgoingContext(ctx, metadata.Join(c.metadata, own))
}

// CallGRPC calls an operation with a single answer.
func CallGRPC[Resp, Req any](ctx context.Context, c *GRPCConn, op *Operation, req *Req) (*Resp, error) {
	resp := new(Resp)
	if err := c.conn.Invoke(c.outgoing(ctx), op.FullMethod, withTenant(req, c.tenant), resp); err != nil {
		return nil, named(op, c.failure(err))
	}
	return resp, nil
}

// StreamGRPC calls an operation that answers with a stream.
func StreamGRPC[Resp, Req any](ctx context.Context, c *GRPCConn, op *Operation, req *Req) iter.Seq2[*Resp, error] {
	return func(yield func(*Resp, error) bool) {
		ctx, cancel := context.WithCancel(c.outgoing(ctx))
		defer cancel()
		stream, err := c.open(ctx, op, withTenant(req, c.tenant))
		if err != nil {
			yield(nil, named(op, c.failure(err)))
			return
		}
		for {
			resp := new(Resp)
			err := stream.RecvMsg(resp)
			if errors.Is(err, io.EOF) {
				return
			}
			if err != nil {
				yield(nil, named(op, c.failure(err)))
				return
			}
			if !c.unknown.skip(op, resp) && !yield(resp, nil) {
				return
			}
		}
	}
}

func (c *GRPCConn) open(ctx context.Context, op *Operation, req any) (grpc.ClientStream, error) {
	stream, err := c.conn.NewStream(ctx, &grpc.StreamDesc{StreamName: op.Name, ServerStreams: true}, op.FullMethod)
	if err != nil {
		return nil, err
	}
	if err := stream.SendMsg(req); err != nil && !errors.Is(err, io.EOF) { // EOF: RecvMsg has the reason
		return nil, err
	}
	return stream, stream.CloseSend()
}

// failure reads the status of a failed call. Two codes say that this side gave
// up, since a deadline is the caller's; they become the context's own errors.
func (c *GRPCConn) failure(err error) error {
	st := status.Convert(err)
	switch st.Code() {
	case codes.Canceled:
		return context.Canceled
	case codes.DeadlineExceeded:
		return context.DeadlineExceeded
	}
	e := &Error{Message: st.Message()}
	for _, detail := range st.Details() {
		switch d := detail.(type) {
		case *errdetails.ErrorInfo:
			e.Kind, e.Metadata = kindByReason(c.kinds, d.GetReason()), d.GetMetadata()
		case *errdetails.BadRequest:
			for _, v := range d.GetFieldViolations() {
				e.Violations = append(e.Violations, FieldViolation{Field: v.GetField(), Description: v.GetDescription()})
			}
		case *errdetails.RetryInfo:
			e.RetryAfter = d.GetRetryDelay().AsDuration()
		}
	}
	if e.Kind == nil {
		e.Kind = kindByGRPC(c.kinds, st.Code())
	}
	return e
}
