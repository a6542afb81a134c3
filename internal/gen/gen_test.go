package gen_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"google.golang.org/protobuf/types/pluginpb"

	"github.com/a2a-gen/a2a-gen/internal/gen"
	"github.com/a2a-gen/a2a-gen/internal/protoload"
)

// spec returns the specification after some replacements.
func spec(t *testing.T, oldnew ...string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(root, "proto", protoload.Spec))
	if err != nil {
		t.Fatal(err)
	}
	text := string(data)
	for i := 0; i < len(oldnew); i += 2 {
		if !strings.Contains(text, oldnew[i]) {
			t.Fatalf("the specification does not contain %q", oldnew[i])
		}
		text = strings.Replace(text, oldnew[i], oldnew[i+1], 1)
	}
	return []byte(text)
}

func load(t *testing.T, data []byte) *protoload.Request {
	t.Helper()
	req, err := protoload.Load(t.Context(), protoload.Sources{FS: os.DirFS(filepath.Join(root, "proto")), SpecData: data}, protoload.Spec)
	if err != nil {
		t.Fatal(err)
	}
	return req
}

func run(t *testing.T, req *protoload.Request, parameter string) *pluginpb.CodeGeneratorResponse {
	t.Helper()
	plugin, err := req.ForPlugin(parameter)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := gen.Run(plugin, os.ReadFile)
	if err != nil {
		t.Fatal(err)
	}
	return resp
}

func names(resp *pluginpb.CodeGeneratorResponse) map[string]bool {
	all := make(map[string]bool)
	for _, f := range resp.File {
		all[f.GetName()] = true
	}
	return all
}

const mapping = "Mlf/a2a/v1/a2a.proto=example.com/m/gen/a2apb;a2apb"

func TestOptions(t *testing.T) {
	tests := []struct {
		name, parameter string
		want            string // a file among the output
		fault           string
	}{
		{"import paths", mapping, "example.com/m/gen/a2a/service.go", ""},
		{"module", mapping + ",module=example.com/m", "gen/a2a/service.go", ""},
		{"fixed packages under module", mapping + ",module=example.com/m", "gen/a2a/wire/error.go", ""},
		{"root", "Mlf/a2a/v1/a2a.proto=example.com/sdk/a2apb,root=example.com/m/gen,module=example.com/m", "gen/a2a/service.go", ""},
		{"source relative", "Mlf/a2a/v1/a2a.proto=example.com/m/gen/lf/a2a/v1;a2apb,paths=source_relative", "lf/a2a/a2a/service.go", ""},
		{"no mapping", "", "", "with the option Mlf/a2a/v1/a2a.proto="},
		{"unknown option", mapping + ",definitions=x", "", `unknown option "definitions"`},
		{"no such definition", mapping + ",definition=testdata/none.yaml", "", "option definition: open testdata/none.yaml"},
	}
	req := load(t, nil)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			plugin, err := req.ForPlugin(tt.parameter)
			if err != nil {
				t.Fatal(err)
			}
			resp, err := gen.Run(plugin, os.ReadFile)
			fault := resp.GetError()
			if err != nil {
				fault = err.Error()
			}
			if tt.fault == "" && (fault != "" || !names(resp)[tt.want]) {
				t.Errorf("got %v and the fault %q, want a file %s", names(resp), fault, tt.want)
			}
			if !strings.Contains(fault, tt.fault) {
				t.Errorf("fault is %q, want %q", fault, tt.fault)
			}
		})
	}
}

func TestRouteFaults(t *testing.T) {
	tests := []struct{ name, old, new, want string }{
		{"template", `get: "/tasks/{id=*}"`, `get: "/tasks/{id=**}"`, `{id=**} is not supported`},
		{"field", `get: "/tasks/{id=*}"`, `get: "/tasks/{ident}"`, `GetTaskRequest has no field ident`},
		{"relative", `get: "/tasks/{id=*}"`, `get: "tasks/{id=*}"`, `does not start with a slash`},
		{"body", `body: "*"`, `body: "message"`, `body "message" is not supported`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			resp := run(t, load(t, spec(t, tt.old, tt.new)), mapping)
			if got := resp.GetError(); !strings.Contains(got, tt.want) || !strings.HasPrefix(got, "lf/a2a/v1/a2a.proto:") {
				t.Errorf("got %q, want the place and %q", got, tt.want)
			}
		})
	}
}

