package host

import (
	"context"
	"errors"
	"fmt"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/wire"
)

// Authorizer is what a handler may implement besides its skills, to decide who
// works on whose tasks: for teams that share theirs, for callers that act for
// others, for roles that may look and not touch. Without it callers reach
// their own tasks and no others.
//
// Authorize returns the owner whose tasks the call is about: caller.Name, or
// another name, such as that of a team. All that the call reads and writes is
// looked up under that owner, in the store's own query. A new task belongs to
// it.
//
// The hook is asked about the operation first, without a task. To refuse that
// it returns wire.PermissionDenied.New(...), and the caller gets it (403). A
// call that names a task is then asked about again, with the task's id; a
// refusal of that reads for the caller as if there was no such task, because
// nobody may learn which ids exist (section 3.3.2). Any other error is an
// internal one.
type Authorizer interface {
	Authorize(ctx context.Context, access Access) (owner string, err error)
}

// Access is what a caller wants to do.
type Access struct {
	Caller    Identity
	Operation string // "GetTask"; "" if the service is called without a binding
	Tenant    string // "" where the agent has no tenants
	TaskID    string // "" for the question about the operation
}

// scope returns the scope of a call: the request's tenant, and the caller or
// whoever the agent lets the caller act for. taskID is "" for a call that
// names no task. ErrNotFound says that the task is not for the caller.
func (s *service) scope(ctx context.Context, tenant, taskID string) (Scope, error) {
	access := Access{Caller: IdentityFrom(ctx), Tenant: tenant}
	if s.authorizer == nil {
		return Scope{Tenant: tenant, Owner: access.Caller.Name}, nil
	}
	if op := wire.CallFrom(ctx).Operation; op != nil {
		access.Operation = op.Name
	}
	owner, err := s.authorize(ctx, access)
	if err == nil && taskID != "" {
		access.TaskID = taskID
		owner, err = s.authorize(ctx, access)
		if wire.KindOf(err) == wire.PermissionDenied {
			s.engine.logger.Warn("access to a task was refused", "caller", access.Caller.Name,
				"operation", access.Operation, "task", taskID, "error", err)
			err = ErrNotFound
		}
	}
	return Scope{Tenant: tenant, Owner: owner}, err
}

// ref returns the task that a call names, as it is for the caller.
func (s *service) ref(ctx context.Context, tenant, taskID string) (Ref, error) {
	scope, err := s.scope(ctx, tenant, taskID)
	if errors.Is(err, ErrNotFound) {
		return Ref{}, storeError(err, taskID)
	}
	return Ref{Scope: scope, ID: taskID}, err
}

func (s *service) authorize(ctx context.Context, access Access) (string, error) {
	owner, err := s.authorizer.Authorize(ctx, access)
	switch {
	case wire.KindOf(err) == wire.PermissionDenied:
		return "", err
	case err != nil:
		return "", fmt.Errorf("authorize: %w", err)
	case owner == "" && !access.Caller.Anonymous:
		return "", errors.New("authorize: no owner and no error was returned")
	}
	return owner, nil
}

// checkExtended holds that only callers who said who they are see the extended
// card (section 3.1.11).
func checkExtended(caller Identity) error {
	if !caller.Anonymous {
		return nil
	}
	err := wire.Unauthenticated.New("the extended card is for authenticated callers")
	err.Challenge = caller.Challenge
	return err
}
