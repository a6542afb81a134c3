package a2a

import (
	"google.golang.org/grpc/codes"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/wire"
)

var (
	TaskNotFound                   = &wire.Kind{Reason: "TASK_NOT_FOUND", Title: "task not found", JSONRPC: -32001, HTTP: 404, GRPC: codes.NotFound, Info: true}
	TaskNotCancelable              = &wire.Kind{Reason: "TASK_NOT_CANCELABLE", Title: "task cannot be canceled", JSONRPC: -32002, HTTP: 400, GRPC: codes.FailedPrecondition, Info: true}
	PushNotificationNotSupported   = &wire.Kind{Reason: "PUSH_NOTIFICATION_NOT_SUPPORTED", Title: "push notifications are not supported", JSONRPC: -32003, HTTP: 400, GRPC: codes.FailedPrecondition, Info: true}
	UnsupportedOperation           = &wire.Kind{Reason: "UNSUPPORTED_OPERATION", Title: "the operation is not supported", JSONRPC: -32004, HTTP: 400, GRPC: codes.FailedPrecondition, Info: true}
	ContentTypeNotSupported        = &wire.Kind{Reason: "CONTENT_TYPE_NOT_SUPPORTED", Title: "the content type is not supported", JSONRPC: -32005, HTTP: 400, GRPC: codes.InvalidArgument, Info: true}
	InvalidAgentResponse           = &wire.Kind{Reason: "INVALID_AGENT_RESPONSE", Title: "the agent gave an invalid answer", JSONRPC: -32006, HTTP: 500, GRPC: codes.Internal, Info: true}
	ExtendedAgentCardNotConfigured = &wire.Kind{Reason: "EXTENDED_AGENT_CARD_NOT_CONFIGURED", Title: "no extended agent card is configured", JSONRPC: -32007, HTTP: 400, GRPC: codes.FailedPrecondition, Info: true}
	ExtensionSupportRequired       = &wire.Kind{Reason: "EXTENSION_SUPPORT_REQUIRED", Title: "an extension is required", JSONRPC: -32008, HTTP: 400, GRPC: codes.FailedPrecondition, Info: true}
	VersionNotSupported            = &wire.Kind{Reason: "VERSION_NOT_SUPPORTED", Title: "the protocol version is not supported", JSONRPC: -32009, HTTP: 400, GRPC: codes.FailedPrecondition, Info: true}
)
