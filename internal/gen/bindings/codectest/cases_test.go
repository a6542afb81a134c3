package codectest

import (
	"errors"
	"strings"
	"testing"

	"google.golang.org/protobuf/proto"

	kinds "github.com/a2a-gen/a2a-gen/internal/gen/bindings/codectest/a2a"
	"github.com/a2a-gen/a2a-gen/internal/gen/bindings/codectest/kindspb"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/jsonpb"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
)

// TestEchoes reads JSON and writes it again: what is accepted, and what the one
// spelling of it is.
func TestEchoes(t *testing.T) {
	same := ""
	tests := []struct {
		name string
		m    proto.Message
		in   string
		out  string
	}{
		{"proto names", &a2apb.Message{}, `{"message_id":"m","role":"ROLE_USER","parts":[{"text":"x","media_type":"text/plain"}]}`,
			`{"messageId":"m","role":"ROLE_USER","parts":[{"text":"x","mediaType":"text/plain"}]}`},
		{"escaped names", &a2apb.Message{}, `{"message\u0049d":"m"}`, `{"messageId":"m","role":"ROLE_UNSPECIFIED","parts":[]}`},
		{"enum numbers", &a2apb.TaskStatus{}, `{"state":3}`, `{"state":"TASK_STATE_COMPLETED"}`},
		{"enum numbers without a name", &a2apb.TaskStatus{}, `{"state":99.0}`, `{"state":99}`},
		{"unknown members", &a2apb.StringList{}, `{"kind":"x","list":["a"],"more":{"list":[null,{"a":1e400}]}}`, `{"list":["a"]}`},
		{"keys are data", &a2apb.AgentExtension{}, `{"params":{"user_id":1,"A":{"b_c":[]}}}`, `{"params":{"A":{"b_c":[]},"user_id":1}}`},
		{"null is unset", &a2apb.Message{}, `{"messageId":"m","role":1,"parts":[{"text":"x"}],"metadata":null,"extensions":null,"contextId":null}`,
			`{"messageId":"m","role":"ROLE_USER","parts":[{"text":"x"}]}`},
		{"null in a oneof", &a2apb.Part{}, `{"text":"a","url":null}`, `{"text":"a"}`},
		{"null data", &a2apb.Part{}, `{"data":null}`, same},
		{"plain data", &a2apb.Part{}, `{"data":[1,null,"s",true,3.5,{}]}`, same},
		{"nulls in metadata", &a2apb.Part{}, `{"text":"","metadata":{"a":null,"b":{"c":null,"d":{}},"e":[null,{}]}}`, same},
		{"empty text is content", &a2apb.Part{}, `{"text":""}`, same},
		{"base64", &a2apb.Part{}, `{"raw":"+/8="}`, same},
		{"base64 for URLs", &a2apb.Part{}, `{"raw":"-_8="}`, `{"raw":"+/8="}`},
		{"base64 without padding", &a2apb.Part{}, `{"raw":"+/8"}`, `{"raw":"+/8="}`},
		{"base64 for URLs without padding", &a2apb.Part{}, `{"raw":"-_8"}`, `{"raw":"+/8="}`},
		{"base64 with escapes", &a2apb.Part{}, `{"raw":"+\/8="}`, `{"raw":"+/8="}`},
		{"large integers lose digits", &a2apb.AgentExtension{}, `{"params":{"id":9007199254740993}}`, `{"params":{"id":9007199254740992}}`},
		{"integer strings", &a2apb.GetTaskRequest{}, `{"id":"T","historyLength":"10"}`, `{"id":"T","historyLength":10}`},
		{"integer with a point", &a2apb.GetTaskRequest{}, `{"id":"T","historyLength":10.0}`, `{"id":"T","historyLength":10}`},
		{"integer with an exponent", &a2apb.GetTaskRequest{}, `{"id":"T","historyLength":1e1}`, `{"id":"T","historyLength":10}`},
		{"presence of zero", &a2apb.GetTaskRequest{}, `{"id":"T","historyLength":0}`, same},
		{"microseconds", &a2apb.TaskStatus{}, `{"state":1,"timestamp":"2025-01-31T12:00:00.123999Z"}`, `{"state":"TASK_STATE_SUBMITTED","timestamp":"2025-01-31T12:00:00.123Z"}`},
		{"offsets", &a2apb.TaskStatus{}, `{"state":1,"timestamp":"2025-01-31T23:30:00-02:30"}`, `{"state":"TASK_STATE_SUBMITTED","timestamp":"2025-02-01T02:00:00.000Z"}`},
		{"markup and scripts", &a2apb.Part{}, "{\"text\":\"<b>&amp; 日本 😀 \u2028\"}", same},
		{"escaped scripts", &a2apb.Part{}, `{"text":"\u65e5\ud83d\ude00\u003c\/"}`, `{"text":"日😀</"}`},
		{"control characters", &a2apb.Part{}, `{"text":"\u0000\u001f\b\f\n\r\t"}`, same},
		{"required fields", &a2apb.ListTasksResponse{}, `{}`, `{"tasks":[],"nextPageToken":"","pageSize":0,"totalSize":0}`},
		{"required map", &a2apb.ClientCredentialsOAuthFlow{}, ` { } `, `{"tokenUrl":"","scopes":{}}`},
		{"required message", &a2apb.TaskStatusUpdateEvent{}, `{}`, `{"taskId":"","contextId":""}`},
		{"no empty artifacts", &a2apb.Task{}, `{"id":"T","status":{"state":1},"artifacts":[],"history":[]}`, `{"id":"T","status":{"state":"TASK_STATE_SUBMITTED"}}`},
		{"map keys", &kindspb.Maps{}, `{"int32":{"-1":"a","+2":"b","10":"c"},"bool":{"true":false,"false":true}}`,
			`{"int32":{"-1":"a","2":"b","10":"c"},"bool":{"false":true,"true":false}}`},
		{"64-bit integers", &kindspb.Scalars{}, `{"int64":9007199254740993,"uint64":"18446744073709551615"}`, `{"int64":"9007199254740993","uint64":"18446744073709551615"}`},
		{"floats", &kindspb.Scalars{}, `{"double":"-Infinity","float":"NaN"}`, same},
		{"float limits", &kindspb.Scalars{}, `{"double":1.7976931348623157e308,"float":3.4028234663852886e38}`, `{"double":1.7976931348623157e+308,"float":3.4028235e+38}`},
		{"negative zero", &kindspb.Scalars{}, `{"double":-0.0,"int32":-0}`, `{"double":-0}`},
		{"aliased enum", &kindspb.Scalars{}, `{"shape":"SHAPE_CIRCLE"}`, `{"shape":"SHAPE_ROUND"}`},
		{"more than 64 fields", &kindspb.Wide{}, `{"f01":"a","f64":"b","f65":"c","f70":"d"}`, same},
		{"group", &kindspb.Outer{}, `{"delimited":{"level":1},"inner":{"core":{"back":{}}}}`, `{"inner":{"core":{"back":{}}},"delimited":{"level":"LEVEL_HIGH"}}`},
		{"well-known types", &kindspb.Known{}, `{"mask":"a,bC","duration":"1.5s","empty":{"x":1},"int64":"5","string":"","bool":false}`,
			`{"duration":"1.500s","empty":{},"mask":"a,bC","bool":false,"int64":"5","string":""}`},
		{"any", &kindspb.Known{}, `{"any":{"@type":"type.googleapis.com/google.protobuf.Duration","value":"3s"}}`, same},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if test.out == same {
				test.out = test.in
			}
			s := subjectOf(test.m)
			if err := s.unmarshal([]byte(test.in), test.m); err != nil {
				t.Fatal(err)
			}
			got, err := s.marshal(test.m)
			if err != nil || string(got) != test.out {
				t.Errorf("got  %s, %v\nwant %s", got, err, test.out)
			}
		})
	}
}

