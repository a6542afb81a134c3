package conformance

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"google.golang.org/protobuf/types/known/structpb"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/wire"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host"
)

// errorCodes is about errors and their forms (sections 3.3.2, 5.4, 9.5, 10.6
// and 11.6).
func errorCodes() []requirement {
	return []requirement{
		{id: "ER-01", section: "3.3.2", level: must, run: errorsSayWhy},
		{id: "ER-02", section: "3.3.2", level: should, run: knownDetails},
		{id: "ER-03", section: "5.4", level: must, run: theNineErrors},
		{id: "ER-04", section: "9.5", level: must, on: onJSONRPC, run: errorsOfJSONRPC},
		{id: "ER-05", section: "9.5", level: must, on: onJSONRPC, run: codesInRange},
		{id: "ER-06", section: "9.5", level: should, on: onJSONRPC, run: dataOfJSONRPC},
		{id: "ER-07", section: "10.6", level: must, on: onGRPC, run: detailsOfGRPC},
		{id: "ER-08", section: "11.6", level: must, on: onREST, run: bodyOfREST},
		{id: "ER-09", section: "10.6", level: must, run: reasons},
		{id: "ER-10", section: "3.3.2", level: should, run: errorsHelp},
		{id: "ER-11", section: "3.3.2", level: may, run: retryAfter},
		{id: "ER-12", section: "3.3.2", level: should, run: systemErrorsAreLogged},
		{id: "ER-13", section: "3.3.2", level: must, run: invalidOutput},
		{id: "ER-14", section: "3.3.2", level: should, run: temporaryOrPermanent},
		{id: "ER-15", section: "5.1", level: must, run: sameErrorEverywhere},
	}
}

// theNine pairs each error of the protocol with its kind.
func theNine() map[*wire.Kind]fault {
	return map[*wire.Kind]fault{
		a2a.TaskNotFound: taskNotFound, a2a.TaskNotCancelable: taskNotCancelable,
		a2a.PushNotificationNotSupported: pushNotSupported, a2a.UnsupportedOperation: unsupportedOperation,
		a2a.ContentTypeNotSupported: contentTypeNotSupported, a2a.InvalidAgentResponse: invalidAgentResponse,
		a2a.ExtendedAgentCardNotConfigured: extendedNotConfigured, a2a.ExtensionSupportRequired: extensionSupportRequired,
		a2a.VersionNotSupported: versionNotSupported,
	}
}

// refusing sends a message that the agent refuses with an error of a kind.
func (c *check) refusing(kind *wire.Kind) answer {
	c.Helper()
	return c.call("SendMessage", c.sending(func(_ context.Context, turn *host.Turn) error {
		return turn.Refuse(kind.New("refused as %s", kind.Reason))
	}))
}

// failures returns one failure of each sort.
func failures(c *check) map[string]*failure {
	c.Helper()
	all := map[string]answer{
		"unknown task":    c.call("GetTask", obj{"id": unknownID()}),
		"invalid values":  c.call("ListTasks", obj{"pageSize": 0}),
		"missing values":  c.call("SendMessage", obj{}),
		"version":         c.call("ListTasks", obj{}, header(versionHeader, "99.0")),
		"no credentials":  c.call("ListTasks", obj{}, as(intruder)),
		"terminal task":   c.call("CancelTask", obj{"id": c.task(complete)["id"]}),
		"too many tokens": c.call("ListTasks", obj{"pageToken": "?"}),
	}
	for kind := range theNine() {
		all[kind.Reason] = c.refusing(kind)
	}
	out := make(map[string]*failure)
	for name, a := range all {
		if a.err == nil {
			c.Fatalf("%s: the call succeeded: %v", name, a.result)
		}
		out[name] = a.err
	}
	return out
}

func errorsSayWhy(c *check) {
	for name, f := range failures(c) {
		if f.code == 0 || f.message == "" {
			c.Errorf("%s: the error is %d %q", name, f.code, f.message)
		}
		for _, d := range f.details {
			if !strings.HasPrefix(text(d, "@type"), "type.googleapis.com/") {
				c.Errorf("%s: the detail %v has no type", name, d)
			}
		}
	}
}

func knownDetails(c *check) {
	known := regexp.MustCompile(`/google\.rpc\.(ErrorInfo|BadRequest|RetryInfo)$`)
	for name, f := range failures(c) {
		for _, d := range f.details {
			if !known.MatchString(text(d, "@type")) {
				c.Errorf("%s: the detail %v is not one of google.rpc", name, d)
			}
		}
	}
}

