package skillstest_test

import (
	"context"
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"google.golang.org/protobuf/types/known/structpb"

	extended "github.com/a2a-gen/a2a-gen/internal/gen/skills/skillstest/extended"
	shapes "github.com/a2a-gen/a2a-gen/internal/gen/skills/skillstest/shapes"
	runner "github.com/a2a-gen/a2a-gen/internal/gen/skills/skillstest/testrunner"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host/hosttest"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host/skill"
)

// handler is the code of the printed agent shapes.
type handler struct {
	take func(in shapes.TakeInput, task *shapes.TakeTask) error
}

func (h handler) Take(_ context.Context, in shapes.TakeInput, task *shapes.TakeTask) error {
	return h.take(in, task)
}

func (handler) Loose(_ context.Context, in shapes.LooseInput, task *shapes.LooseTask) error {
	return task.Complete("loose " + in["a"].(string))
}

func (handler) Closed(_ context.Context, in shapes.ClosedInput, task *shapes.ClosedTask) error {
	return task.Complete("closed")
}

func (handler) Route(context.Context, *a2apb.Message) (string, error) { return "closed", nil }

const valid = `{"name":"ab","level":2,"flag":true,"tags":["a"],"matrix":[],"target":{"host":"h"},"free":{"x":[1]}}`

