package host

import (
	"context"
	"errors"
	"time"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
)

// Errors of a [Store]. They are matched with errors.Is.
var (
	// ErrNotFound says that a task or a push configuration does not exist or
	// is not visible in the scope. The two are never told apart (section 3.3.2).
	ErrNotFound = errors.New("not found")

	// ErrConflict says that a log is not where the writer thought it was, or
	// that a task with this id exists already.
	ErrConflict = errors.New("the task was changed by somebody else")

	// ErrPageToken says that a page token is not one that the store gave out.
	ErrPageToken = errors.New("invalid page token")
)

// Scope says whose tasks an operation may see. It is part of every query,
// never a filter over its result (section 13.1).
type Scope struct {
	Tenant string // "" where the agent has no tenants
	Owner  string // name of the identity that owns the task; "" is anonymous
}

// Ref names one task.
type Ref struct {
	Scope Scope
	ID    string
}

// Store keeps tasks as append-only logs of events. The first event of a log is
// the task as it was created, with sequence 1; those after it are messages
// added to the history, status updates and artifact updates. [Fold] says what
// the events do to the task.
//
// A store is safe for concurrent use. Everything that goes in or comes out is
// shared and must not be changed, neither by the store nor by its caller. A
// store keeps an event before Append returns: what is durable for the store is
// durable by then.
type Store interface {
	// Create begins a log. ErrConflict if the id is taken.
	Create(ctx context.Context, scope Scope, task *a2apb.Task) error

	// Append adds events as sequences after+1, after+2, ..., all or none.
	// ErrConflict if the last sequence of the log is not after, ErrNotFound if
	// there is no such log. The slice is the caller's again after the return.
	Append(ctx context.Context, id string, after uint64, events ...*a2apb.StreamResponse) error

	// Load returns the task and the sequence of its last event.
	Load(ctx context.Context, scope Scope, id string) (*a2apb.Task, uint64, error)

	// List returns one page of the scope's tasks, newest status first and by
	// descending id where timestamps are equal (section 3.1.4). ErrPageToken
	// for a token that is not valid.
	List(ctx context.Context, scope Scope, q ListQuery) (ListPage, error)

	// PutPushConfig adds a configuration to the task that it names, or
	// replaces the one with the same id. ErrNotFound if there is no such task.
	PutPushConfig(ctx context.Context, scope Scope, config *a2apb.TaskPushNotificationConfig) error

	// PushConfig returns one configuration of a task.
	PushConfig(ctx context.Context, scope Scope, taskID, id string) (*a2apb.TaskPushNotificationConfig, error)

	// PushConfigs returns the configurations of a task by ascending id.
	// ErrNotFound if there is no such task.
	PushConfigs(ctx context.Context, scope Scope, taskID string) ([]*a2apb.TaskPushNotificationConfig, error)

	// DeletePushConfig removes a configuration. It succeeds if the task has
	// none with this id; ErrNotFound if there is no such task.
	DeletePushConfig(ctx context.Context, scope Scope, taskID, id string) error

	// Unfinished returns the tasks of every scope that are SUBMITTED or
	// WORKING: at start, those that a crash left behind.
	Unfinished(ctx context.Context) ([]Ref, error)

	// Purge removes terminal tasks of every scope with their configurations:
	// those whose status is older than before (a zero time: none), and of the
	// rest all but the newest keep (zero or less: none). It returns how many.
	Purge(ctx context.Context, before time.Time, keep int) (int, error)

	// Close releases what the store holds. No call may follow.
	Close() error
}

// ListQuery selects tasks. Zero values select all.
type ListQuery struct {
	ContextID string
	State     a2apb.TaskState // UNSPECIFIED: any
	After     time.Time       // status timestamp at or after this
	PageSize  int             // at least 1
	PageToken string          // NextPageToken of the page before, "" for the first
	Artifacts bool            // whether the tasks come with their artifacts
}

// ListPage is one page of tasks.
type ListPage struct {
	Tasks         []*a2apb.Task
	NextPageToken string // "" on the last page
	TotalSize     int    // tasks that the query selects, on all pages
}

// IsTerminal says whether a task in this state never changes again
// (section 4.1.3).
func IsTerminal(state a2apb.TaskState) bool {
	switch state {
	case a2apb.TaskState_TASK_STATE_COMPLETED, a2apb.TaskState_TASK_STATE_FAILED,
		a2apb.TaskState_TASK_STATE_CANCELED, a2apb.TaskState_TASK_STATE_REJECTED:
		return true
	}
	return false
}

// IsInterrupted says whether a task in this state waits for its client.
func IsInterrupted(state a2apb.TaskState) bool {
	return state == a2apb.TaskState_TASK_STATE_INPUT_REQUIRED ||
		state == a2apb.TaskState_TASK_STATE_AUTH_REQUIRED
}
