package conformance

// mutation is a mistake that somebody could make.
type mutation struct {
	name     string
	by       string // the requirements whose tests notice it, a regular expression
	file     string // below skeleton/
	old, new string // the text, which the file has once, and what it becomes
}

var mutations = []mutation{
	// Streams.
	{"sender's stream stays open for input", "ST-04", "gen/host/stream.go",
		"IsTerminal(state) || sender && state == a2apb.TaskState_TASK_STATE_INPUT_REQUIRED", "IsTerminal(state)"},
	{"subscription ends for input", "ST-07", "gen/host/stream.go", "|| sender && state ==", "|| state =="},
	{"stream ends for an authorization", "ST-05", "gen/host/stream.go", "if IsTerminal(state) || sender &&", "if IsTerminal(state) || IsInterrupted(state) || sender &&"},
	{"subscription without the task", "ST-06", "gen/host/stream.go", "return t.firstEvent(), t.log.open(), nil", "return nil, t.log.open(), nil"},
	{"task after its updates", "ST-09|ST-11|ST-16", "gen/host/stream.go", "batch = append([]*event{opening}, batch...)", "batch = append(batch, opening)"},
	{"subscription to an ended task", "ST-08", "gen/host/stream.go",
		"case IsTerminal(state):\n\t\treturn nil, nil, a2a.Unsupported", "case state == -1:\n\t\treturn nil, nil, a2a.Unsupported"},
	{"stream without its last error", "ER-13", "gen/host/stream.go", "return t.outcome()", "return nil"},
	{"first update lost", "ST-16|ST-11|PN-09", "gen/host/log.go", "c := &cursor{next: l.end(), slot", "c := &cursor{next: l.end() + 1, slot"},
	{"updates of a batch reversed", "ST-09|ST-11", "gen/host/stream.go", "batch, ended := upToEnd(batch, sender)",
		"batch = append([]*event(nil), batch...)\n\t\tfor i, j := 0, len(batch)-1; i < j; i, j = i+1, j-1 {\n\t\t\tbatch[i], batch[j] = batch[j], batch[i]\n\t\t}\n\t\tbatch, ended := upToEnd(batch, sender)"},

	// Sending.
	{"returnImmediately waits", "OP-03", "gen/host/service.go", "until = untilExists", "until = untilSettled"},
	{"send does not wait", "OP-02", "gen/host/service.go", "until := untilSettled", "until := untilExists"},
	{"working task takes messages", "LC-14", "gen/host/send.go", "if !IsInterrupted(state) {", "if IsTerminal(state) {"},
	{"ended task takes messages", "OP-05", "gen/host/send.go", "if !IsInterrupted(state) {", "if state == a2apb.TaskState_TASK_STATE_WORKING {"},
	{"message of another context", "LC-08", "gen/host/send.go", `id != "" && id != t.contextID`, `id == "-" && id != t.contextID`},
	{"message missing from history", "OP-09", "gen/host/send.go", "err := t.append(d.ctx, messageEvent(d.message), t.statusEvent(", "err := t.append(d.ctx, t.statusEvent("},
	{"context of clients replaced", "LC-05", "gen/host/send.go", `t.contextID == "" {`, `t.contextID != "-" {`},
	{"odd contexts accepted", "LC-06", "gen/host/id.go", `if id == "" || len(id) > maxContextID {`, `if id == "" || len(id) > 1<<20 {`},
	{"media types not checked", "OP-07", "gen/host/service.go", "if !Accepts(modes, mode) {", "if !Accepts(modes, mode) && modes == nil {"},
	{"unknown tenant accepted", "VX-15", "gen/host/service.go", "if s.tenants[tenant] {", "if len(s.tenants) > 0 {"},

	// Reading and listing.
	{"all history for 0", "OP-10", "gen/host/query.go", "if n == nil || int(*n) >= len(history) {", "if n == nil || *n == 0 || int(*n) >= len(history) {"},
	{"oldest messages instead of latest", "OP-09", "gen/host/query.go", "history[len(history)-int(*n):]", "history[:*n]"},
	{"pages too large", "OP-16", "gen/host/query.go", "size > maxPageSize", "size > 10*maxPageSize"},
	{"another default page size", "OP-14", "gen/host/query.go", "defaultPageSize = 50", "defaultPageSize = 20"},
	{"artifacts listed unasked", "OP-15", "gen/host/memory/list.go", "if q.Artifacts {", "if q.PageSize > 0 {"},
	{"boundary of a time excluded", "OP-17", "gen/host/memory/index.go", "At: host.Nanoseconds(after)}", "At: host.Nanoseconds(after) + 1}"},
	{"total of one page", "OP-18", "gen/host/memory/list.go", "TotalSize: l.count(&q)", "TotalSize: min(q.PageSize, l.count(&q))"},
	{"order of the list", "OP-13", "gen/host/cursor.go", "return c.At < d.At", "return c.At > d.At"},
	{"no last page", "OP-12", "gen/host/memory/list.go", "if len(page.Tasks) == q.PageSize {", "if len(page.Tasks) == q.PageSize+1 {"},

	// Who sees what.
	{"another owner's task", "AU-07", "gen/host/memory/memory.go", "if e == nil || e.index.scope != scope {", "if e == nil || e.index.scope.Tenant != scope.Tenant {"},
	{"another tenant's task", "VX-15", "gen/host/memory/memory.go", "if e == nil || e.index.scope != scope {", "if e == nil || e.index.scope.Owner != scope.Owner {"},
	{"all tasks of one owner", "OP-11", "gen/host/authorize.go", "return Scope{Tenant: tenant, Owner: access.Caller.Name}, nil", "return Scope{Tenant: tenant}, nil"},
	{"callers not authenticated", "AU-01", "gen/host/guard.go", "return Identity{}, g.turnAway(call, err)", "return Identity{Anonymous: true}, nil"},
	{"extended card for anybody", "CD-09", "gen/host/authorize.go", "if !caller.Anonymous {\n\t\treturn nil\n\t}", "if true {\n\t\treturn nil\n\t}"},
	{"no challenge", "AU-02", "gen/a2a/wire/http.go", `h.Set("WWW-Authenticate", e.Challenge)`, `h.Set("X-Challenge", e.Challenge)`},

	// Cancels.
	{"ended task canceled", "OP-20", "gen/host/cancel.go", "if task.GetStatus().GetState() != a2apb.TaskState_TASK_STATE_CANCELED {", "if task == nil {"},
	{"canceled without the handler", "OP-19", "gen/host/cancel.go", "case t.turn == nil:", "default:"},
	{"reason of a cancel lost", "OP-19", "gen/host/cancel.go", "t.turn.canceled = req", "t.turn.canceled = new(a2apb.CancelTaskRequest)"},

	// Failures of the agent.
	{"internal failure shown", "ER-12", "gen/host/executor.go", "return failedText\n}", "return err.Error()\n}"},
	{"invalid answer not told", "ER-13", "gen/host/end.go", "return &wire.Error{Kind: e.Kind, Message", "return nil\n\treturn &wire.Error{Kind: e.Kind, Message"},
	{"empty artifact accepted", "DM-16", "gen/host/check.go", "if len(parts) == 0 {", "if parts == nil && path == \"\" {"},
	{"ended task changes", "LC-12", "gen/host/run.go", "case IsTerminal(state):\n\t\treturn errTerminal", "case state == -1:\n\t\treturn errTerminal"},

	// Versions, extensions, capabilities.
	{"any version", "VX-02", "gen/host/guard.go", "ok && slices.Contains(g.versions, wanted)", "ok || slices.Contains(g.versions, wanted)"},
	{"patch number counts", "VX-04", "gen/host/guard.go", `return numbers[0] + "." + numbers[1], true`, "return version, true"},
	{"version of the query in one spelling", "VX-08", "gen/a2a/wire/call.go", "!strings.EqualFold(key, VersionHeader)", "key != VersionHeader"},
	{"required extension not required", "VX-09", "gen/host/guard.go", "if len(missing) == 0 ||", "if len(missing) >= 0 ||"},
	{"active extensions not named", "VX-11", "gen/a2a/wire/http.go", "if len(call.Activated) > 0 {", "if len(call.Activated) > 99 {"},
	{"streams undeclared", "OP-25", "gen/host/guard.go", "case op.Streaming && !g.capabilities.GetStreaming():", "case op.Streaming && g.capabilities == nil:"},
	{"versions not in the error", "VX-02", "gen/host/guard.go", "this agent speaks %s\", version, supported).\n\t\tWith(\"supportedVersions\", supported)", "this agent speaks %s\", version, supported)"},

	// Webhooks.
	{"credentials shown", "PN-03", "gen/host/configs.go", "return withoutCredentials(config), nil", "return config, nil"},
	{"token not sent", "PN-08", "gen/host/push/push.go", `h.Set("A2A-Notification-Token", token)`, `h.Set("Notification-Token", token)`},
	{"scheme of credentials ignored", "PN-08", "gen/host/push/push.go", `auth.GetScheme()+" "+`, `"Bearer "+`},
	{"media type of notifications", "PN-16", "gen/host/push/push.go", "application/a2a+json", "application/json"},
	{"no second attempt", "PN-10", "gen/host/push/push.go", "if !again || attempt == attempts {", "if !again || attempt >= 1 {"},
	{"attempts too short", "PN-11", "gen/host/push/push.go", "const Timeout = 15 * time.Second", "const Timeout = 5 * time.Second"},
	{"deletion in the store only", "PN-05", "gen/host/hook.go", "old := t.hook(id)\n\tt.stop(old)\n\tt.mu.Lock()\n\tdefer t.mu.Unlock()\n\tt.hooks = slices.DeleteFunc(t.hooks, func(h *hook) bool { return h == old })\n\treturn nil", "return nil"},
	{"redirects followed", "PN-08", "gen/host/egress/egress.go", "return http.ErrUseLastResponse", "return nil"},

	// The card.
	{"card without a tag", "CD-07", "gen/host/card.go", `h.Set("ETag", etag)`, `h.Set("X-ETag", etag)`},
	{"card never cached", "CD-06", "gen/host/card.go", `fmt.Sprintf("public, max-age=%d", cardMaxAge)`, `"no-store"`},
	{"address of the definition on the card", "CD-03", "gen/host/card.go", "i.Url = c.PublicURL + jsonrpcPath", "_ = jsonrpcPath"},
	{"card by POST", "CD-01", "gen/host/host.go", "if r.Method == http.MethodGet || r.Method == http.MethodHead {", `if r.Method != "" {`},

	// Codes.
	{"code of JSON-RPC", "ER-03", "gen/a2a/errors.go", "JSONRPC: -32001,", "JSONRPC: -32010,"},
	{"status of HTTP", "ER-03", "gen/a2a/errors.go", "HTTP:    404,", "HTTP:    400,"},
	{"code of gRPC", "ER-03", "gen/a2a/errors.go", "GRPC:    codes.NotFound,", "GRPC:    codes.Unknown,"},
	{"reason misspelled", "ER-03", "gen/a2a/errors.go", `"TASK_NOT_CANCELABLE"`, `"TASK_NOT_CANCELLABLE"`},
	{"domain of errors", "ER-09", "gen/a2a/wire/kind.go", `const Domain = "a2a-protocol.org"`, `const Domain = "example.com"`},
	{"no ErrorInfo by gRPC", "ER-07", "gen/a2a/wire/grpc.go", "if e.Kind.Info {", "if e.Kind == nil {"},
	{"no field violations in JSON", "ER-06|DM-09", "gen/a2a/wire/errorjson.go", "if len(e.Violations) > 0 {", "if len(e.Violations) > 99 {"},

	// Bindings.
	{"JSON-RPC errors with a status", "ER-04", "gen/a2a/wire/jsonrpc.go", "status := http.StatusOK", "status := e.Kind.HTTP"},
	{"JSON-RPC without Allow", "BI-01", "gen/a2a/wire/jsonrpc.go", `w.Header().Set("Allow", http.MethodPost)`, `w.Header().Set("X-Allow", http.MethodPost)`},
	{"notification answered", "ER-04", "gen/a2a/wire/jsonrpc.go", "if req.isNotification(err) {", "if req.isNotification(err) && false {"},
	{"fraction as id", "ER-04", "gen/a2a/wire/jsonrpc.go", `return !bytes.ContainsAny(id, ".eE")`, "return len(id) > 0"},
	{"REST without Allow", "BI-03", "gen/a2a/wire/rest.go", `w.Header().Set("Allow", strings.Join(allowed, ", "))`, `w.Header().Set("X-Allow", strings.Join(allowed, ", "))`},
	{"media type of a client ignored", "BI-04", "gen/a2a/wire/http.go", "\t\t\treturn a2aTypes\n", "\t\t\treturn jsonTypes\n"},
	{"any media type read", "BI-04", "gen/a2a/wire/http.go", "return err == nil && (mediaType ==", "return err == nil || (mediaType =="},
	{"no limit of size", "SE-03", "gen/a2a/wire/http.go", "err := buf.readAll(body, r.ContentLength, limit)", "_ = body\n\terr := buf.readAll(r.Body, r.ContentLength, 100*limit)"},
	{"error in a stream of events", "ST-08", "gen/a2a/wire/sse.go", "if err != nil && !s.opened {\n\t\treturn err", "if err != nil && s.closed {\n\t\treturn err"},
	{"events not separated", "ST-13|ST-14", "gen/a2a/wire/sse.go", `buf = append(buf, "\n\n"...)`, `buf = append(buf, "\n"...)`},
	{"unreadable gRPC message is our fault", "BI-02", "gen/a2a/wire/grpccodec.go", "ok && err != nil", "ok && err == nil"},
	{"path decoded twice", "BI-08", "gen/a2a/wire/route.go", "value, err := url.PathUnescape(part)", "value, err := url.PathUnescape(part)\n\t\tif err == nil {\n\t\t\tvalue, err = url.PathUnescape(value)\n\t\t}"},
	{"contradiction accepted", "BI-05", "gen/a2a/wire/param.go", "if *field != zero && *field != value {", "if *field != zero && *field == value {"},
	{"verb of a path ignored", "BI-03", "gen/a2a/wire/route.go", `if p.Verb != verb {`, `if p.Verb == "" {`},
	{"subscription by POST only", "BI-03", "gen/a2a/rest.go", `{Verb: "GET", Pattern: "/tasks/{id}:subscribe", Method: subscribeToTask},`, ""},

	// JSON.
	{"list of no tasks is null", "DM-10", "gen/a2a/codec_encode.go", "b = jsonpb.AppendList(b, m.Tasks, AppendTask)",
		"if len(m.Tasks) == 0 {\n\t\tb = append(b, \"null\"...)\n\t} else {\n\t\tb = jsonpb.AppendList(b, m.Tasks, AppendTask)\n\t}"},
	{"enum as a number", "DM-04", "gen/a2a/jsonpb/enum.go", "if !ok {\n\t\treturn strconv.", "if ok || !ok {\n\t\treturn strconv."},
	{"time in nanoseconds", "DM-06", "gen/a2a/jsonpb/timestamp.go", "int(nanos)/1e6, 3)", "int(nanos), 9)"},
	{"missing id accepted", "DM-09", "gen/a2a/check.go", "if m.MessageId == \"\" {\n\t\tv.Missing(\"messageId\")", "if m.MessageId == \"-\" {\n\t\tv.Missing(\"messageId\")"},
	{"base64 of URLs refused", "DM-15", "gen/a2a/jsonpb/bytes.go", "enc = base64.URLEncoding", "enc = base64.StdEncoding"},
}
