package agent

import (
	"encoding/json"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/test-runner/gen/a2apb"
	"example.com/test-runner/gen/host/hosttest"
	"example.com/test-runner/gen/skills"
)

const goMod = "module example.com/payments-api\n\ngo 1.24\n"

// payments is a module with a test of each outcome, and a second package.
var payments = map[string]string{
	"go.mod": goMod,
	"payments_test.go": `package payments

import "testing"

func TestPass(t *testing.T) {}
func TestFail(t *testing.T) { t.Error("wrong sum") }
func TestSkip(t *testing.T) { t.Skip("needs a database") }
`,
	"ledger/ledger_test.go": "package ledger\n\nimport \"testing\"\n\nfunc TestSum(t *testing.T) {}\n",
}

// wantSummary is what the agent makes of payments.
var wantSummary = skills.RunTestsSummaryJson{
	Passed: 2, Failed: 1, Skipped: 1,
	Packages: []skills.RunTestsSummaryJsonPackagesItem{
		{Package: "example.com/payments-api", Passed: 1, Failed: 1, Skipped: 1},
		{Package: "example.com/payments-api/ledger", Passed: 1},
	},
}

func TestRunTests(t *testing.T) {
	watchTemp(t)
	repository, commit := newRepository(t, payments)
	for name, client := range serve(t) {
		t.Run(name, func(t *testing.T) {
			response, err := client.SendMessage(t.Context(), request(t, repository, commit))
			if err != nil {
				t.Fatal(err)
			}
			task := response.GetTask()
			if got, want := task.GetStatus().GetState(), a2apb.TaskState_TASK_STATE_COMPLETED; got != want {
				t.Fatalf("state %v, want %v: %v", got, want, said(task.GetStatus()))
			}
			if got := len(task.GetArtifacts()); got != 1 {
				t.Fatalf("%d artifacts, want one", got)
			}
			if got := summary(t, task.GetArtifacts()[0]); !reflect.DeepEqual(got, wantSummary) {
				t.Errorf("summary.json\n%+v\nwant\n%+v", got, wantSummary)
			}
		})
	}
}

func TestRunTestsStreams(t *testing.T) {
	watchTemp(t)
	repository, commit := newRepository(t, payments)
	for name, client := range serve(t) {
		t.Run(name, func(t *testing.T) {
			var progress []string
			var got skills.RunTestsSummaryJson
			var last a2apb.TaskState
			for event, err := range client.SendStreamingMessage(t.Context(), request(t, repository, commit[:7])) {
				if err != nil {
					t.Fatal(err)
				}
				if update := event.GetStatusUpdate(); update != nil {
					last = update.GetStatus().GetState()
					if text := said(update.GetStatus()); text != "" {
						progress = append(progress, text)
					}
				}
				if update := event.GetArtifactUpdate(); update != nil {
					got = summary(t, update.GetArtifact())
				}
			}
			if last != a2apb.TaskState_TASK_STATE_COMPLETED || !reflect.DeepEqual(got, wantSummary) {
				t.Errorf("ended as %v with\n%+v\nwant\n%+v", last, got, wantSummary)
			}
			// Packages are tested at the same time.
			slices.Sort(progress)
			want := []string{
				"checking out " + commit[:7],
				"example.com/payments-api/ledger: 1 passed",
				"example.com/payments-api: 1 passed, 1 failed, 1 skipped\n\nTestFail\npayments_test.go:6: wrong sum",
				"testing " + commit,
			}
			if !reflect.DeepEqual(progress, want) {
				t.Errorf("progress\n%q\nwant\n%q", progress, want)
			}
		})
	}
}

