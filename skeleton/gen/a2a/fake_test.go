package a2a_test

import (
	"context"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/types/known/emptypb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/wire"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
)

// service answers each operation from what the request says, so that the
// bindings can be tested without a host: a task id names what happens.
type service struct{ a2a.UnimplementedService }

func (service) SendMessage(_ context.Context, req *a2apb.SendMessageRequest) (*a2apb.SendMessageResponse, error) {
	return &a2apb.SendMessageResponse{Payload: &a2apb.SendMessageResponse_Message{Message: req.GetMessage()}}, nil
}

func (service) SendStreamingMessage(_ context.Context, req *a2apb.SendMessageRequest, stream wire.Stream[a2apb.StreamResponse]) error {
	for _, part := range req.GetMessage().GetParts() {
		switch part.GetText() {
		case "fail":
			return a2a.ContentTypeNotSupported.New("failed")
		case "panic":
			panic("on purpose")
		}
		m := &a2apb.Message{MessageId: "m", Role: a2apb.Role_ROLE_AGENT, Parts: []*a2apb.Part{part}}
		if err := stream.Send(wire.NewEvent(&a2apb.StreamResponse{Payload: &a2apb.StreamResponse_Message{Message: m}})); err != nil {
			return err
		}
	}
	return nil
}

func (service) GetTask(ctx context.Context, req *a2apb.GetTaskRequest) (*a2apb.Task, error) {
	switch req.GetId() {
	case "unknown":
		return nil, a2a.TaskNotFound.New("task %q does not exist", req.GetId())
	case "panic":
		panic("on purpose")
	case "private":
		return nil, context.DeadlineExceeded
	case "version":
		return nil, a2a.VersionNotSupported.New("no").With("supportedVersions", "1.0")
	}
	wire.CallFrom(ctx).Activated = wire.CallFrom(ctx).Extensions()
	return task(req.GetId(), req.GetTenant()), nil
}

func (service) ListTasks(_ context.Context, req *a2apb.ListTasksRequest) (*a2apb.ListTasksResponse, error) {
	return &a2apb.ListTasksResponse{PageSize: req.GetPageSize(), NextPageToken: req.GetStatusTimestampAfter().AsTime().Format("2006")}, nil
}

func (service) CancelTask(_ context.Context, req *a2apb.CancelTaskRequest) (*a2apb.Task, error) {
	return task(req.GetId(), req.GetMetadata().GetFields()["why"].GetStringValue()), nil
}

func (service) SubscribeToTask(_ context.Context, req *a2apb.SubscribeToTaskRequest, stream wire.Stream[a2apb.StreamResponse]) error {
	if req.GetId() == "unknown" {
		return a2a.TaskNotFound.New("task %q does not exist", req.GetId())
	}
	return stream.Send(wire.NewEvent(&a2apb.StreamResponse{Payload: &a2apb.StreamResponse_Task{Task: task(req.GetId(), "")}}))
}

func (service) CreateTaskPushNotificationConfig(_ context.Context, req *a2apb.TaskPushNotificationConfig) (*a2apb.TaskPushNotificationConfig, error) {
	return req, nil
}

func (service) DeleteTaskPushNotificationConfig(context.Context, *a2apb.DeleteTaskPushNotificationConfigRequest) (*emptypb.Empty, error) {
	return &emptypb.Empty{}, nil
}

func task(id, contextID string) *a2apb.Task {
	return &a2apb.Task{Id: id, ContextId: contextID, Status: &a2apb.TaskStatus{
		State: a2apb.TaskState_TASK_STATE_WORKING, Timestamp: timestamppb.New(timestamppb.Now().AsTime()),
	}}
}

// guard refuses callers who say that they are strangers, and versions other
// than 1.0.
type guard struct{}

func (guard) Authenticate(ctx context.Context, call *wire.Call) (context.Context, error) {
	if call.Header.Get("Authorization") == "stranger" {
		e := wire.Unauthenticated.New("who are you?")
		e.Challenge = "Bearer"
		return nil, e
	}
	return ctx, nil
}

func (guard) Admit(ctx context.Context, call *wire.Call) (context.Context, error) {
	version, err := call.Version()
	if err != nil {
		return nil, err
	}
	if version != "1.0" {
		return nil, a2a.VersionNotSupported.New("version %q is not supported", version)
	}
	return ctx, nil
}

func options() wire.Options {
	return wire.Options{Guard: guard{}, Logger: slog.New(slog.DiscardHandler), MaxBytes: 1 << 20, Prefix: "/rest"}
}

// httpServer serves the two HTTP bindings at /rpc and /rest.
func httpServer(t *testing.T) string {
	t.Helper()
	mux := http.NewServeMux()
	mux.Handle("/rpc", a2a.NewJSONRPCHandler(service{}, options()))
	rest := a2a.NewRESTHandler(service{}, options())
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/rpc" {
			mux.ServeHTTP(w, r)
			return
		}
		rest.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	return server.URL
}

// grpcServer serves the gRPC binding and returns its address.
func grpcServer(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := grpc.NewServer()
	a2a.RegisterGRPC(server, service{}, options())
	go server.Serve(listener)
	t.Cleanup(server.Stop)
	return listener.Addr().String()
}

// clients returns a client for each binding.
func clients(t *testing.T, header http.Header) map[string]a2a.Client {
	t.Helper()
	url := httpServer(t)
	opts := wire.ClientOptions{Plaintext: true, Header: header}
	grpcClient, err := a2a.NewGRPCClient(grpcServer(t), opts)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]a2a.Client{
		wire.JSONRPC:  a2a.NewJSONRPCClient(url+"/rpc", opts),
		wire.HTTPJSON: a2a.NewRESTClient(url+"/rest", opts),
		wire.GRPC:     grpcClient,
	}
	t.Cleanup(func() {
		for _, c := range all {
			c.Close()
		}
	})
	return all
}
