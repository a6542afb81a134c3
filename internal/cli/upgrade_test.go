package cli

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/rogpeppe/go-internal/txtar"

	a2agen "github.com/a2a-gen/a2a-gen"
	"github.com/a2a-gen/a2a-gen/internal/protoload"
)

// nextEdits make another version of our a2a.proto: one of everything that a
// later version can bring without taking away what the host needs.
var nextEdits = []struct{ old, new string }{
	{"  rpc SubscribeToTask(SubscribeToTaskRequest)", `  // PauseTask stops the work on a task for a while.
  rpc PauseTask(PauseTaskRequest) returns (Task) {
    option (google.api.http) = {
      post: "/tasks/{id=*}:pause" body: "*"
      additional_bindings: {post: "/{tenant}/tasks/{id=*}:pause" body: "*"}
    };
  }

  // WatchTasks has no route.
  rpc WatchTasks(ListTasksRequest) returns (stream StreamResponse);

  // UploadParts takes a stream and answers once.
  rpc UploadParts(stream Part) returns (Task);

  // SendLiveMessage has streams both ways.
  rpc SendLiveMessage(stream SendMessageRequest) returns (stream StreamResponse);

  rpc SubscribeToTask(SubscribeToTaskRequest)`},
	{`get: "/tasks/{id=*}:subscribe"`, `post: "/tasks/{id=*}:subscribe" body: "*"`},
	{`get: "/{tenant}/tasks/{id=*}:subscribe"`, `post: "/{tenant}/tasks/{id=*}:subscribe" body: "*"`},
	{"  TASK_STATE_AUTH_REQUIRED = 8;", "  TASK_STATE_AUTH_REQUIRED = 8;\n  // The work was paused.\n  TASK_STATE_PAUSED = 9;"},
	{"    google.protobuf.Value data = 4;", "    google.protobuf.Value data = 4;\n    // A table of values.\n    Table table = 20;"},
	{"message Task {", `// Table is a part with rows.
message Table {
  enum Style {
    STYLE_UNSPECIFIED = 0;
    STYLE_WIDE = 1;
  }
  repeated string columns = 1 [(google.api.field_behavior) = REQUIRED];
  map<string, google.protobuf.Value> values = 2;
  Style style = 3;
}

// PauseTaskRequest names the task to pause.
message PauseTaskRequest {
  string tenant = 1;
  string id = 2 [(google.api.field_behavior) = REQUIRED];
}

message Task {
  // Counts the changes of the task.
  int64 generation = 7;`},
	{"message GetTaskRequest {", "message GetTaskRequest {\n  // Answer only if the task has changed since.\n  optional int64 current_generation = 9;"},
	{"    // Deprecated: use authorization_code with PKCE, or device_code.\n    PasswordOAuthFlow password = 4 [deprecated = true];\n", ""},
	{"message PasswordOAuthFlow {", "message FormerOAuthFlow {"},
}

// nextProto is our a2a.proto with the edits.
func nextProto(t testing.TB) []byte {
	t.Helper()
	data, err := fs.ReadFile(a2agen.Proto(), protoload.Spec)
	if err != nil {
		t.Fatal(err)
	}
	text := string(data)
	for _, e := range nextEdits {
		if strings.Count(text, e.old) != 1 {
			t.Fatalf("a2a.proto has %d times: %s", strings.Count(text, e.old), e.old)
		}
		text = strings.Replace(text, e.old, e.new, 1)
	}
	return []byte(text)
}

// goCaches are what the go command needs of the world outside of a script. With
// trimmed paths the cache serves projects wherever they are.
func goCaches(t *testing.T) []string {
	t.Helper()
	out, err := exec.Command("go", "env", "-json", "GOCACHE", "GOMODCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	var caches map[string]string
	if err := json.Unmarshal(out, &caches); err != nil {
		t.Fatal(err)
	}
	return []string{
		"GOCACHE=" + caches["GOCACHE"], "GOMODCACHE=" + caches["GOMODCACHE"],
		"GOPROXY=off", "GOFLAGS=-mod=readonly -trimpath", "GOTOOLCHAIN=local",
	}
}

// TestUpgrade runs testdata/upgrade/*.txtar, as TestScripts does. $NEXT is
// another version of a2a.proto, see nextEdits.
func TestUpgrade(t *testing.T) {
	next, caches := filepath.Join(t.TempDir(), "next.proto"), goCaches(t)
	if err := os.WriteFile(next, nextProto(t), 0o666); err != nil {
		t.Fatal(err)
	}
	params := scripts("../../testdata/upgrade")
	setup := params.Setup
	params.Setup = func(env *testscript.Env) error {
		env.Vars = append(env.Vars, append(caches, "NEXT="+next, "GIT_CONFIG_NOSYSTEM=1",
			"GIT_AUTHOR_NAME=planner", "GIT_AUTHOR_EMAIL=planner@example.com", "GIT_COMMITTER_NAME=planner", "GIT_COMMITTER_EMAIL=planner@example.com")...)
		return setup(env)
	}
	testscript.Run(t, params)
}

// included marks a block of docs/upgrading.md that is a section of a script.
var included = regexp.MustCompile("(?s)(<!-- (\\w+\\.txtar) (\\S+) -->\n```\\w+\n).*?```\n")

// TestUpgradePage holds the output that the page about upgrading shows to that
// of the scripts.
func TestUpgradePage(t *testing.T) {
	const page = "../../docs/upgrading.md"
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	blocks := 0
	got := included.ReplaceAllFunc(text, func(block []byte) []byte {
		blocks++
		m := included.FindSubmatch(block)
		archive, err := txtar.ParseFile(filepath.Join("../../testdata/upgrade", string(m[2])))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range archive.Files {
			if f.Name == string(m[3]) {
				return slices.Concat(m[1], f.Data, []byte("```\n"))
			}
		}
		t.Fatalf("%s has no %s", m[2], m[3])
		return nil
	})
	if blocks == 0 {
		t.Fatal("the page shows no output")
	}
	if bytes.Equal(got, text) {
		return
	}
	if !*update {
		t.Fatalf("%s does not show what the scripts do; run: go test ./internal/cli -update", page)
	}
	if err := os.WriteFile(page, got, 0o644); err != nil {
		t.Fatal(err)
	}
}
