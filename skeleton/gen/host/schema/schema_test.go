package schema_test

import (
	"math"
	"reflect"
	"testing"

	"google.golang.org/protobuf/types/known/structpb"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/wire"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host/schema"
)

// target and its reader are what generated code looks like.
type target struct {
	Host  string
	Port  int
	Race  bool
	Limit *int
	Tags  []string
	Sub   *sub
	Subs  []sub
	Free  map[string]any
	Ratio float64
	Pair  []int
}

type sub struct{ Name string }

func readTarget(o *schema.Object) target {
	t := target{
		Host:  schema.Required(o, "host", schema.String),
		Port:  schema.Default(o, "port", schema.Integer, 443),
		Race:  schema.Optional(o, "race", schema.Boolean),
		Limit: schema.Pointer(o, "limit", schema.Integer),
		Tags:  schema.Optional(o, "tags", schema.List(schema.String)),
		Sub:   schema.Pointer(o, "sub", schema.Struct(readSub)),
		Subs:  schema.Optional(o, "subs", schema.List(schema.Struct(readSub))),
		Free:  schema.Optional(o, "free", schema.Map),
		Ratio: schema.Optional(o, "ratio", schema.Number),
		Pair:  schema.DefaultJSON(o, "pair", schema.List(schema.Integer), "[1,2]"),
	}
	o.Closed()
	return t
}

func readSub(o *schema.Object) sub { return sub{Name: schema.Required(o, "name", schema.String)} }

func object(t *testing.T, text string) *schema.Object {
	t.Helper()
	data := new(structpb.Struct)
	if err := data.UnmarshalJSON([]byte(text)); err != nil {
		t.Fatal(err)
	}
	return schema.NewObject(data)
}

func TestRead(t *testing.T) {
	seven := 7
	for text, want := range map[string]target{
		`{"host":"h"}`: {Host: "h", Port: 443, Pair: []int{1, 2}},
		`{"host":"h","port":null,"limit":null,"tags":null,"pair":null}`: {Host: "h", Port: 443, Pair: []int{1, 2}},
		`{"host":"","port":0,"race":true,"limit":7.0,"tags":[],"sub":{"name":"s"},"subs":[{"name":"a"},{"name":"b"}],"free":{"x":[1,null]},"ratio":0.5,"pair":[]}`: {
			Race: true, Limit: &seven, Tags: []string{}, Sub: &sub{"s"}, Subs: []sub{{"a"}, {"b"}},
			Free: map[string]any{"x": []any{1.0, nil}}, Ratio: 0.5, Pair: []int{},
		},
	} {
		o := object(t, text)
		got := readTarget(o)
		if faults := o.Faults(nil); len(faults) > 0 {
			t.Errorf("%s: %v", text, faults)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %+v, want %+v", text, got, want)
		}
	}
}

func TestFaults(t *testing.T) {
	o := object(t, `{"port":1.5,"race":"yes","limit":9007199254740994,"tags":["a",1,null],"sub":[],"subs":[{"name":"a"},{},4],"free":1,"ratio":"1","pair":{},"other":1,"zoo":2}`)
	readTarget(o)
	want := wire.Violations{
		{Field: "host", Description: "is required"},
		{Field: "port", Description: "must be an integer"},
		{Field: "race", Description: "must be true or false"},
		{Field: "limit", Description: "must be an integer between -2^53 and 2^53"},
		{Field: "tags[1]", Description: "must be a string"},
		{Field: "tags[2]", Description: "must be a string"},
		{Field: "sub", Description: "must be an object"},
		{Field: "subs[1].name", Description: "is required"},
		{Field: "subs[2]", Description: "must be an object"},
		{Field: "free", Description: "must be an object"},
		{Field: "ratio", Description: "must be a number"},
		{Field: "pair", Description: "must be an array"},
		{Field: "other", Description: "is not known"},
		{Field: "zoo", Description: "is not known"},
	}
	if got := o.Faults(nil); !reflect.DeepEqual(got, want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
}

// TestFaultsOnce holds that a value that could not be read is not judged, too.
func TestFaultsOnce(t *testing.T) {
	o := object(t, `{"sub":{},"tags":[1]}`)
	readTarget(o)
	got := o.Faults(wire.Violations{
		{Field: "host", Description: "must not be empty"},
		{Field: "hostage", Description: "stays"},
		{Field: "sub.name", Description: "must not be empty"},
		{Field: "tags[0]", Description: "must not be empty"},
		{Field: "tags", Description: "stays"},
	})
	want := wire.Violations{
		{Field: "host", Description: "is required"},
		{Field: "tags[0]", Description: "must be a string"},
		{Field: "sub.name", Description: "is required"},
		{Field: "hostage", Description: "stays"},
		{Field: "tags", Description: "stays"},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
}

func TestNoData(t *testing.T) {
	o := schema.NewObject(nil)
	readTarget(o)
	if got := o.Faults(nil); len(got) != 1 || got[0].Field != "host" {
		t.Errorf("got %v", got)
	}
	if m := schema.NewObject(nil).Map(); m == nil || len(m) != 0 {
		t.Errorf("got %v", m)
	}
}

func TestNoNumbers(t *testing.T) {
	for _, f := range []float64{math.NaN(), math.Inf(1)} {
		if _, faults := schema.Number(structpb.NewNumberValue(f)); len(faults) != 1 {
			t.Errorf("%v is a number", f)
		}
		if _, faults := schema.Integer(structpb.NewNumberValue(f)); len(faults) != 1 {
			t.Errorf("%v is an integer", f)
		}
	}
}

func TestOneOf(t *testing.T) {
	type pair struct {
		A int `json:"a"`
		B int `json:"b"`
	}
	for _, c := range []struct {
		value any
		texts []string
		want  bool
	}{
		{[]int{1, 2}, []string{"[3]", "[1, 2]"}, true},
		{[]int{1, 2}, []string{"[2,1]"}, false},
		{pair{1, 2}, []string{`{"b":2,"a":1}`}, true},
		{map[string]any{"a": func() {}}, []string{"null"}, false},
	} {
		if got := schema.OneOf(c.value, c.texts...); got != c.want {
			t.Errorf("%v of %v: %v", c.value, c.texts, got)
		}
	}
}
