package host

import (
	"context"
	"encoding/base64"
	"errors"

	"google.golang.org/protobuf/types/known/emptypb"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/wire"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
)

// CreateTaskPushNotificationConfig adds a webhook to a task, or replaces the
// one with the same id. The answer is the only one that shows its credentials.
func (s *service) CreateTaskPushNotificationConfig(ctx context.Context, req *a2apb.TaskPushNotificationConfig) (*a2apb.TaskPushNotificationConfig, error) {
	if err := s.pushes(); err != nil {
		return nil, err
	}
	ref, err := s.ref(ctx, req.GetTenant(), req.GetTaskId())
	if err != nil {
		return nil, err
	}
	t, err := s.engine.acquire(ctx, ref)
	if err != nil {
		return nil, err
	}
	defer s.engine.release(t)
	if err := s.engine.sender.Check("", req); err != nil {
		return nil, err
	}
	return t.putConfig(ctx, a2a.CloneTaskPushNotificationConfig(req))
}

// GetTaskPushNotificationConfig returns a webhook without its credentials.
func (s *service) GetTaskPushNotificationConfig(ctx context.Context, req *a2apb.GetTaskPushNotificationConfigRequest) (*a2apb.TaskPushNotificationConfig, error) {
	if err := s.pushes(); err != nil {
		return nil, err
	}
	var config *a2apb.TaskPushNotificationConfig
	scope, err := s.scope(ctx, req.GetTenant(), req.GetTaskId())
	if err == nil {
		config, err = s.engine.store.PushConfig(ctx, scope, req.GetTaskId(), req.GetId())
	}
	switch {
	case errors.Is(err, ErrNotFound):
		return nil, a2a.TaskNotFound.New("task %q has no push configuration %q", req.GetTaskId(), req.GetId())
	case err != nil:
		return nil, err
	}
	return withoutCredentials(config), nil
}

// ListTaskPushNotificationConfigs returns the webhooks of a task without their
// credentials, all at once unless the client asks for pages.
func (s *service) ListTaskPushNotificationConfigs(ctx context.Context, req *a2apb.ListTaskPushNotificationConfigsRequest) (*a2apb.ListTaskPushNotificationConfigsResponse, error) {
	if err := s.pushes(); err != nil {
		return nil, err
	}
	if req.GetPageSize() < 0 {
		return nil, wire.InvalidField("pageSize", "must not be negative")
	}
	after, err := base64.RawURLEncoding.DecodeString(req.GetPageToken())
	if err != nil {
		return nil, wire.InvalidField("pageToken", "is not a token of this agent")
	}
	ref, err := s.ref(ctx, req.GetTenant(), req.GetTaskId())
	if err != nil {
		return nil, err
	}
	configs, err := s.engine.store.PushConfigs(ctx, ref.Scope, ref.ID)
	if err != nil {
		return nil, storeError(err, req.GetTaskId())
	}
	resp := new(a2apb.ListTaskPushNotificationConfigsResponse)
	for _, config := range configs { // by ascending id
		if config.GetId() <= string(after) {
			continue
		}
		if n := len(resp.Configs); n > 0 && n == int(req.GetPageSize()) {
			resp.NextPageToken = base64.RawURLEncoding.EncodeToString([]byte(resp.Configs[n-1].GetId()))
			break
		}
		resp.Configs = append(resp.Configs, withoutCredentials(config))
	}
	return resp, nil
}

// DeleteTaskPushNotificationConfig removes a webhook. Nothing is sent to it
// after the answer.
func (s *service) DeleteTaskPushNotificationConfig(ctx context.Context, req *a2apb.DeleteTaskPushNotificationConfigRequest) (*emptypb.Empty, error) {
	if err := s.pushes(); err != nil {
		return nil, err
	}
	ref, err := s.ref(ctx, req.GetTenant(), req.GetTaskId())
	if err != nil {
		return nil, err
	}
	t, err := s.engine.acquire(ctx, ref)
	if err != nil {
		return nil, err
	}
	defer s.engine.release(t)
	if err := t.deleteConfig(ctx, req.GetId()); err != nil {
		return nil, err
	}
	return new(emptypb.Empty), nil
}

// pushes refuses everything about push notifications if the agent sends none
// (section 3.3.4).
func (s *service) pushes() error {
	if s.engine.sender == nil {
		return a2a.PushNotificationNotSupported.New("this agent sends no push notifications")
	}
	return nil
}

// withoutCredentials returns a configuration as it is shown.
func withoutCredentials(config *a2apb.TaskPushNotificationConfig) *a2apb.TaskPushNotificationConfig {
	if config.GetAuthentication().GetCredentials() == "" {
		return config
	}
	shown := a2a.CloneTaskPushNotificationConfig(config)
	shown.Authentication.Credentials = ""
	return shown
}