func theNineErrors(c *check) {
	for kind, want := range theNine() {
		a := c.refusing(kind)
		c.isFault("a message refused as "+kind.Reason, a, want)
		if a.err != nil {
			c.same("the message", a.err.message, "refused as "+kind.Reason)
		}
		if kind.Reason != want.reason {
			c.Errorf("the kind %s is declared as %s", want.reason, kind.Reason)
		}
	}
	if tasks := ids(c.ok("ListTasks", obj{})); len(tasks) > 0 {
		c.Errorf("refused messages made tasks: %v", tasks)
	}
}

func errorsOfJSONRPC(c *check) {
	const params = `"params":{"id":"none"}`
	for envelope, want := range map[string]fault{
		`{"jsonrpc":"2.0","id":1,"method":"GetTask",` + params: parseError,
		`{`: parseError, `nope`: parseError, `{"a":1}{`: parseError, ``: parseError,
		`[]`: invalidRequest, `[1]`: invalidRequest, `"x"`: invalidRequest, `{}`: invalidRequest,
		`[{"jsonrpc":"2.0","id":1,"method":"ListTasks"}]`:         invalidRequest,
		`{"id":1,"method":"GetTask",` + params + `}`:              invalidRequest,
		`{"jsonrpc":"1.0","id":1,"method":"GetTask"}`:             invalidRequest,
		`{"jsonrpc":"2.0","id":1,"method":""}`:                    invalidRequest,
		`{"jsonrpc":"2.0","id":1,"method":5}`:                     invalidRequest,
		`{"jsonrpc":"2.0","id":1.5,"method":"ListTasks"}`:         invalidRequest,
		`{"jsonrpc":"2.0","id":{},"method":"ListTasks"}`:          invalidRequest,
		`{"jsonrpc":"2.0","id":true,"method":"ListTasks"}`:        invalidRequest,
		`{"jsonrpc":"2.0","id":1,"method":"Nope"}`:                methodNotFound,
		`{"jsonrpc":"2.0","id":1,"method":"message/send"}`:        methodNotFound,
		`{"jsonrpc":"2.0","id":1,"method":"sendMessage"}`:         methodNotFound,
		`{"jsonrpc":"2.0","id":1,"method":"GetTask","params":[]}`: invalidParams,
		`{"jsonrpc":"2.0","id":1,"method":"GetTask","params":1}`:  invalidParams,
		`{"jsonrpc":"2.0","id":1,"method":"GetTask"}`:             invalidParams,
	} {
		a := c.call("GetTask", nil, body(envelope))
		c.isFault(envelope, a, want)
		if want == parseError && !strings.HasPrefix(string(a.body), `{"jsonrpc":"2.0","id":null,"error":`) {
			c.Errorf("%s is answered with %s", envelope, a.body)
		}
	}
	for _, id := range []string{`"text"`, `""`, `0`, `-7`, `12345678901234567890`, `null`} { // come back as they are
		for _, method := range []string{"ListTasks", "Nope"} {
			a := c.call("ListTasks", nil, body(fmt.Sprintf(`{"method":%q,"id":%s,"jsonrpc":"2.0","params":%s}`, method, id, encode(c.withTenant(obj{})))))
			if !strings.HasPrefix(string(a.body), `{"jsonrpc":"2.0","id":`+id+`,`) || (a.err != nil) != (method == "Nope") {
				c.Errorf("the id %s came back as %s", id, a.body)
			}
		}
	}
	a := c.call("ListTasks", nil, body(`{"jsonrpc":"2.0","method":"ListTasks","params":{}}`)) // wants no answer
	if a.status != 202 || len(a.body) > 0 {
		c.Errorf("a notification is answered with %d %s", a.status, a.body)
	}
}

func codesInRange(c *check) {
	for name, f := range failures(c) {
		standard := f.code <= -32600 && f.code >= -32603 || f.code == -32700
		if a2aCode := f.code <= -32001 && f.code >= -32099; standard == a2aCode {
			c.Errorf("%s: the code is %d", name, f.code)
		}
	}
}

func dataOfJSONRPC(c *check) {
	all := failures(c)
	if all["unknown task"].detail("ErrorInfo") == nil {
		c.Error("the error of an unknown task has no ErrorInfo")
	}
	c.blames(all["invalid values"], "pageSize")
	a := c.call("GetTask", obj{"id": unknownID()})
	if !strings.Contains(string(a.body), `"data":[{"@type":`) {
		c.Errorf("data is no list of details: %s", a.body)
	}
	plain := c.call("GetTask", nil, body(`{"jsonrpc":"2.0","id":1,"method":"Nope"}`))
	for member := range at(c.decode(plain.body), "error").(obj) {
		if member != "code" && member != "message" && member != "data" {
			c.Errorf("the error object has the member %q", member)
		}
	}
}

