package host

import (
	"context"
	"errors"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/wire"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
)

// GetTask returns a task as it is now.
func (s *service) GetTask(ctx context.Context, req *a2apb.GetTaskRequest) (*a2apb.Task, error) {
	if req.HistoryLength != nil && *req.HistoryLength < 0 {
		return nil, wire.InvalidField("historyLength", "must not be negative")
	}
	ref, err := s.ref(ctx, req.GetTenant(), req.GetId())
	if err != nil {
		return nil, err
	}
	task, err := s.engine.get(ctx, ref)
	if err != nil {
		return nil, err
	}
	return withHistory(task, req.HistoryLength), nil
}

// Page sizes of ListTasks (section 3.1.4).
const (
	defaultPageSize = 50
	maxPageSize     = 100
)

// ListTasks returns one page of the caller's tasks.
func (s *service) ListTasks(ctx context.Context, req *a2apb.ListTasksRequest) (*a2apb.ListTasksResponse, error) {
	if err := s.checkTenant(req.GetTenant()); err != nil {
		return nil, err
	}
	size := int32(defaultPageSize)
	if req.PageSize != nil {
		size = *req.PageSize
	}
	switch {
	case size < 1 || size > maxPageSize:
		return nil, wire.InvalidField("pageSize", "must be from 1 to 100")
	case req.HistoryLength != nil && *req.HistoryLength < 0:
		return nil, wire.InvalidField("historyLength", "must not be negative")
	}
	q := ListQuery{
		ContextID: req.GetContextId(),
		State:     req.GetStatus(),
		PageSize:  int(size),
		PageToken: req.GetPageToken(),
		Artifacts: req.GetIncludeArtifacts(),
	}
	if after := req.GetStatusTimestampAfter(); after != nil {
		if !after.IsValid() {
			return nil, wire.InvalidField("statusTimestampAfter", "is not a time")
		}
		q.After = after.AsTime()
	}
	scope, err := s.scope(ctx, req.GetTenant(), "")
	if err != nil {
		return nil, err
	}
	page, err := s.engine.store.List(ctx, scope, q)
	switch {
	case errors.Is(err, ErrPageToken):
		return nil, wire.InvalidField("pageToken", "is not a token of this agent")
	case err != nil:
		return nil, err
	}
	for i, task := range page.Tasks {
		page.Tasks[i] = withHistory(task, req.HistoryLength)
	}
	return &a2apb.ListTasksResponse{
		Tasks:         page.Tasks,
		NextPageToken: page.NextPageToken,
		PageSize:      size,
		TotalSize:     int32(page.TotalSize),
	}, nil
}

// withHistory returns a task with at most n messages of its history, the
// latest ones. No n means all, and 0 no history at all (section 3.2.4). The
// task itself stays as it is.
func withHistory(task *a2apb.Task, n *int32) *a2apb.Task {
	history := task.GetHistory()
	if n == nil || int(*n) >= len(history) {
		return task
	}
	short := a2a.CopyTask(task)
	short.History = nil
	if *n > 0 {
		short.History = history[len(history)-int(*n):]
	}
	return short
}