// TestRefusals reads JSON that does not fit, and JSON that is none.
func TestRefusals(t *testing.T) {
	deep := strings.Repeat("[", 20000) + strings.Repeat("]", 20000)
	tests := []struct {
		name   string
		m      proto.Message
		in     string
		syntax bool
		path   string
		text   string
	}{
		{"unknown enum name", &a2apb.SendMessageRequest{}, `{"message":{"messageId":"m","role":"user"}}`, false, "message.role", `unknown value "user"`},
		{"unknown enum name in a filter", &a2apb.ListTasksRequest{}, `{"status":"TASK_STATE_RUNNING"}`, false, "status", `unknown value "TASK_STATE_RUNNING"`},
		{"empty enum name", &a2apb.ListTasksRequest{}, `{"status":""}`, false, "status", `unknown value ""`},
		{"path by JSON names", &a2apb.SendMessageRequest{}, `{"message":{"parts":[{"text":"a"},{"media_type":5}]}}`, false, "message.parts[1].mediaType", "want a string"},
		{"path through a map", &a2apb.AgentCard{}, `{"securitySchemes":{"a":{},"b c":{"httpAuthSecurityScheme":{"scheme":1}}}}`, false,
			`securitySchemes["b c"].httpAuthSecurityScheme.scheme`, "want a string"},
		{"path through a struct", &a2apb.Part{}, `{"text":"","metadata":{"a":{"b":[1,{"x":1e400}]}}}`, false, `metadata["a"]["b"][1]["x"]`, "the number is out of range"},
		{"two members of a oneof", &a2apb.Part{}, `{"text":"a","data":{"k":1}}`, false, "data", "another field of the oneof content has a value already"},
		{"null data is a member", &a2apb.Part{}, `{"text":"a","data":null}`, false, "data", "another field of the oneof content has a value already"},
		{"both spellings", &a2apb.Part{}, `{"mediaType":"a/b","media_type":"c/d"}`, false, "mediaType", "the field appears twice"},
		{"duplicate", &a2apb.Part{}, `{"filename":null,"filename":"a"}`, false, "filename", "the field appears twice"},
		{"duplicate key", &a2apb.Part{}, `{"data":{"a":1,"a":2}}`, false, `data["a"]`, "the key appears twice"},
		{"null element", &a2apb.Message{}, `{"parts":[null]}`, false, "parts[0]", "want an object"},
		{"null string", &a2apb.Message{}, `{"extensions":["a",null]}`, false, "extensions[1]", "want a string"},
		{"mixed base64", &a2apb.Part{}, `{"raw":"+_8="}`, false, "raw", "want base64"},
		{"broken base64", &a2apb.Part{}, `{"raw":"+/\n8="}`, false, "raw", "want base64"},
		{"fraction", &a2apb.GetTaskRequest{}, `{"historyLength":1.5}`, false, "historyLength", "want a 32-bit integer"},
		{"overflow", &a2apb.GetTaskRequest{}, `{"historyLength":2147483648}`, false, "historyLength", "want a 32-bit integer"},
		{"huge exponent", &a2apb.GetTaskRequest{}, `{"historyLength":1e999999999999999999999}`, false, "historyLength", "want a 32-bit integer"},
		{"empty integer", &a2apb.GetTaskRequest{}, `{"historyLength":""}`, false, "historyLength", "want a 32-bit integer"},
		{"words for an integer", &a2apb.GetTaskRequest{}, `{"historyLength":"abc"}`, false, "historyLength", "want a 32-bit integer"},
		{"true for an integer", &a2apb.GetTaskRequest{}, `{"historyLength":true}`, false, "historyLength", "want a 32-bit integer"},
		{"string for a boolean", &a2apb.SendMessageConfiguration{}, `{"returnImmediately":"true"}`, false, "returnImmediately", "want true or false"},
		{"array for an object", &a2apb.Task{}, `[]`, false, "", "want an object"},
		{"null for an object", &a2apb.Task{}, `null`, false, "", "want an object"},
		{"no time zone", &a2apb.ListTasksRequest{}, `{"statusTimestampAfter":"2025-01-31T12:00:00"}`, false, "statusTimestampAfter", "want a time such as 2025-01-31T12:00:00.000Z"},
		{"syntax wins", &a2apb.Message{}, `{"role":"user","parts":[}`, true, "", "want a value"},
		{"nothing", &a2apb.Task{}, ``, true, "", "the text ends early"},
		{"cut", &a2apb.SendMessageRequest{}, `{"message":{"x":`, true, "", "the text ends early"},
		{"missing value", &a2apb.Part{}, `{"metadata":{"":}}`, true, "", "want a value"},
		{"missing value of an unknown member", &a2apb.Part{}, `{"x":}`, true, "", "want a value"},
		{"not JSON", &a2apb.Task{}, `not json`, true, "", "want a value"},
		{"NaN", &a2apb.Part{}, `{"data":NaN}`, true, "", "want a value"},
		{"trailing words", &a2apb.Task{}, `{} garbage`, true, "", "want the end of the text"},
		{"second value", &a2apb.Task{}, `{}{}`, true, "", "want the end of the text"},
		{"trailing zeros", &a2apb.Task{}, "{}\x00", true, "", "want the end of the text"},
		{"byte order mark", &a2apb.Task{}, "\ufeff{}", true, "", "want a value"},
		{"trailing comma", &a2apb.Task{}, `{"id":"a",}`, true, "", "want the name of a member"},
		{"trailing comma in a list", &a2apb.Message{}, `{"parts":[{},]}`, true, "", "want an element"},
		{"leading comma", &a2apb.Task{}, `{,"id":"a"}`, true, "", "want the name of a member"},
		{"comment", &a2apb.Task{}, `{/**/}`, true, "", "want the name of a member"},
		{"leading zero", &a2apb.GetTaskRequest{}, `{"historyLength":01}`, true, "", "want a comma or the end of the object"},
		{"bare point", &a2apb.GetTaskRequest{}, `{"historyLength":1.}`, true, "", "malformed number"},
		{"plus sign", &a2apb.GetTaskRequest{}, `{"historyLength":+1}`, true, "", "want a value"},
		{"raw line break", &a2apb.Part{}, "{\"text\":\"a\nb\"}", true, "", "invalid character or escape in a string"},
		{"invalid escape", &a2apb.Part{}, `{"text":"\x41"}`, true, "", "invalid character or escape in a string"},
		{"invalid UTF-8", &a2apb.Part{}, "{\"text\":\"\xff\xfe\"}", true, "", "invalid UTF-8 in a string"},
		{"invalid UTF-8 in an unknown member", &a2apb.Part{}, "{\"kind\":\"\xff\"}", true, "", "invalid UTF-8 in a string"},
		{"invalid UTF-8 in a name", &a2apb.Part{}, "{\"\xed\xa0\x80\":1}", true, "", "invalid UTF-8 in a string"},
		{"lone surrogate", &a2apb.Part{}, `{"text":"\ud800"}`, true, "", "invalid character or escape in a string"},
		{"low surrogate", &a2apb.Part{}, `{"text":"\udc00\ud800"}`, true, "", "invalid character or escape in a string"},
		{"deep data", &a2apb.Part{}, `{"data":` + deep + `}`, true, "", "nested deeper than 100 levels"},
		{"deep unknown member", &a2apb.Part{}, `{"x":` + deep + `}`, true, "", "nested deeper than 100 levels"},
		{"deep messages", &kindspb.Node{}, strings.Repeat(`{"next":`, 101) + strings.Repeat(`}`, 101), true, "", "nested deeper than 100 levels"},
		{"map key", &kindspb.Maps{}, `{"int32":{"1.0":"a"}}`, false, `int32["1.0"]`, "want an integer of 32 bits as the key"},
		{"equal map keys", &kindspb.Maps{}, `{"int32":{"1":"a","01":"b"}}`, false, `int32["01"]`, "the key appears twice"},
		{"null in a map", &kindspb.Maps{}, `{"int32":{"1":null}}`, false, `int32["1"]`, "want a string"},
		{"unknown Any", &kindspb.Known{}, `{"any":{"@type":"example.com/no.such"}}`, false, "any", "want the JSON of google.protobuf.Any"},
		{"field mask", &kindspb.Known{}, `{"mask":"a_b"}`, false, "mask", `"a_b" is not the path of a field`},
		{"null list of values", &kindspb.KnownLists{}, `{"value":null}`, false, "value", "want an array"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			err := subjectOf(test.m).unmarshal([]byte(test.in), test.m)
			got, ok := errors.AsType[*jsonpb.Error](err)
			if !ok {
				t.Fatalf("got %v", err)
			}
			if got.Syntax != test.syntax || got.Path != test.path || got.Message != test.text {
				t.Errorf("got  %+v\nwant syntax=%v path=%s %q", *got, test.syntax, test.path, test.text)
			}
		})
	}
}

// TestUnmarshalResets reads into messages that are in use.
func TestUnmarshalResets(t *testing.T) {
	m := &a2apb.Part{Content: &a2apb.Part_Text{Text: "old"}, Filename: "old"}
	if err := a2a.Unmarshal([]byte(`{"url":"https://example.com/new"}`), m); err != nil {
		t.Fatal(err)
	}
	if m.GetUrl() == "" || m.Filename != "" {
		t.Errorf("got %v", m)
	}
}

// TestNothing writes what is not there.
func TestNothing(t *testing.T) {
	if got := a2a.AppendTask([]byte("x"), nil); string(got) != "x{}" {
		t.Errorf("got %s", got)
	}
	withNil := &a2apb.Message{Parts: []*a2apb.Part{nil}}
	if got := a2a.AppendMessage(nil, withNil); string(got) != `{"messageId":"","role":"ROLE_UNSPECIFIED","parts":[{}]}` {
		t.Errorf("got %s", got)
	}
	if got := kinds.AppendNothing(nil, &kindspb.Nothing{}); string(got) != "{}" {
		t.Errorf("got %s", got)
	}
}