// TestInput follows values of every kind from JSON to the handler.
func TestInput(t *testing.T) {
	var got shapes.TakeInput
	agent := shapes.New(handler{func(in shapes.TakeInput, task *shapes.TakeTask) error {
		got = in
		return task.Reply("taken")
	}})
	r := hosttest.Run(t, agent, hosttest.Message("take", host.Text(valid)))
	if r.Said() != "taken" || r.Task != nil {
		t.Fatalf("got %v: %s", r.State(), r.Said())
	}
	want := shapes.TakeInput{
		Name: "ab", Mode: "fast", Level: 2, Huge: 4294967296, Weight: 1, Flag: true, Tags: []string{"a"}, Matrix: [][]float64{},
		Target: shapes.TakeInputTarget{Host: "h", Port: 443}, Free: map[string]any{"x": []any{1.0}},
	}
	one := 1
	want.Place = shapes.TakeInputPlace{X: &one, Y: 2}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

// TestChecks holds the check of every keyword. Each case changes members of
// the valid input; the wanted texts are the faults.
func TestChecks(t *testing.T) {
	mux := shapes.New(handler{}).Executor.(*skill.Mux)
	for change, want := range map[string]string{
		`{}`:                         "",
		`{"name":"a"}`:               "name must have at least 2 characters",
		`{"name":"ääääääääää"}`:      "",
		`{"name":"aaaaaaaaaaa"}`:     "name must have at most 10 characters",
		`{"alias":""}`:               "", // stands for nothing
		`{"alias":"A"}`:              "alias must match ^[a-z`\"]+$",
		`{"kind":"l\"arge"}`:         "",
		`{"kind":"big"}`:             "kind must be one of \"small\", \"l\\\"arge\", \"b`ack\"",
		`{"mode":""}`:                `mode must be one of "fast", "full"`,
		`{"level":4294967296}`:       "",
		`{"level":3}`:                "level must be one of 1, 2, 4294967296",
		`{"level":"1"}`:              "level must be an integer",
		`{"level":null}`:             "level is required",
		`{"retries":-1}`:             "retries must be at least 0",
		`{"retries":10}`:             "retries must be less than 10",
		`{"ratio":0}`:                "ratio must be greater than 0",
		`{"ratio":1.6}`:              "ratio must be at most 1.5",
		`{"pick":1}`:                 "",
		`{"pick":2}`:                 "pick must be one of 0.5, 1",
		`{"flag":false}`:             "flag must be true",
		`{"off":true}`:               "off must be false",
		`{"on":false,"off":false}`:   "",
		`{"tags":[]}`:                "tags must have at least 1 element",
		`{"tags":["a","b","c","a"]}`: `tags must have at most 3 elements; tags[2] must be one of "a", "b"`,
		`{"more":[1]}`:               "more must have at least 2 elements",
		`{"more":[]}`:                "more must have at least 2 elements",
		`{"matrix":[[1],[2,-2,3]]}`:  "matrix[1] must have at most 2 elements; matrix[1][1] must be at least -1",
		`{"pair":[3]}`:               "",
		`{"pair":[2,1]}`:             "pair must be one of [1,2], [3]",
		`{"target":{}}`:              "target.host is required",
		`{"target":{"host":""}}`:     "target.host must not be empty",
		`{"target":{"host":"h","x":1,"again":{"deep":"long"}}}`: "target.x is not known; target.again.deep must have at most 3 characters",
		`{"steps":[{"do":"a"},{"do":""},{}]}`:                   "steps[2].do is required; steps[1].do must not be empty",
		`{"grid":[[],[{"v":1},{"v":0}]]}`:                       "grid[1][1].v must be at least 1",
		`{"nothing":{"a":1}}`:                                   "nothing must be an empty object",
		`{"when":"2026-01-31"}`:                                 "when must be a date and time such as 2026-01-31T13:00:00Z",
		`{"due":"2026-01-31"}`:                                  "",
		`{"free":[]}`:                                           "free must be an object",
	} {
		merged := new(structpb.Struct)
		changed := new(structpb.Struct)
		for text, into := range map[string]*structpb.Struct{valid: merged, change: changed} {
			if err := into.UnmarshalJSON([]byte(text)); err != nil {
				t.Fatal(err)
			}
		}
		for key, value := range changed.GetFields() {
			merged.Fields[key] = value
		}
		_, faults := mux.Skills[0].Bind(merged)
		var texts []string
		for _, f := range faults {
			texts = append(texts, f.Field+" "+f.Description)
		}
		if got := strings.Join(texts, "; "); got != want {
			t.Errorf("%s:\ngot  %s\nwant %s", change, got, want)
		}
	}
}

// TestObjects holds inputs without properties: any object, and none but {}.
func TestObjects(t *testing.T) {
	running := hosttest.Start(t, shapes.New(handler{}))
	if r := running.Run(hosttest.Message("loose", host.Text(`{"a":"b"}`))); r.Said() != "loose b" {
		t.Errorf("got %v: %s", r.State(), r.Said())
	}
	if r := running.Run(hosttest.Message("closed", host.Text("hi"))); r.Said() != "closed" {
		t.Errorf("got %v: %s", r.State(), r.Said())
	}
	if r := running.Run(hosttest.Message("closed", host.Text(`{"a":1}`))); !strings.Contains(r.Said(), "must be an empty object") {
		t.Errorf("got %v: %s", r.State(), r.Said())
	}
	if r := running.Run(hosttest.Message("", host.Text("hi"))); r.Said() != "closed" { // by the hook
		t.Errorf("got %v: %s", r.State(), r.Said())
	}
}

// TestArtifacts holds the methods of every form of artifact.
func TestArtifacts(t *testing.T) {
	agent := shapes.New(handler{func(in shapes.TakeInput, task *shapes.TakeTask) error {
		if err := task.ListJson(shapes.TakeListJson{{Id: ""}}); err == nil || !strings.Contains(err.Error(), "[0].id must not be empty") {
			t.Errorf("got %v", err)
		}
		w := task.LogWriterWriter()
		for _, err := range []error{
			task.ListJson(nil),
			task.MapJson(nil),
			task.NumberJson(3),
			task.AnyJson([]string{"a"}),
			task.LogArtifact("text"),
			task.Image([]byte{1}),
			w.Close(),
		} {
			if err != nil {
				return err
			}
		}
		return nil
	}})
	r := hosttest.Run(t, agent, hosttest.Message("take", host.Text(valid)))
	for name, want := range map[string]string{"list.json": "[]", "map.json": "{}", "number.json": "3", "any.json": `["a"]`} {
		var got json.RawMessage
		if r.JSON(name, &got); string(got) != want {
			t.Errorf("%s is %s, want %s", name, got, want)
		}
	}
	if r.Text("log") != "text" || r.Artifact("any.json").GetParts()[0].GetMediaType() != "application/vnd.example+json" {
		t.Errorf("got %v", r.Task)
	}
}

// TestRequiredLists holds that a nil list is written as an empty one.
func TestRequiredLists(t *testing.T) {
	data, err := json.Marshal(runner.RunTestsSummaryJson{Passed: 1})
	if err != nil || string(data) != `{"passed":1,"failed":0,"packages":[]}` {
		t.Errorf("got %s: %v", data, err)
	}
}

// TestExtended holds what an agent with an extended card is made of.
func TestExtended(t *testing.T) {
	card, err := extendedAgent().ExtendedCard(t.Context(), host.Identity{})
	if err != nil || len(card.GetSkills()) != 2 || len(extendedAgent().Card.GetSkills()) != 1 {
		t.Errorf("got %v: %v", card, err)
	}
	if extendedAgent().AssumeVersion != "1.0" {
		t.Error("a missing version is refused")
	}
}

func extendedAgent() host.Agent { return extended.New(nil) }
