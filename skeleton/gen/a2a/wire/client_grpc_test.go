package wire_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/protoadapt"
	"google.golang.org/protobuf/types/known/emptypb"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/wire"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
)

// grpcClient returns a client of a server that answers every call by handle.
func grpcClient(t *testing.T, opts wire.ClientOptions, handle func(grpc.ServerStream) error) a2a.Client {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := grpc.NewServer(grpc.UnknownServiceHandler(func(_ any, stream grpc.ServerStream) error {
		if err := stream.RecvMsg(new(emptypb.Empty)); err != nil {
			return err
		}
		return handle(stream)
	}))
	go server.Serve(listener)
	t.Cleanup(server.Stop)
	opts.Plaintext = true
	c, err := a2a.NewGRPCClient(listener.Addr().String(), opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

func TestGRPCFailures(t *testing.T) {
	info := func(reason string) protoadapt.MessageV1 {
		return &errdetails.ErrorInfo{Reason: reason, Domain: wire.Domain}
	}
	tests := []struct {
		name    string
		code    codes.Code
		details []protoadapt.MessageV1
		want    *wire.Kind
	}{
		{"reason", codes.FailedPrecondition, []protoadapt.MessageV1{info("TASK_NOT_CANCELABLE")}, a2a.TaskNotCancelable},
		{"code of release 1.0.0", codes.Unimplemented, []protoadapt.MessageV1{info("PUSH_NOTIFICATION_NOT_SUPPORTED")}, a2a.PushNotificationNotSupported},
		{"unknown reason", codes.NotFound, []protoadapt.MessageV1{info("NOBODY_HOME")}, a2a.TaskNotFound},
		{"violations", codes.InvalidArgument, []protoadapt.MessageV1{&errdetails.BadRequest{FieldViolations: []*errdetails.BadRequest_FieldViolation{{Field: "id", Description: "is required"}}}}, wire.InvalidParams},
		{"not found", codes.NotFound, nil, a2a.TaskNotFound},
		{"unimplemented", codes.Unimplemented, nil, wire.MethodNotFound},
		{"precondition", codes.FailedPrecondition, nil, wire.InvalidParams},
		{"unauthenticated", codes.Unauthenticated, nil, wire.Unauthenticated},
		{"denied", codes.PermissionDenied, nil, wire.PermissionDenied},
		{"exhausted", codes.ResourceExhausted, nil, wire.RateLimited},
		{"unavailable", codes.Unavailable, nil, wire.Unavailable},
		{"unknown", codes.Unknown, nil, wire.Internal},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := grpcClient(t, wire.ClientOptions{}, func(grpc.ServerStream) error {
				st, err := status.New(tt.code, "no").WithDetails(tt.details...)
				if err != nil {
					return err
				}
				return st.Err()
			})
			_, err := c.GetTask(t.Context(), getTask)
			if e, ok := err.(*wire.Error); !ok || e.Kind != tt.want || e.Message != "no" || tt.name == "violations" && e.Violations[0].Field != "id" {
				t.Errorf("call: %#v", err)
			}
			for _, err := range c.SubscribeToTask(t.Context(), &a2apb.SubscribeToTaskRequest{Id: "T"}) {
				if wire.KindOf(err) != tt.want {
					t.Errorf("stream: %v", err)
				}
			}
		})
	}
}

func TestGRPCMetadata(t *testing.T) {
	var got metadata.MD
	opts := wire.ClientOptions{Header: http.Header{"X-Key": {"a", "b"}}, Extensions: []string{"https://example.com/a", "https://example.com/b"}}
	c := grpcClient(t, opts, func(stream grpc.ServerStream) error {
		got, _ = metadata.FromIncomingContext(stream.Context())
		return stream.SendMsg(&a2apb.Task{Id: "T"})
	})
	if _, err := c.GetTask(metadata.AppendToOutgoingContext(t.Context(), "own", "c"), getTask); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"a2a-version": "1.0", "a2a-extensions": "https://example.com/a,https://example.com/b", "x-key": "a b", "own": "c",
	} {
		if value := strings.Join(got.Get(name), " "); value != want {
			t.Errorf("%s is %q, want %q", name, value, want)
		}
	}
}

func TestGRPCStreamSkipsUnknownEvents(t *testing.T) {
	var log bytes.Buffer
	c := grpcClient(t, wire.ClientOptions{Logger: slog.New(slog.NewTextHandler(&log, nil))}, func(stream grpc.ServerStream) error {
		unknown := new(a2apb.StreamResponse)
		unknown.ProtoReflect().SetUnknown([]byte{0x7a, 0}) // field 15, an empty message
		task := &a2apb.StreamResponse{Payload: &a2apb.StreamResponse_Task{Task: &a2apb.Task{Id: "T"}}}
		for _, event := range []*a2apb.StreamResponse{task, unknown, unknown, task} {
			if err := stream.SendMsg(event); err != nil {
				return err
			}
		}
		return nil
	})
	events, err := collect(c.SubscribeToTask(t.Context(), &a2apb.SubscribeToTaskRequest{Id: "T"}))
	if err != nil || events != "T T" {
		t.Errorf("%q, %v", events, err)
	}
	if n := strings.Count(log.String(), "operation=SubscribeToTask"); n != 1 {
		t.Errorf("logged %d times: %s", n, &log)
	}
}

// TestCanceledCalls wants the context's own errors from every binding.
func TestCanceledCalls(t *testing.T) {
	url := serve(t, func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body) // from here on the server sees the client leave
		<-r.Context().Done()
	})
	for name, c := range map[string]a2a.Client{
		wire.JSONRPC:  a2a.NewJSONRPCClient(url, wire.ClientOptions{}),
		wire.HTTPJSON: a2a.NewRESTClient(url, wire.ClientOptions{}),
		wire.GRPC:     grpcClient(t, wire.ClientOptions{}, func(stream grpc.ServerStream) error { <-stream.Context().Done(); return nil }),
	} {
		canceled, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := c.GetTask(canceled, getTask); !errors.Is(err, context.Canceled) || wire.KindOf(err) != nil {
			t.Errorf("%s: %v", name, err)
		}
		expired, stop := context.WithTimeout(t.Context(), 20*time.Millisecond)
		defer stop()
		_, err := collect(c.SubscribeToTask(expired, &a2apb.SubscribeToTaskRequest{Id: "T"}))
		if !errors.Is(err, context.DeadlineExceeded) || wire.KindOf(err) != nil {
			t.Errorf("%s: stream: %v", name, err)
		}
	}
}
