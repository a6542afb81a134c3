package rules

// releases lists the tables, the newest first. A table is made new on each
// call, so no caller can change another's.
func releases() []*Release {
	latest := &Release{
		Version:  "1.0.1",
		Protocol: "1.0",
		Errors: []Error{
			{"TaskNotFound", "TASK_NOT_FOUND", "the task does not exist or is not accessible", -32001, 404, "NotFound"},
			{"TaskNotCancelable", "TASK_NOT_CANCELABLE", "the task is in a state from which it cannot be canceled", -32002, 400, "FailedPrecondition"},
			{"PushNotificationNotSupported", "PUSH_NOTIFICATION_NOT_SUPPORTED", "the agent does not send push notifications", -32003, 400, "FailedPrecondition"},
			{"UnsupportedOperation", "UNSUPPORTED_OPERATION", "the operation is not supported", -32004, 400, "FailedPrecondition"},
			{"ContentTypeNotSupported", "CONTENT_TYPE_NOT_SUPPORTED", "the media type of a part is not supported", -32005, 400, "InvalidArgument"},
			{"InvalidAgentResponse", "INVALID_AGENT_RESPONSE", "the agent's answer does not conform to the protocol", -32006, 500, "Internal"},
			{"ExtendedAgentCardNotConfigured", "EXTENDED_AGENT_CARD_NOT_CONFIGURED", "the agent has no extended card", -32007, 400, "FailedPrecondition"},
			{"ExtensionSupportRequired", "EXTENSION_SUPPORT_REQUIRED", "the client must support an extension that the agent requires", -32008, 400, "FailedPrecondition"},
			{"VersionNotSupported", "VERSION_NOT_SUPPORTED", "the protocol version is not supported", -32009, 400, "FailedPrecondition"},
		},
		// The annotation says GET without a body, the text says POST, and every
		// client sends POST (section 11.3.2).
		ExtraRoutes: []ExtraRoute{
			{Operation: "SubscribeToTask", Verb: "POST", Body: "*", Client: true},
			{Operation: "SubscribeToTask", Verb: "GET"},
		},
		// The official Go client sends the filter under this older name.
		QueryNames: []QueryName{{Operation: "ListTasks", Name: "lastUpdatedAfter", Field: "status_timestamp_after"}},
		OneOfs:     []string{"lf.a2a.v1.Part.content"},
		MediaTypes: MediaTypes{Preferred: "application/a2a+json", Accepted: []string{"application/a2a+json", "application/json"}},
		Headers: Headers{
			Version:    "A2A-Version",
			Extensions: "A2A-Extensions",
			Tokens:     []string{"A2A-Notification-Token", "X-A2A-Notification-Token"},
		},
		Streams: Streams{
			SendEnds:      []string{"TASK_STATE_COMPLETED", "TASK_STATE_FAILED", "TASK_STATE_CANCELED", "TASK_STATE_REJECTED", "TASK_STATE_INPUT_REQUIRED"},
			SubscribeEnds: []string{"TASK_STATE_COMPLETED", "TASK_STATE_FAILED", "TASK_STATE_CANCELED", "TASK_STATE_REJECTED"},
		},
	}

	first := *latest
	first.Version = "1.0.0"
	first.MediaTypes.Preferred = "application/json"
	first.Errors = withRows(latest.Errors,
		Error{Name: "TaskNotCancelable", HTTP: 409, GRPC: "FailedPrecondition"},
		Error{Name: "ContentTypeNotSupported", HTTP: 415, GRPC: "InvalidArgument"},
		Error{Name: "InvalidAgentResponse", HTTP: 502, GRPC: "Internal"},
		Error{Name: "PushNotificationNotSupported", HTTP: 400, GRPC: "Unimplemented"},
		Error{Name: "UnsupportedOperation", HTTP: 400, GRPC: "Unimplemented"},
		Error{Name: "VersionNotSupported", HTTP: 400, GRPC: "Unimplemented"},
	)
	return []*Release{latest, &first}
}

// withRows returns a copy of the rows in which the named ones have other HTTP
// and gRPC codes.
func withRows(rows []Error, changed ...Error) []Error {
	out := make([]Error, len(rows))
	for i, row := range rows {
		for _, c := range changed {
			if c.Name == row.Name {
				row.HTTP, row.GRPC = c.HTTP, c.GRPC
			}
		}
		out[i] = row
	}
	return out
}
