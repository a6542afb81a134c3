package wire

import (
	"context"
	"fmt"
	"io"
	"iter"
	"net/http"
	"runtime/debug"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/peer"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/protoadapt"
	"google.golang.org/protobuf/types/known/durationpb"
)

// GRPCUnary describes a unary operation to a gRPC server.
func GRPCUnary[Req, Resp any](op *Operation, opts *Options, check func(*Req) Violations, call func(context.Context, *Req) (*Resp, error)) grpc.MethodDesc {
	serve := func(ctx context.Context, req any) (any, error) {
		in := req.(*Req)
		if err := check(in).Err(); err != nil {
			return nil, opts.grpcStatus(ctx, err)
		}
		resp, err := guarded(ctx, in, call)
		if err != nil {
			return nil, opts.grpcStatus(ctx, err)
		}
		return resp, nil
	}
	return grpc.MethodDesc{
		MethodName: op.Name,
		Handler: func(srv any, ctx context.Context, decode func(any) error, interceptor grpc.UnaryServerInterceptor) (any, error) {
			ctx, err := admitGRPC(ctx, op, opts) // before the message is read
			if err != nil {
				return nil, err
			}
			req, err := receive[Req](decode)
			if err != nil {
				return nil, err
			}
			if interceptor == nil {
				return serve(ctx, req)
			}
			return interceptor(ctx, req, &grpc.UnaryServerInfo{Server: srv, FullMethod: op.FullMethod}, serve)
		},
	}
}

// GRPCServerStream describes an operation that answers with a stream.
func GRPCServerStream[Req, Resp any](op *Operation, opts *Options, check func(*Req) Violations, call func(context.Context, *Req, Stream[Resp]) error) grpc.StreamDesc {
	return grpcStream(op, opts, func(ctx context.Context, stream grpc.ServerStream) error {
		req, err := receive[Req](stream.RecvMsg)
		if err != nil {
			return err
		}
		if err := check(req).Err(); err != nil {
			return err
		}
		return call(ctx, req, grpcEvents[Resp]{stream})
	})
}

// GRPCClientStream describes an operation that takes a stream of requests.
func GRPCClientStream[Req, Resp any](op *Operation, opts *Options, check func(*Req) Violations, call func(context.Context, iter.Seq2[*Req, error]) (*Resp, error)) grpc.StreamDesc {
	desc := grpcStream(op, opts, func(ctx context.Context, stream grpc.ServerStream) error {
		resp, err := call(ctx, grpcRequests(stream, check))
		if err != nil {
			return err
		}
		return stream.SendMsg(resp)
	})
	desc.ServerStreams, desc.ClientStreams = false, true
	return desc
}

// GRPCBidiStream describes an operation with a stream in both directions.
func GRPCBidiStream[Req, Resp any](op *Operation, opts *Options, check func(*Req) Violations, call func(context.Context, iter.Seq2[*Req, error], Stream[Resp]) error) grpc.StreamDesc {
	desc := grpcStream(op, opts, func(ctx context.Context, stream grpc.ServerStream) error {
		return call(ctx, grpcRequests(stream, check), grpcEvents[Resp]{stream})
	})
	desc.ClientStreams = true
	return desc
}

func grpcStream(op *Operation, opts *Options, serve func(context.Context, grpc.ServerStream) error) grpc.StreamDesc {
	return grpc.StreamDesc{
		StreamName:    op.Name,
		ServerStreams: true,
		Handler: func(_ any, stream grpc.ServerStream) (err error) {
			ctx, err := admitGRPC(stream.Context(), op, opts)
			if err != nil {
				return err
			}
			defer func() {
				if r := recover(); r != nil {
					err = opts.grpcStatus(ctx, panicked(r))
				}
			}()
			if err := serve(ctx, stream); err != nil {
				return opts.grpcStatus(ctx, err)
			}
			return nil
		},
	}
}

// grpcEvents is a [Stream] over a gRPC stream.
type grpcEvents[M any] struct{ stream grpc.ServerStream }

func (s grpcEvents[M]) Send(events ...*Event[M]) error {
	for _, event := range events {
		if err := s.stream.SendMsg(event.Message); err != nil {
			return err
		}
	}
	return nil
}

