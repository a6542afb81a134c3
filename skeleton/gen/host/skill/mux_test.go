package skill_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"google.golang.org/protobuf/types/known/structpb"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/wire"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host/hosttest"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host/schema"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host/skill"
)

const (
	completed     = a2apb.TaskState_TASK_STATE_COMPLETED
	inputRequired = a2apb.TaskState_TASK_STATE_INPUT_REQUIRED
	failed        = a2apb.TaskState_TASK_STATE_FAILED
	rejected      = a2apb.TaskState_TASK_STATE_REJECTED
)

// deploy and test are skills with an input, as generated code binds them. Each
// completes with its name and its input.
var (
	deploy = typed("deploy", "service", "version")
	test   = typed("test", "commit")
)

func typed(id string, required ...string) skill.Skill {
	return skill.Skill{
		ID: id, Name: strings.ToUpper(id), InputModes: []string{"application/json", "text/*"},
		Bind: func(data *structpb.Struct) (skill.Work, wire.Violations) {
			o := schema.NewObject(data)
			got := []string{id}
			for _, name := range required {
				got = append(got, schema.Required(o, name, schema.String))
			}
			return func(_ context.Context, task *skill.Task) error {
				return task.Complete(strings.Join(got, " "))
			}, o.Faults(nil)
		},
	}
}

// talk is a skill without input that may reply. It does what it is told.
var talk = skill.Skill{
	ID: "talk", Name: "talk", InputModes: []string{"text/plain", "image/*"}, Reply: true,
	Run: func(_ context.Context, task *skill.Task) error {
		switch task.Text() {
		case "reply":
			return task.Turn.Reply(host.Text("replied"))
		case "ask":
			return task.RequireInput("Sure?", host.Link("more", "text/plain", "https://example.com/more"))
		case "auth":
			return task.RequireAuth("Sign in.")
		case "reject":
			return task.Reject("No.")
		}
		return task.Complete("talked: " + task.Text())
	},
}

// agent is an agent of some skills.
func agent(route func(context.Context, *a2apb.Message) (string, error), skills ...skill.Skill) host.Agent {
	return host.Agent{
		Card: &a2apb.AgentCard{
			DefaultInputModes:   []string{"*/*"},
			SupportedInterfaces: []*a2apb.AgentInterface{{ProtocolBinding: "JSONRPC", ProtocolVersion: "1.0"}},
		},
		Executor: &skill.Mux{Skills: skills, Route: route},
	}
}

func data(t *testing.T, text string) *a2apb.Part {
	return hosttest.Data(t, json.RawMessage(text))
}

// expect compares the end of a task and what the agent said.
func expect(t *testing.T, r *hosttest.Result, state a2apb.TaskState, said string) {
	t.Helper()
	if r.State() != state || !strings.Contains(r.Said(), said) {
		t.Errorf("task is %v: %s\nwant %v: %s", r.State(), r.Said(), state, said)
	}
}