func TestRunTestsFails(t *testing.T) {
	watchTemp(t)
	repository, commit := newRepository(t, payments)
	noModule, noModuleCommit := newRepository(t, map[string]string{"README.md": "nothing to test\n"})
	missing := filepath.Join(t.TempDir(), "missing")
	tests := []struct {
		name, repository, commit, want string
	}{
		{"no repository", missing, commit, "no such repository, or it cannot be reached: " + missing},
		{"no commit", repository, strings.Repeat("0", 40), "no such commit in the repository: 0000"},
		{"no module", noModule, noModuleCommit, "not a Go module that can be tested: there is no go.mod"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			status := send(t, "run-tests", input(t, test.repository, test.commit)).Task.GetStatus()
			if got, want := status.GetState(), a2apb.TaskState_TASK_STATE_FAILED; got != want {
				t.Errorf("state %v, want %v", got, want)
			}
			if got := said(status); !strings.HasPrefix(got, test.want) {
				t.Errorf("says %q, want %q", got, test.want)
			}
		})
	}
}

// endless is a test that connects, and holds the connection as long as it runs.
const endless = `package endless

import (
	"net"
	"testing"
)

func TestEndless(t *testing.T) {
	conn, err := net.Dial("tcp", %q)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	select {}
}
`

func TestRunTestsCanceled(t *testing.T) {
	watchTemp(t)
	listener, err := net.ListenTCP("tcp", &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	repository, commit := newRepository(t, map[string]string{
		"go.mod":          goMod,
		"endless_test.go": fmt.Sprintf(endless, listener.Addr()),
	})
	for name, client := range serve(t) {
		t.Run(name, func(t *testing.T) {
			req := request(t, repository, commit)
			req.Configuration = &a2apb.SendMessageConfiguration{ReturnImmediately: true}
			response, err := client.SendMessage(t.Context(), req)
			if err != nil {
				t.Fatal(err)
			}
			deadline := time.Now().Add(time.Minute)
			if err := listener.SetDeadline(deadline); err != nil {
				t.Fatal(err)
			}
			running, err := listener.Accept()
			if err != nil {
				t.Fatal(err)
			}
			defer running.Close()

			task, err := client.CancelTask(t.Context(), &a2apb.CancelTaskRequest{Id: response.GetTask().GetId()})
			if err != nil {
				t.Fatal(err)
			}
			if got, want := task.GetStatus().GetState(), a2apb.TaskState_TASK_STATE_CANCELED; got != want {
				t.Errorf("state %v, want %v", got, want)
			}
			if err := running.SetReadDeadline(deadline); err != nil {
				t.Fatal(err)
			}
			if n, err := running.Read(make([]byte, 1)); n > 0 || os.IsTimeout(err) {
				t.Errorf("the test still runs: read %d bytes, %v", n, err)
			}
		})
	}
}

// input returns what a client asks for, as JSON.
func input(t *testing.T, repository, commit string) *a2apb.Part {
	t.Helper()
	return hosttest.Data(t, skills.RunTestsInput{Repository: repository, Commit: commit, Packages: []string{"./..."}})
}

// request asks for a run.
func request(t *testing.T, repository, commit string) *a2apb.SendMessageRequest {
	t.Helper()
	return &a2apb.SendMessageRequest{Message: hosttest.Message("run-tests", input(t, repository, commit))}
}

// summary returns the content of the artifact, without what differs between two
// runs.
func summary(t *testing.T, artifact *a2apb.Artifact) (content skills.RunTestsSummaryJson) {
	t.Helper()
	part := artifact.GetParts()[0]
	if artifact.GetName() != "summary.json" || part.GetMediaType() != "application/json" {
		t.Errorf("artifact %q of type %q, want summary.json", artifact.GetName(), part.GetMediaType())
	}
	data, err := json.Marshal(part.GetData().AsInterface())
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &content); err != nil {
		t.Fatal(err)
	}
	for i := range content.Packages {
		content.Packages[i].Elapsed = 0
	}
	return content
}

// said returns the text of a status.
func said(status *a2apb.TaskStatus) string {
	var text strings.Builder
	for _, part := range status.GetMessage().GetParts() {
		text.WriteString(part.GetText())
	}
	return text.String()
}
