package a2a

import (
	"context"

	"google.golang.org/protobuf/types/known/emptypb"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/wire"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
)

// Service is bootstrapped by hand and replaced by the generated one.
type Service interface {
	SendMessage(ctx context.Context, req *a2apb.SendMessageRequest) (*a2apb.SendMessageResponse, error)
	SendStreamingMessage(ctx context.Context, req *a2apb.SendMessageRequest, stream wire.Stream[a2apb.StreamResponse]) error
	GetTask(ctx context.Context, req *a2apb.GetTaskRequest) (*a2apb.Task, error)
	ListTasks(ctx context.Context, req *a2apb.ListTasksRequest) (*a2apb.ListTasksResponse, error)
	CancelTask(ctx context.Context, req *a2apb.CancelTaskRequest) (*a2apb.Task, error)
	SubscribeToTask(ctx context.Context, req *a2apb.SubscribeToTaskRequest, stream wire.Stream[a2apb.StreamResponse]) error
	CreateTaskPushNotificationConfig(ctx context.Context, req *a2apb.TaskPushNotificationConfig) (*a2apb.TaskPushNotificationConfig, error)
	GetTaskPushNotificationConfig(ctx context.Context, req *a2apb.GetTaskPushNotificationConfigRequest) (*a2apb.TaskPushNotificationConfig, error)
	ListTaskPushNotificationConfigs(ctx context.Context, req *a2apb.ListTaskPushNotificationConfigsRequest) (*a2apb.ListTaskPushNotificationConfigsResponse, error)
	GetExtendedAgentCard(ctx context.Context, req *a2apb.GetExtendedAgentCardRequest) (*a2apb.AgentCard, error)
	DeleteTaskPushNotificationConfig(ctx context.Context, req *a2apb.DeleteTaskPushNotificationConfigRequest) (*emptypb.Empty, error)
}

type UnimplementedService struct{}

func (UnimplementedService) SendMessage(ctx context.Context, req *a2apb.SendMessageRequest) (*a2apb.SendMessageResponse, error) {
	return nil, UnsupportedOperation.New("%s is not implemented", "SendMessage")
}
func (UnimplementedService) SendStreamingMessage(ctx context.Context, req *a2apb.SendMessageRequest, stream wire.Stream[a2apb.StreamResponse]) error {
	return UnsupportedOperation.New("%s is not implemented", "SendStreamingMessage")
}
func (UnimplementedService) GetTask(ctx context.Context, req *a2apb.GetTaskRequest) (*a2apb.Task, error) {
	return nil, UnsupportedOperation.New("%s is not implemented", "GetTask")
}
func (UnimplementedService) ListTasks(ctx context.Context, req *a2apb.ListTasksRequest) (*a2apb.ListTasksResponse, error) {
	return nil, UnsupportedOperation.New("%s is not implemented", "ListTasks")
}
func (UnimplementedService) CancelTask(ctx context.Context, req *a2apb.CancelTaskRequest) (*a2apb.Task, error) {
	return nil, UnsupportedOperation.New("%s is not implemented", "CancelTask")
}
func (UnimplementedService) SubscribeToTask(ctx context.Context, req *a2apb.SubscribeToTaskRequest, stream wire.Stream[a2apb.StreamResponse]) error {
	return UnsupportedOperation.New("%s is not implemented", "SubscribeToTask")
}
func (UnimplementedService) CreateTaskPushNotificationConfig(ctx context.Context, req *a2apb.TaskPushNotificationConfig) (*a2apb.TaskPushNotificationConfig, error) {
	return nil, UnsupportedOperation.New("%s is not implemented", "CreateTaskPushNotificationConfig")
}
func (UnimplementedService) GetTaskPushNotificationConfig(ctx context.Context, req *a2apb.GetTaskPushNotificationConfigRequest) (*a2apb.TaskPushNotificationConfig, error) {
	return nil, UnsupportedOperation.New("%s is not implemented", "GetTaskPushNotificationConfig")
}
func (UnimplementedService) ListTaskPushNotificationConfigs(ctx context.Context, req *a2apb.ListTaskPushNotificationConfigsRequest) (*a2apb.ListTaskPushNotificationConfigsResponse, error) {
	return nil, UnsupportedOperation.New("%s is not implemented", "ListTaskPushNotificationConfigs")
}
func (UnimplementedService) GetExtendedAgentCard(ctx context.Context, req *a2apb.GetExtendedAgentCardRequest) (*a2apb.AgentCard, error) {
	return nil, UnsupportedOperation.New("%s is not implemented", "GetExtendedAgentCard")
}
func (UnimplementedService) DeleteTaskPushNotificationConfig(ctx context.Context, req *a2apb.DeleteTaskPushNotificationConfigRequest) (*emptypb.Empty, error) {
	return nil, UnsupportedOperation.New("%s is not implemented", "DeleteTaskPushNotificationConfig")
}