func TestChoose(t *testing.T) {
	never := func(context.Context, *a2apb.Message) (string, error) { return "", errors.New("not to be asked") }
	for name, c := range map[string]struct {
		agent   host.Agent
		message *a2apb.Message
		state   a2apb.TaskState
		said    string
	}{
		"no skills":     {agent(nil), hosttest.Message("", host.Text("hi")), rejected, "no skills"},
		"only one":      {agent(nil, talk), hosttest.Message("", host.Text("hi")), completed, "talked: hi"},
		"named":         {agent(never, talk, test), hosttest.Message("talk", host.Text("hi")), completed, "talked: hi"},
		"by its data":   {agent(never, talk, deploy, test), hosttest.Message("", data(t, `{"commit":"abc"}`)), completed, "test abc"},
		"by JSON text":  {agent(never, talk, deploy, test), hosttest.Message("", host.Text(" {\"commit\":\"abc\"}\n")), completed, "test abc"},
		"several fit":   {agent(nil, deploy, test), hosttest.Message("", data(t, `{"commit":"abc","service":"a","version":"1"}`)), inputRequired, "Which skill"},
		"none fits":     {agent(nil, deploy, test), hosttest.Message("", data(t, `{}`)), inputRequired, "deploy (DEPLOY), test (TEST)"},
		"no data":       {agent(nil, deploy, talk), hosttest.Message("", host.Text("hi")), inputRequired, `Name it as "skillId"`},
		"not JSON":      {agent(nil, deploy, talk), hosttest.Message("", host.Text("{hi}")), inputRequired, "Which skill"},
		"routed":        {agent(answer("talk", nil), deploy, talk), hosttest.Message("", host.Text("hi")), completed, "talked: hi"},
		"not routed":    {agent(answer("", nil), deploy, test), hosttest.Message("", host.Text("hi")), inputRequired, "Which skill"},
		"routed astray": {agent(answer("nope", nil), deploy, test), hosttest.Message("", host.Text("hi")), failed, ""},
		"route fails":   {agent(answer("", errors.New("x")), deploy, test), hosttest.Message("", host.Text("hi")), failed, ""},
	} {
		t.Run(name, func(t *testing.T) {
			expect(t, hosttest.Run(t, c.agent, c.message), c.state, c.said)
		})
	}
}

func answer(id string, err error) func(context.Context, *a2apb.Message) (string, error) {
	return func(context.Context, *a2apb.Message) (string, error) { return id, err }
}

func TestNamedByRequest(t *testing.T) {
	metadata := &structpb.Struct{Fields: map[string]*structpb.Value{skill.MetadataKey: structpb.NewStringValue("talk")}}
	r, err := hosttest.Start(t, agent(nil, talk, test)).Send(t.Context(), &a2apb.SendMessageRequest{
		Message: hosttest.Message("", host.Text("hi")), Metadata: metadata,
	})
	if err != nil {
		t.Fatal(err)
	}
	expect(t, r, completed, "talked: hi")
}

func TestRefuse(t *testing.T) {
	image := func(mediaType string) *a2apb.Part { return host.File("a", mediaType, []byte("x")) }
	for name, c := range map[string]struct {
		message *a2apb.Message
		kind    *wire.Kind
		text    string
	}{
		"unknown skill":   {hosttest.Message("nope", host.Text("hi")), wire.InvalidParams, "message.metadata.skillId"},
		"mode of a skill": {hosttest.Message("deploy", host.Text("hi"), image("image/png")), a2a.ContentTypeNotSupported, `message.parts[1] has the media type "image/png"; accepted are application/json, text/*`},
		"mode of no one":  {hosttest.Message("", image("audio/ogg")), a2a.ContentTypeNotSupported, "application/json, image/*, text/*, text/plain"},
	} {
		t.Run(name, func(t *testing.T) {
			running := hosttest.Start(t, agent(nil, talk, deploy))
			_, err := running.Send(t.Context(), &a2apb.SendMessageRequest{Message: c.message})
			if wire.KindOf(err) != c.kind || !strings.Contains(err.Error(), c.text) {
				t.Errorf("got %v, want %s: %s", err, c.kind.Reason, c.text)
			}
		})
	}
	expect(t, hosttest.Run(t, agent(nil, talk, deploy), hosttest.Message("talk", image("Image/PNG; a=b"))), completed, "talked")
}

// TestExtended holds that anonymous callers never hear of skills of the
// extended card.
func TestExtended(t *testing.T) {
	hidden := test
	hidden.Extended = true
	running := hosttest.Start(t, agent(nil, talk, deploy, hidden))
	expect(t, running.Run(hosttest.Message("test", data(t, `{"commit":"abc"}`))), completed, "test abc")
	_, err := running.Send(t.Context(), &a2apb.SendMessageRequest{Message: hosttest.Message("test", host.Text("hi"))})
	if wire.KindOf(err) != wire.InvalidParams || strings.Contains(err.Error(), "TEST") {
		t.Errorf("got %v", err)
	}
	r, err := running.Send(t.Context(), &a2apb.SendMessageRequest{Message: hosttest.Message("", data(t, `{"commit":"abc"}`))})
	if err != nil || strings.Contains(r.Said(), "TEST") {
		t.Errorf("got %v: %v", r, err)
	}
}

