package conformance

import (
	"slices"
	"strings"

	"google.golang.org/grpc/codes"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/wire"
)

// fault is an error as the protocol numbers it.
type fault struct {
	reason  string
	jsonrpc int
	http    int
	grpc    codes.Code
	info    bool // comes with ErrorInfo
}

// The errors of the protocol in its release 1.0.1 (section 5.4).
var (
	taskNotFound             = fault{"TASK_NOT_FOUND", -32001, 404, codes.NotFound, true}
	taskNotCancelable        = fault{"TASK_NOT_CANCELABLE", -32002, 400, codes.FailedPrecondition, true}
	pushNotSupported         = fault{"PUSH_NOTIFICATION_NOT_SUPPORTED", -32003, 400, codes.FailedPrecondition, true}
	unsupportedOperation     = fault{"UNSUPPORTED_OPERATION", -32004, 400, codes.FailedPrecondition, true}
	contentTypeNotSupported  = fault{"CONTENT_TYPE_NOT_SUPPORTED", -32005, 400, codes.InvalidArgument, true}
	invalidAgentResponse     = fault{"INVALID_AGENT_RESPONSE", -32006, 500, codes.Internal, true}
	extendedNotConfigured    = fault{"EXTENDED_AGENT_CARD_NOT_CONFIGURED", -32007, 400, codes.FailedPrecondition, true}
	extensionSupportRequired = fault{"EXTENSION_SUPPORT_REQUIRED", -32008, 400, codes.FailedPrecondition, true}
	versionNotSupported      = fault{"VERSION_NOT_SUPPORTED", -32009, 400, codes.FailedPrecondition, true}
)

// Errors that JSON-RPC, HTTP and gRPC bring along.
var (
	parseError      = fault{"", -32700, 400, codes.InvalidArgument, false}
	invalidRequest  = fault{"", -32600, 400, codes.InvalidArgument, false}
	methodNotFound  = fault{"", -32601, 404, codes.Unimplemented, false}
	invalidParams   = fault{"", -32602, 400, codes.InvalidArgument, false}
	tooLarge        = fault{"", -32600, 413, codes.ResourceExhausted, false}
	unauthenticated = fault{"UNAUTHENTICATED", -32090, 401, codes.Unauthenticated, true}
	denied          = fault{"PERMISSION_DENIED", -32091, 403, codes.PermissionDenied, true}
	unavailable     = fault{"UNAVAILABLE", -32093, 503, codes.Unavailable, true}
)

// numbered returns a fault with the numbers of the release that the agent
// follows: release 1.0.0 had other ones for some errors.
func numbered(f fault) fault {
	if a2a.TaskNotCancelable.HTTP != 409 {
		return f
	}
	switch f.reason {
	case taskNotCancelable.reason:
		f.http = 409
	case contentTypeNotSupported.reason:
		f.http = 415
	case invalidAgentResponse.reason:
		f.http = 502
	case pushNotSupported.reason, unsupportedOperation.reason, versionNotSupported.reason:
		f.grpc = codes.Unimplemented
	}
	return f
}

// refused calls an operation that must fail in a certain way, and returns the
// failure.
func (c *check) refused(want fault, op string, params obj, edits ...edit) *failure {
	c.Helper()
	a := c.call(op, params, edits...)
	c.isFault(op, a, want)
	if a.err == nil {
		c.FailNow()
	}
	return a.err
}

// isFault fails the test unless an answer is a certain error in the form of
// the binding (sections 9.5, 10.6 and 11.6).
func (c *check) isFault(what string, a answer, want fault) {
	c.Helper()
	want = numbered(want)
	if a.err == nil {
		c.Errorf("%s succeeded (%d %v), want the error %s %d", what, a.status, a.result, want.reason, want.jsonrpc)
		return
	}
	code, status := int(want.grpc), 0
	switch c.binding {
	case wire.JSONRPC:
		code, status = want.jsonrpc, 200
		switch want.http {
		case 401, 403, 413, 429: // concern HTTP itself
			status = want.http
		}
	case wire.HTTPJSON:
		code, status = want.http, want.http
		if a.err.status != statusName(want.grpc) {
			c.Errorf("%s: the status is %q, want %q", what, a.err.status, statusName(want.grpc))
		}
	}
	if a.err.code != code || a.status != status {
		c.Errorf("%s: the error is %d with HTTP status %d, want %d and %d: %s", what, a.err.code, a.status, code, status, a.err.message)
	}
	if a.err.message == "" {
		c.Errorf("%s: the error has no message", what)
	}
	info := a.err.detail("ErrorInfo")
	switch {
	case want.info && (text(info, "reason") != want.reason || text(info, "domain") != "a2a-protocol.org"):
		c.Errorf("%s: ErrorInfo is %v, want the reason %s and the domain a2a-protocol.org", what, info, want.reason)
	case !want.info && info != nil:
		c.Errorf("%s: ErrorInfo is %v, want none: this is no error of A2A", what, info)
	}
}

// blames fails the test unless an error blames a field.
func (c *check) blames(f *failure, field string) {
	c.Helper()
	if !slices.Contains(f.fields(), field) {
		c.Errorf("the error blames %q, want %q: %s", f.fields(), field, f.message)
	}
}

// statusName spells a gRPC code as google.rpc.Code does.
func statusName(code codes.Code) string {
	var b strings.Builder
	for i, r := range code.String() {
		if i > 0 && r >= 'A' && r <= 'Z' {
			b.WriteByte('_')
		}
		b.WriteRune(r)
	}
	return strings.ToUpper(b.String())
}

// refusesStreams checks an agent that does not stream (section 3.3.4).
func (c *check) refusesStreams() {
	c.Helper()
	task := c.task(ask)
	c.refused(unsupportedOperation, "SendStreamingMessage", c.sending(complete))
	c.refused(unsupportedOperation, "SubscribeToTask", obj{"id": task["id"]})
	c.inState(c.get(task), "INPUT_REQUIRED")
}

// refusesPush checks an agent without push notifications (section 3.3.4).
func (c *check) refusesPush() {
	c.Helper()
	task := c.task(ask)
	id := obj{"taskId": task["id"], "id": "hook"}
	c.refused(pushNotSupported, "CreateTaskPushNotificationConfig", merge(id, obj{"url": "https://example.com/hook"}))
	c.refused(pushNotSupported, "GetTaskPushNotificationConfig", id)
	c.refused(pushNotSupported, "ListTaskPushNotificationConfigs", obj{"taskId": task["id"]})
	c.refused(pushNotSupported, "DeleteTaskPushNotificationConfig", id)
	c.refused(pushNotSupported, "SendMessage", merge(c.sending(complete), obj{
		"configuration": obj{"taskPushNotificationConfig": obj{"url": "https://example.com/hook"}},
	}))
}