// grpcRequests yields the requests of a client's stream until it ends.
func grpcRequests[Req any](stream grpc.ServerStream, check func(*Req) Violations) iter.Seq2[*Req, error] {
	return func(yield func(*Req, error) bool) {
		for {
			req, err := receive[Req](stream.RecvMsg)
			switch err {
			case nil:
				if !yield(req, check(req).Err()) {
					return
				}
			case io.EOF:
				return
			default:
				yield(nil, err)
				return
			}
		}
	}
}

// admitGRPC builds the call of a gRPC request and asks the guard about it.
func admitGRPC(ctx context.Context, op *Operation, opts *Options) (context.Context, error) {
	call := &Call{Binding: GRPC, Operation: op, Header: grpcHeader(ctx)}
	if p, ok := peer.FromContext(ctx); ok {
		call.RemoteAddr = p.Addr.String()
		if info, ok := p.AuthInfo.(credentials.TLSInfo); ok {
			call.TLS = &info.State
		}
	}
	ctx = WithCall(ctx, call)
	admitted, err := opts.Guard.Authenticate(ctx, call)
	if err == nil {
		admitted, err = opts.Guard.Admit(admitted, call)
	}
	for _, uri := range call.Activated {
		// Fails only after the header went out, which it has not yet.
		_ = grpc.SetHeader(ctx, metadata.Pairs(ExtensionsHeader, uri))
	}
	if err != nil {
		return nil, opts.grpcStatus(ctx, err)
	}
	return admitted, nil
}

// grpcHeader returns the metadata of a request under canonical header names.
func grpcHeader(ctx context.Context) http.Header {
	md, _ := metadata.FromIncomingContext(ctx) // a copy, and so ours to change
	for key, values := range md {
		if name := canonical(key); name != key {
			delete(md, key)
			md[name] = values
		}
	}
	return http.Header(md)
}

// canonical is http.CanonicalHeaderKey, which has to make a string of those
// that it does not know.
func canonical(key string) string {
	switch key {
	case "a2a-version":
		return VersionHeader
	case "a2a-extensions":
		return ExtensionsHeader
	case "grpc-accept-encoding":
		return "Grpc-Accept-Encoding"
	case "grpc-timeout":
		return "Grpc-Timeout"
	}
	return http.CanonicalHeaderKey(key)
}

// grpcStatus encodes a failure as a status with details (section 10.6).
func (o *Options) grpcStatus(ctx context.Context, err error) error {
	if _, ok := status.FromError(err); ok {
		return err // came from the transport
	}
	e := AsError(err)
	o.log(ctx, e)
	if e.Challenge != "" {
		// Fails only outside of a gRPC call, where nobody would read it.
		_ = grpc.SetTrailer(ctx, metadata.Pairs("www-authenticate", e.Challenge))
	}
	st := status.New(e.Kind.GRPC, e.Text())
	var details []protoadapt.MessageV1
	if e.Kind.Info {
		details = append(details, &errdetails.ErrorInfo{Reason: e.Kind.Reason, Domain: Domain, Metadata: e.Metadata})
	}
	if len(e.Violations) > 0 {
		bad := &errdetails.BadRequest{}
		for _, v := range e.Violations {
			bad.FieldViolations = append(bad.FieldViolations, &errdetails.BadRequest_FieldViolation{Field: v.Field, Description: v.Description})
		}
		details = append(details, bad)
	}
	if e.RetryAfter > 0 {
		details = append(details, &errdetails.RetryInfo{RetryDelay: durationpb.New(e.RetryAfter)})
	}
	if detailed, err := st.WithDetails(details...); err == nil {
		st = detailed
	}
	return st.Err()
}

// guarded calls a service and turns a panic into an error, so that one request
// cannot take the process down or tear a connection.
func guarded[Req, Resp any](ctx context.Context, req *Req, call func(context.Context, *Req) (*Resp, error)) (resp *Resp, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = panicked(r)
		}
	}()
	return call(ctx, req)
}

func panicked(r any) error {
	return &Error{Kind: Internal, Cause: fmt.Errorf("panic: %v\n%s", r, debug.Stack())}
}