// TestMissingInput follows a client that sends its input piece by piece.
func TestMissingInput(t *testing.T) {
	r := hosttest.Run(t, agent(nil, deploy, test), hosttest.Message("deploy", host.Text("the payments-api, please")))
	expect(t, r, inputRequired, "deploy cannot start: service is required; version is required.")
	r = r.Answer(data(t, `{"service":"payments-api"}`))
	expect(t, r, inputRequired, "deploy cannot start: version is required.")
	r = r.Answer(data(t, `{"version":2}`))
	expect(t, r, inputRequired, "deploy cannot start: version must be a string.")
	expect(t, r.Answer(host.Text(`{"version":"2"}`)), completed, "deploy payments-api 2")
}

// TestAnswer holds that an answer goes to the skill that asked.
func TestAnswer(t *testing.T) {
	for _, ask := range []string{"ask", "auth"} {
		r := hosttest.Run(t, agent(nil, talk, test), hosttest.Message("talk", host.Text(ask)))
		expect(t, r.Answer(host.Text("yes")), completed, "talked: yes")
	}
}

// TestWhichSkill follows a client that is asked which skill it wants.
func TestWhichSkill(t *testing.T) {
	running := hosttest.Start(t, agent(nil, deploy, test))
	r := running.Run(hosttest.Message("", data(t, `{"commit":"abc","service":"a","version":"1"}`)))
	expect(t, r, inputRequired, "Which skill")
	m := hosttest.Message("test", host.Text("that one"))
	m.TaskId = r.Task.GetId()
	expect(t, running.Run(m), completed, "test abc")
}

// TestRefuseAnswer holds that a task survives an answer that it cannot take.
func TestRefuseAnswer(t *testing.T) {
	running := hosttest.Start(t, agent(nil, talk, deploy))
	r := running.Run(hosttest.Message("deploy", host.Text("hi")))
	r = r.Answer(host.File("a.png", "image/png", []byte("x")))
	expect(t, r, inputRequired, `has the media type "image/png"`)
	m := hosttest.Message("talk", host.Text("hi"))
	m.TaskId = r.Task.GetId()
	r = running.Run(m)
	expect(t, r, inputRequired, `"talk" is not the skill of this task, which is "deploy"`)
	expect(t, r.Answer(data(t, `{"service":"a","version":"1"}`)), completed, "deploy a 1")
}

func TestTask(t *testing.T) {
	running := hosttest.Start(t, agent(nil, talk))
	if r := running.Run(hosttest.Message("", host.Text("reply"))); r.Task != nil || r.Said() != "replied" {
		t.Errorf("got %v", r)
	}
	expect(t, running.Run(hosttest.Message("", host.Text("reject"))), rejected, "No.")
	r := running.Run(hosttest.Message("", host.Text("ask")))
	expect(t, r, inputRequired, "Sure?")
	if parts := r.Task.GetStatus().GetMessage().GetParts(); len(parts) != 2 || parts[1].GetUrl() == "" {
		t.Errorf("asked %v", parts)
	}
	expect(t, running.Run(hosttest.Message("", host.Text("one"), host.Text("two"))), completed, "talked: one\ntwo")
}

// TestExistsFirst holds that a skill that cannot reply has a task from the
// start, and one that can has none.
func TestExistsFirst(t *testing.T) {
	for reply, want := range map[bool]bool{false: true, true: false} {
		s := skill.Skill{ID: "s", InputModes: []string{"*/*"}, Reply: reply, Run: func(_ context.Context, task *skill.Task) error {
			if exists := task.Task() != nil; exists != want {
				t.Errorf("reply %v: exists %v", reply, exists)
			}
			return nil
		}}
		hosttest.Run(t, agent(nil, s), hosttest.Message("", host.Text("hi")))
	}
}