func detailsOfGRPC(c *check) {
	for kind, want := range theNine() {
		if info := c.refusing(kind).err.detail("ErrorInfo"); text(info, "reason") != want.reason || text(info, "domain") != "a2a-protocol.org" {
			c.Errorf("%s: ErrorInfo is %v", want.reason, info)
		}
	}
	c.blames(c.refused(invalidParams, "ListTasks", obj{"pageSize": 0}), "pageSize")
}

func bodyOfREST(c *check) {
	a := c.call("GetTask", obj{"id": unknownID()})
	whole := c.decode(a.body)
	if len(whole) != 1 || len(at(whole, "error").(obj)) != 4 {
		c.Errorf("the body is %s, want error with code, status, message and details", a.body)
	}
	for accept, want := range map[string]string{
		"": "application/json", "*/*": "application/json", "application/json": "application/json",
		"application/a2a+json": "application/a2a+json", "text/html, Application/A2A+JSON;q=0.9": "application/a2a+json",
	} {
		a := c.call("GetTask", obj{"id": unknownID()}, header("Accept", accept))
		c.same("the media type for "+accept, a.header.Get("Content-Type"), want)
		c.isFault("an unknown task", a, taskNotFound)
	}
	for _, broken := range []string{`{`, `nope`, `{} {}`} {
		c.isFault(broken, c.call("SendMessage", nil, body(broken)), parseError)
	}
	c.isFault("a list", c.call("SendMessage", nil, body(`[]`)), invalidParams)
}

func reasons(c *check) {
	form := regexp.MustCompile(`^[A-Z]+(_[A-Z]+)*$`)
	for name, f := range failures(c) {
		info := f.detail("ErrorInfo")
		if info == nil {
			continue
		}
		if reason := text(info, "reason"); !form.MatchString(reason) || strings.HasSuffix(reason, "ERROR") {
			c.Errorf("%s: the reason is %q", name, reason)
		}
		c.same("the domain", info["domain"], "a2a-protocol.org")
	}
}

func errorsHelp(c *check) {
	f := c.refused(invalidParams, "ListTasks", obj{"pageSize": 500})
	if !strings.Contains(f.message, "pageSize") || !strings.Contains(f.message, "100") {
		c.Errorf("the error %q names neither the field nor its limit", f.message)
	}
	f = c.refused(versionNotSupported, "ListTasks", obj{}, header(versionHeader, "99.0"))
	if !strings.Contains(f.message, "99.0") || !strings.Contains(f.message, c.supported()) {
		c.Errorf("the error %q does not name the versions", f.message)
	}
	if !c.takesAnything() {
		f = c.refused(contentTypeNotSupported, "SendMessage", c.sending(complete, obj{"text": "x", "mediaType": "application/x-odd"}))
		if mode := c.host.Card().GetDefaultInputModes()[0]; !strings.Contains(f.message, mode) {
			c.Errorf("the error %q does not name what is supported", f.message)
		}
	}
}

// busy serves an agent that has all it can do.
func (c *check) busy() *check {
	c.Helper()
	full := c.variant(func(_ *host.Agent, config *host.Config) { config.MaxTurns = 1 })
	g := newGate(c)
	full.taskOf(immediately(full.sending(g.then(complete))))
	return full
}

func retryAfter(c *check) {
	full := c.busy()
	a := full.call("SendMessage", full.sending(complete))
	if full.isFault("a message to a busy agent", a, unavailable); a.err == nil {
		return
	}
	c.same("RetryInfo", text(a.err.detail("RetryInfo"), "retryDelay"), "1s")
	if c.binding != wire.GRPC {
		c.same("Retry-After", a.header.Get("Retry-After"), "1")
	}
}

func systemErrorsAreLogged(c *check) {
	failed := c.task(breakDown)
	c.inState(failed, "FAILED")
	panicked := c.task(func(context.Context, *host.Turn) error { panic("the database password is hunter3") })
	c.inState(panicked, "FAILED")
	for secret, task := range map[string]obj{"hunter2": failed, "hunter3": panicked} {
		if !c.log.contains(secret) {
			c.Errorf("the log does not have the failure %q", secret)
		}
		if strings.Contains(string(encode(task)), secret) {
			c.Errorf("the client sees an internal failure: %v", task)
		}
	}
	public := c.task(func(context.Context, *host.Turn) error {
		return fmt.Errorf("step 3: %w", host.Public("The repository %q does not exist.", "payments-api"))
	})
	c.same("what the client sees", at(public, "status.message.parts"), []obj{{"text": `The repository "payments-api" does not exist.`}})
}

