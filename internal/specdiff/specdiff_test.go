package specdiff_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"google.golang.org/protobuf/reflect/protoreflect"

	a2agen "github.com/a2a-gen/a2a-gen"
	"github.com/a2a-gen/a2a-gen/internal/protoload"
	"github.com/a2a-gen/a2a-gen/internal/rules"
	"github.com/a2a-gen/a2a-gen/internal/specdiff"
)

var update = flag.Bool("update", false, "write the expected reports in testdata")

// all is an agent that serves every binding.
var all = specdiff.Bindings{JSONRPC: true, REST: true, GRPC: true}

// file compiles the text of an a2a.proto.
func file(t *testing.T, name string, text []byte) protoreflect.FileDescriptor {
	t.Helper()
	sources := protoload.Sources{FS: a2agen.Proto(), SpecName: name, SpecData: text}
	request, err := protoload.Load(t.Context(), sources, protoload.Spec)
	if err != nil {
		t.Fatal(err)
	}
	file, err := request.File(protoload.Spec)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// head starts every proto of the test data.
const head = `syntax = "proto3";
package lf.a2a.v1;
import "google/api/annotations.proto";
import "google/api/field_behavior.proto";
`

// TestCompare compares the two protos in each file of testdata and holds the
// report to the third part of the file.
func TestCompare(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no test data: %v", err)
	}
	for _, name := range files {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			before := specdiff.Version{File: file(t, name, append([]byte(head), archive.Files[0].Data...)), Rules: rules.Default()}
			after := specdiff.Version{File: file(t, name, append([]byte(head), archive.Files[1].Data...)), Rules: rules.Default()}
			var got bytes.Buffer
			if err := specdiff.Text(&got, specdiff.Compare(before, after, all)); err != nil {
				t.Fatal(err)
			}
			if *update {
				archive.Files = append(archive.Files[:2], txtar.File{Name: "want", Data: got.Bytes()})
				if err := os.WriteFile(name, txtar.Format(archive), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if len(archive.Files) != 3 || !bytes.Equal(got.Bytes(), archive.Files[2].Data) {
				t.Errorf("differs from the file:\n%s", &got)
			}
		})
	}
}

// A version has no difference from itself.
func TestSame(t *testing.T) {
	spec := file(t, "", nil)
	report := specdiff.Compare(specdiff.Version{File: spec, Rules: rules.Default()}, specdiff.Version{File: spec, Rules: rules.Default()}, all)
	if len(report.Changes) != 0 {
		t.Errorf("changes: %v", report.Changes)
	}
}

// The two releases whose prose is known differ in what protocol.md of the
// specification's change log says: codes of errors and a media type.
func TestProse(t *testing.T) {
	spec := file(t, "", nil)
	report := specdiff.Compare(specdiff.Version{File: spec, Rules: rules.Lookup("1.0.0")}, specdiff.Version{File: spec, Rules: rules.Lookup("1.0.1")}, all)
	var names []string
	for _, c := range report.Changes {
		if !c.Touches(specdiff.Prose) || c.Kind != specdiff.Breaking {
			t.Errorf("%s is %s in %v", c.Name, c.Kind, c.Areas)
		}
		names = append(names, c.Name)
	}
	want := []string{
		"error TaskNotCancelable", "error PushNotificationNotSupported", "error UnsupportedOperation", "error ContentTypeNotSupported",
		"error InvalidAgentResponse", "error VersionNotSupported", "preferred media type",
	}
	if !slices.Equal(names, want) {
		t.Errorf("changed: %q", names)
	}
	if !strings.Contains(report.Prose, "releases 1.0.0 and 1.0.1") {
		t.Errorf("prose: %s", report.Prose)
	}
}

// Every fact of a rules table is compared: a change of any is seen.
func TestProseFacts(t *testing.T) {
	spec := file(t, "", nil)
	for name, change := range map[string]func(*rules.Release){
		"protocol version":                       func(r *rules.Release) { r.Protocol = "1.1" },
		"error TaskNotFound":                     func(r *rules.Release) { r.Errors[0].JSONRPC-- },
		"error PaymentRequired":                  func(r *rules.Release) { r.Errors = append(r.Errors, rules.Error{Name: "PaymentRequired"}) },
		"error VersionNotSupported":              func(r *rules.Release) { r.Errors = r.Errors[:8] },
		"extra routes":                           func(r *rules.Release) { r.ExtraRoutes = nil },
		"query names":                            func(r *rules.Release) { r.QueryNames = nil },
		"oneofs of which one member is required": func(r *rules.Release) { r.OneOfs = nil },
		"preferred media type":                   func(r *rules.Release) { r.MediaTypes.Preferred = "application/json" },
		"accepted media types":                   func(r *rules.Release) { r.MediaTypes.Accepted = r.MediaTypes.Accepted[:1] },
		"version header":                         func(r *rules.Release) { r.Headers.Version = "X-A2A-Version" },
		"extensions header":                      func(r *rules.Release) { r.Headers.Extensions = "X-A2A-Extensions" },
		"webhook token headers":                  func(r *rules.Release) { r.Headers.Tokens = nil },
		"states that end SendStreamingMessage":   func(r *rules.Release) { r.Streams.SendEnds = nil },
		"states that end SubscribeToTask":        func(r *rules.Release) { r.Streams.SubscribeEnds = nil },
	} {
		after := rules.Default()
		after.Version = "next"
		change(after)
		report := specdiff.Compare(specdiff.Version{File: spec, Rules: rules.Default()}, specdiff.Version{File: spec, Rules: after}, all)
		if len(report.Changes) != 1 || report.Changes[0].Name != name {
			t.Errorf("%s: %v", name, report.Changes)
		}
	}
}

// Where a new operation is answered depends on what the agent serves.
func TestServing(t *testing.T) {
	const old = "message M {}\nservice A2AService {}\n"
	const new = `message M {}
service A2AService {
  rpc Live(stream M) returns (stream M);
  rpc Plain(M) returns (M);
}
`
	before, after := file(t, "", []byte(head+old)), file(t, "", []byte(head+new))
	for _, tc := range []struct {
		served      specdiff.Bindings
		live, plain string
	}{
		{specdiff.Bindings{GRPC: true}, "gRPC only", "Answered over gRPC with"},
		{specdiff.Bindings{JSONRPC: true}, "does not serve gRPC", "Answered over JSON-RPC with"},
		{specdiff.Bindings{REST: true}, "does not serve gRPC", "no HTTP route"},
		{all, "gRPC only", "Answered over JSON-RPC and gRPC with"},
	} {
		report := specdiff.Compare(specdiff.Version{File: before, Rules: rules.Default()}, specdiff.Version{File: after, Rules: rules.Default()}, tc.served)
		if live := report.Changes[0]; !strings.Contains(live.Agent, tc.live) {
			t.Errorf("%+v: %s", tc.served, live.Agent)
		}
		if plain := report.Changes[1]; !strings.Contains(plain.Agent, tc.plain) {
			t.Errorf("%+v: %s", tc.served, plain.Agent)
		}
	}
}
