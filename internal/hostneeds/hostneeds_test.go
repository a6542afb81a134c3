package hostneeds

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	a2agen "github.com/a2a-gen/a2a-gen"
	"github.com/a2a-gen/a2a-gen/internal/diag"
	"github.com/a2a-gen/a2a-gen/internal/protoload"
)

// check returns what is wrong with a text as a2a.proto.
func check(t *testing.T, name string, text []byte) diag.List {
	t.Helper()
	request, err := protoload.Load(t.Context(), protoload.Sources{FS: a2agen.Proto(), SpecName: name, SpecData: text}, protoload.Spec)
	if findings, ok := err.(diag.List); ok {
		return findings
	}
	if err != nil {
		t.Fatal(err)
	}
	file, err := request.File(protoload.Spec)
	if err != nil {
		t.Fatal(err)
	}
	return Check(name, file)
}

func spec(t *testing.T) string {
	t.Helper()
	text, err := fs.ReadFile(a2agen.Proto(), protoload.Spec)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// Whatever is taken away or changed is named at its place, once.
func TestCheck(t *testing.T) {
	for _, tc := range []struct {
		name, old, new string
		want           string // the messages, joined by "; "
	}{
		{"nothing", "", "", ""},
		{"a number", "bool return_immediately = 4", "bool return_immediately = 9", ""},
		{"a field", "bool return_immediately = 4", "bool blocking = 4", "SendMessageConfiguration has no field return_immediately (bool)"},
		{"a type", "bool return_immediately = 4", "string return_immediately = 4", "SendMessageConfiguration.return_immediately is string instead of bool"},
		{"presence", "bool return_immediately = 4", "optional bool return_immediately = 4", "SendMessageConfiguration.return_immediately is optional bool instead of bool"},
		{"an enum value", "TASK_STATE_CANCELED = ", "TASK_STATE_CANCELLED = ", "TaskState has no value TASK_STATE_CANCELED"},
		{"a oneof", "oneof content {", "oneof body {",
			"Part has no oneof content; Part.text is string in oneof body instead of string in oneof content; " +
				"Part.raw is bytes in oneof body instead of bytes in oneof content; Part.url is string in oneof body instead of string in oneof content; " +
				"Part.data is google.protobuf.Value in oneof body instead of google.protobuf.Value in oneof content"},
		{"an operation", "rpc CancelTask(", "rpc StopTask(", "there is no operation CancelTask(CancelTaskRequest) returns (Task)"},
		{"a stream", "returns (stream StreamResponse)", "returns (StreamResponse)",
			"SendStreamingMessage is (SendMessageRequest) returns (StreamResponse) instead of (SendMessageRequest) returns (stream StreamResponse); " +
				"SubscribeToTask is (SubscribeToTaskRequest) returns (StreamResponse) instead of (SubscribeToTaskRequest) returns (stream StreamResponse)"},
		{"a message", "StringList", "Strings",
			"there is no message StringList; SecurityRequirement.schemes is map<string, Strings> instead of map<string, StringList>"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			text := spec(t)
			if tc.old != "" {
				if !strings.Contains(text, tc.old) {
					t.Fatalf("the proto has no %q", tc.old)
				}
				text = strings.ReplaceAll(text, tc.old, tc.new)
			}
			var messages []string
			for _, d := range check(t, "other.proto", []byte(text)) {
				if d.File != "other.proto" || d.Line == 0 || d.Hint == "" {
					t.Errorf("finding without place or hint: %+v", d)
				}
				messages = append(messages, d.Message)
			}
			if got := strings.Join(messages, "; "); got != tc.want {
				t.Errorf("got  %s\nwant %s", got, tc.want)
			}
		})
	}
}

// history is a folder beside the repository with versions of a2a.proto as they
// were published.
const history = "../../../shared/spec"

// TestHistory writes down why each version before 1.0.0 is refused. Those from
// 1.0.0 on, and the proposals for the next, are not.
func TestHistory(t *testing.T) {
	files, err := filepath.Glob(history + "/*.proto")
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Skip("no history beside the repository")
	}
	var got bytes.Buffer
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		version := filepath.Base(name)
		findings := check(t, version, text)
		if version >= "068" && len(findings) > 0 {
			t.Errorf("%s is refused: %v", version, findings)
		}
		if version < "068" && len(findings) == 0 {
			t.Errorf("%s is not refused", version)
		}
		if err := diag.Text(&got, findings); err != nil {
			t.Fatal(err)
		}
	}
	const golden = "testdata/history.txt"
	if *update {
		if err := os.WriteFile(golden, got.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got.Bytes(), want) {
		t.Errorf("the refusals are not those of %s:\n%s", golden, &got)
	}
}
