package host

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"testing"

	"google.golang.org/protobuf/proto"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/wire"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
)

func guardOf(change func(*Agent)) *guard {
	agent := Agent{Card: &a2apb.AgentCard{
		SupportedInterfaces: []*a2apb.AgentInterface{{ProtocolVersion: "1.0"}},
		Capabilities: &a2apb.AgentCapabilities{
			Streaming: proto.Bool(true), PushNotifications: proto.Bool(true), ExtendedAgentCard: proto.Bool(true),
		},
	}}
	if change != nil {
		change(&agent)
	}
	return newGuard(agent, slog.New(slog.DiscardHandler))
}

func wantKind(t *testing.T, what string, err error, want *wire.Kind) {
	t.Helper()
	if got := wire.KindOf(err); got != want || want == nil && err != nil {
		t.Errorf("%s: %v", what, err)
	}
}

var getTask = &wire.Operation{Name: "GetTask"}

func TestGuardVersion(t *testing.T) {
	strict, lenient := guardOf(nil), guardOf(func(a *Agent) { a.AssumeVersion = "1.0" })
	tests := []struct {
		header, query   string
		strict, lenient *wire.Kind
	}{
		{"1.0", "", nil, nil},
		{"1.0.7", "", nil, nil},
		{" 1.0 ", "", nil, nil},
		{"", "1.0", nil, nil},
		{"1.0", "1.0", nil, nil},
		{"1.0", "0.3", wire.InvalidParams, wire.InvalidParams},
		{"", "", a2a.VersionNotSupported, nil},
		{"0.3", "", a2a.VersionNotSupported, a2a.VersionNotSupported},
		{"1.1", "", a2a.VersionNotSupported, a2a.VersionNotSupported},
		{"99.0", "", a2a.VersionNotSupported, a2a.VersionNotSupported},
		{"1", "", a2a.VersionNotSupported, a2a.VersionNotSupported},
		{"1.", "", a2a.VersionNotSupported, a2a.VersionNotSupported},
		{"1.0.0.0", "", a2a.VersionNotSupported, a2a.VersionNotSupported},
		{"v1.0", "", a2a.VersionNotSupported, a2a.VersionNotSupported},
	}
	for _, test := range tests {
		call := &wire.Call{Operation: getTask, Header: http.Header{}, Query: url.Values{}}
		if test.header != "" {
			call.Header.Set("A2A-Version", test.header)
		}
		if test.query != "" {
			call.Query.Set("a2a-version", test.query)
		}
		_, err := strict.Admit(t.Context(), call)
		wantKind(t, test.header+"|"+test.query, err, test.strict)
		var e *wire.Error
		if errors.As(err, &e) && e.Kind == a2a.VersionNotSupported && e.Metadata["supportedVersions"] != "1.0" {
			t.Errorf("%q: metadata %v", test.header, e.Metadata)
		}
		_, err = lenient.Admit(t.Context(), call)
		wantKind(t, test.header+"|"+test.query+" (lenient)", err, test.lenient)
	}
}

func TestGuardExtensions(t *testing.T) {
	g := guardOf(func(a *Agent) {
		a.Card.Capabilities.Extensions = []*a2apb.AgentExtension{
			{Uri: "https://example.com/must/v1", Required: true}, {Uri: "https://example.com/may/v1"},
		}
	})
	tests := []struct {
		op        string
		asked     []string // header lines
		want      *wire.Kind
		activated []string
	}{
		{"GetTask", nil, a2a.ExtensionSupportRequired, nil},
		{"GetTask", []string{"https://example.com/may/v1"}, a2a.ExtensionSupportRequired, []string{"https://example.com/may/v1"}},
		{"GetTask", []string{"https://example.com/must/v2"}, a2a.ExtensionSupportRequired, nil},
		{"GetTask", []string{"https://example.com/must/v1"}, nil, []string{"https://example.com/must/v1"}},
		{"ListTasks", []string{"urn:other, https://example.com/may/v1", "https://example.com/must/v1"}, nil, []string{"https://example.com/must/v1", "https://example.com/may/v1"}},
		{"GetExtendedAgentCard", nil, nil, nil},
	}
	for _, test := range tests {
		call := &wire.Call{Operation: &wire.Operation{Name: test.op}, Header: http.Header{}}
		call.Header.Set("A2A-Version", "1.0")
		for _, line := range test.asked {
			call.Header.Add("A2A-Extensions", line)
		}
		_, err := g.Admit(t.Context(), call)
		wantKind(t, test.op, err, test.want)
		if !slices.Equal(call.Activated, test.activated) {
			t.Errorf("%s with %q: activated %q", test.op, test.asked, call.Activated)
		}
	}
}

func TestGuardCapabilities(t *testing.T) {
	all, none := guardOf(nil), guardOf(func(a *Agent) { a.Card.Capabilities = nil })
	for op, want := range map[*wire.Operation]*wire.Kind{
		getTask:               nil,
		{Name: "SendMessage"}: nil,
		{Name: "SendStreamingMessage", Streaming: true}: a2a.UnsupportedOperation,
		{Name: "SubscribeToTask", Streaming: true}:      a2a.UnsupportedOperation,
		{Name: "CreateTaskPushNotificationConfig"}:      a2a.PushNotificationNotSupported,
		{Name: "GetTaskPushNotificationConfig"}:         a2a.PushNotificationNotSupported,
		{Name: "ListTaskPushNotificationConfigs"}:       a2a.PushNotificationNotSupported,
		{Name: "DeleteTaskPushNotificationConfig"}:      a2a.PushNotificationNotSupported,
		{Name: "GetExtendedAgentCard"}:                  a2a.UnsupportedOperation,
	} {
		call := &wire.Call{Operation: op, Header: http.Header{"A2a-Version": {"1.0"}}}
		_, err := none.Admit(t.Context(), call)
		wantKind(t, op.Name+" without capabilities", err, want)
		_, err = all.Admit(t.Context(), call)
		wantKind(t, op.Name, err, nil)
	}
}

func TestGuardAuthenticate(t *testing.T) {
	anonymous := guardOf(nil)
	ctx, err := anonymous.Authenticate(t.Context(), &wire.Call{})
	if err != nil || !IdentityFrom(ctx).Anonymous || IdentityFrom(ctx).Name != "" {
		t.Errorf("identity %+v, error %v", IdentityFrom(ctx), err)
	}
	id := Identity{Name: "alice", Scheme: "bearer"}
	var fail error
	g := guardOf(func(a *Agent) {
		a.Authenticator = func(context.Context, *wire.Call) (Identity, error) { return id, fail }
	})
	if ctx, err = g.Authenticate(t.Context(), &wire.Call{}); err != nil || IdentityFrom(ctx).Name != "alice" {
		t.Errorf("identity %+v, error %v", IdentityFrom(ctx), err)
	}
	id.Name = "" // would own the tasks of anonymous callers
	if _, err = g.Authenticate(t.Context(), &wire.Call{}); err == nil {
		t.Error("an identity without a name was accepted")
	}
	fail = wire.Unauthenticated.New("no token")
	_, err = g.Authenticate(t.Context(), &wire.Call{})
	wantKind(t, "failure", err, wire.Unauthenticated)
}