// invalidOutputs are things that an agent must not say.
func invalidOutputs() map[string]script {
	artifactOf := func(a *a2apb.Artifact) script {
		return func(_ context.Context, turn *host.Turn) error { return turn.Artifact(a) }
	}
	return map[string]script{
		"no parts":       artifactOf(&a2apb.Artifact{ArtifactId: "a"}),
		"an empty part":  artifactOf(&a2apb.Artifact{ArtifactId: "a", Parts: []*a2apb.Part{{}}}),
		"no UTF-8":       artifactOf(artifact("a", "\xff")),
		"a broken value": artifactOf(&a2apb.Artifact{ArtifactId: "a", Parts: []*a2apb.Part{{Content: &a2apb.Part_Data{Data: &structpb.Value{}}}}}),
		"no state": func(_ context.Context, turn *host.Turn) error {
			return turn.Status(a2apb.TaskState_TASK_STATE_UNSPECIFIED)
		},
		"a message after a task": func(_ context.Context, turn *host.Turn) error {
			return errors.Join(turn.Open(), turn.Reply(host.Text("hi")))
		},
	}
}

func invalidOutput(c *check) {
	for name, run := range invalidOutputs() {
		opened := func(ctx context.Context, turn *host.Turn) error {
			turn.Working("")
			return run(ctx, turn)
		}
		a := c.call("SendMessage", c.sending(opened))
		c.isFault(name, a, invalidAgentResponse)
		if !c.host.Card().GetCapabilities().GetStreaming() {
			continue
		}
		f := c.stream(c.sending(opened))
		task := f.opening()
		for range f.events {
		}
		if wire.KindOf(f.err) != a2a.InvalidAgentResponse {
			c.Errorf("%s: the stream ends by %v, want InvalidAgentResponse", name, f.err)
		}
		c.inState(c.get(task), "FAILED")
	}
	if c.binding != wire.GRPC && c.host.Card().GetCapabilities().GetStreaming() {
		c.endsWithError(invalidOutputs()["a message after a task"])
	}
}

// endsWithError checks how a stream of events says that it failed: by one last
// event with the body that an answer would have.
func (c *check) endsWithError(run script) {
	c.Helper()
	frames := c.raw("SendStreamingMessage", c.sending(run))
	c.eventsOf("SendStreamingMessage", frames[:len(frames)-1])
	last := frames[len(frames)-1]
	if len(last) != 2 || last[0] != "event: error" {
		c.Fatalf("the stream ends with %q, want an error", last)
	}
	_, f := c.readBody("SendStreamingMessage", []byte(strings.TrimPrefix(last[1], "data: ")))
	if f == nil || text(f.detail("ErrorInfo"), "reason") != invalidAgentResponse.reason {
		c.Errorf("the last event is %q, want %s", last, invalidAgentResponse.reason)
	}
}

func temporaryOrPermanent(c *check) {
	full := c.busy()
	temporary := full.refused(unavailable, "SendMessage", full.sending(complete))
	permanent := full.refused(invalidParams, "ListTasks", obj{"pageSize": 0})
	if temporary.detail("RetryInfo") == nil || permanent.detail("RetryInfo") != nil {
		c.Errorf("which of %v and %v is worth another try?", temporary.details, permanent.details)
	}
	full.inState(full.ok("ListTasks", obj{})["tasks"].([]any)[0].(obj), "WORKING") // reading goes on
}

func sameErrorEverywhere(c *check) {
	ctx := host.WithIdentity(c.ctx, host.Identity{Name: c.caller})
	service := c.host.Service()
	task := c.task(complete)
	_, unknown := service.GetTask(ctx, &a2apb.GetTaskRequest{Id: unknownID(), Tenant: c.tenant})
	_, ended := service.CancelTask(ctx, &a2apb.CancelTaskRequest{Id: text(task, "id"), Tenant: c.tenant})
	_, page := service.ListTasks(ctx, &a2apb.ListTasksRequest{PageToken: "?", Tenant: c.tenant})
	for want, got := range map[error]*failure{
		unknown: c.refused(taskNotFound, "GetTask", obj{"id": unknownID()}),
		ended:   c.refused(taskNotCancelable, "CancelTask", obj{"id": task["id"]}),
		page:    c.refused(invalidParams, "ListTasks", obj{"pageToken": "?"}),
	} {
		e := wire.AsError(want)
		c.same("the message", got.message, e.Text())
		if len(e.Metadata) > 0 {
			c.same("the metadata", got.detail("ErrorInfo")["metadata"], e.Metadata)
		}
	}
}