// TestOtherFiles wants nothing for files that do not define A2A.
func TestOtherFiles(t *testing.T) {
	req := load(t, nil)
	plugin, err := req.ForPlugin(mapping)
	if err != nil {
		t.Fatal(err)
	}
	plugin.FileToGenerate = []string{"google/api/http.proto"}
	resp, err := gen.Run(plugin, os.ReadFile)
	if err != nil || resp.Error != nil || len(resp.File) != 0 {
		t.Errorf("got %d files, %v, %q", len(resp.GetFile()), err, resp.GetError())
	}
}

// TestFutureSpecifications builds the bindings of specifications that add what
// this tool has never seen.
func TestFutureSpecifications(t *testing.T) {
	tests := []struct {
		name, text string
	}{
		{"operations", `
  rpc PauseTask(GetTaskRequest) returns (Task) {
    option (google.api.http) = {post: "/tasks/{id=*}:pause" body: "*"};
  }
  rpc Ping(google.protobuf.Empty) returns (google.protobuf.Empty) {
    option (google.api.http) = {get: "/ping"};
  }
  rpc Select(GetTaskRequest) returns (Task) {
    option (google.api.http) = {post: "/tasks/{id=*}:select" body: "*"};
  }
  rpc Wire(GetTaskRequest) returns (Task) {
    option (google.api.http) = {post: "/tasks/{id=*}:wire" body: "*"};
  }
  rpc Hidden(GetTaskRequest) returns (Task);
  rpc Watch(GetTaskRequest) returns (stream Task);
  rpc Upload(stream SendMessageRequest) returns (Task);
  rpc Live(stream SendMessageRequest) returns (stream StreamResponse);
  rpc Odd(OddRequest) returns (OddRequest) {
    option (google.api.http) = {get: "/odd/{go_type}"};
  }
}

message OddRequest {
  string go_type = 1;
  repeated string range = 2;
  optional bool func = 3;
  int64 size64 = 4;
  uint64 usize64 = 5;
  double ratio = 6;
  bytes blob = 7 [(google.api.field_behavior) = REQUIRED];
  repeated Role roles = 8 [(google.api.field_behavior) = REQUIRED];
  map<int32, Message> messages = 9;
  map<string, Role> by_name = 10;
  optional Role role = 11 [(google.api.field_behavior) = REQUIRED];
  repeated OddRequest children = 12;
  google.protobuf.Struct free = 13 [(google.api.field_behavior) = REQUIRED];
  message Nested { string reset = 1; string string = 2; }
  Nested nested = 14;
  oneof either { Nested a = 15; Message b = 16; string c = 17; }
  repeated google.protobuf.Timestamp times = 18;
}
`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			text := string(spec(t))
			end := strings.Index(text, "\n}\n") // of the service
			if !strings.Contains(text[:end], "service A2AService {") {
				t.Fatal("the service is not the first declaration")
			}
			vet(t, load(t, []byte(text[:end]+tt.text+text[end+len("\n}\n"):])))
		})
	}
}

// vet generates the packages of a request into a folder that exists in an
// overlay only, and vets them there.
func vet(t *testing.T, req *protoload.Request) {
	t.Helper()
	const base = "github.com/a2a-gen/a2a-gen/internal/gen/virtual"
	parameter := "module=" + base + ",Mlf/a2a/v1/a2a.proto=" + base + "/a2apb;a2apb"
	resp := run(t, req, parameter)
	if resp.Error != nil {
		t.Fatal(resp.GetError())
	}
	forGo, err := req.ForGo(parameter)
	if err != nil {
		t.Fatal(err)
	}
	types, err := protoload.GenerateGo(forGo)
	if err != nil {
		t.Fatal(err)
	}
	virtual, err := filepath.Abs("virtual")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	replace := make(map[string]string)
	for i, f := range append(resp.File, types.File...) {
		source := filepath.Join(dir, string(rune('a'+i%26))+strings.ReplaceAll(f.GetName(), "/", "_"))
		if err := os.WriteFile(source, []byte(f.GetContent()), 0o600); err != nil {
			t.Fatal(err)
		}
		replace[filepath.Join(virtual, f.GetName())] = source
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(file, overlay, 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(t.Context(), "go", "build", "-overlay", file, base+"/a2a").CombinedOutput()
	if err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
