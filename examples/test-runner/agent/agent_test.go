package agent

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"reflect"
	"testing"

	"example.com/test-runner/gen/a2apb"
	"example.com/test-runner/gen/host"
	"example.com/test-runner/gen/host/hosttest"
	"example.com/test-runner/gen/host/memory"
	"example.com/test-runner/gen/skills"
)

// send gives a new agent a message for a skill and returns the task as it is
// when the agent stops working on it. Tests of a longer conversation use
// hosttest itself.
func send(t *testing.T, skillID string, parts ...*a2apb.Part) *a2apb.Task {
	t.Helper()
	return hosttest.Run(t, New(), hosttest.Message(skillID, parts...)).Task
}

// TestCard compares the card that clients get with the one in the repository.
func TestCard(t *testing.T) {
	want, err := os.ReadFile("../gen/skills/agent-card.json")
	if err != nil {
		t.Fatal(err)
	}
	h, err := host.New(skills.Defaults(), New(), memory.New())
	if err != nil {
		t.Fatal(err)
	}
	answer := httptest.NewRecorder()
	h.Handler().ServeHTTP(answer, httptest.NewRequest(http.MethodGet, "/.well-known/agent-card.json", nil))
	if answer.Code != http.StatusOK {
		t.Fatalf("status %d: %s", answer.Code, answer.Body)
	}
	if got := answer.Body.Bytes(); !reflect.DeepEqual(decode(t, got), decode(t, want)) {
		t.Errorf("the card is\n%s\nwant\n%s", got, want)
	}
}

func decode(t *testing.T, data []byte) (v any) {
	t.Helper()
	if err := json.Unmarshal(data, &v); err != nil {
		t.Fatal(err)
	}
	return v
}
