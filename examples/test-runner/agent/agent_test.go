package agent

import (
	"context"
	"net/http"
	"net/http/httptest"
	"os"
	"testing"

	"google.golang.org/protobuf/proto"

	"example.com/test-runner/gen/a2a"
	"example.com/test-runner/gen/a2a/wire"
	"example.com/test-runner/gen/a2apb"
	"example.com/test-runner/gen/host"
	"example.com/test-runner/gen/host/hosttest"
	"example.com/test-runner/gen/host/memory"
	"example.com/test-runner/gen/skills"
)

// send gives a new agent a message for a skill and returns what it made of it.
// Tests of a longer conversation use hosttest itself.
func send(t *testing.T, skillID string, parts ...*a2apb.Part) *hosttest.Result {
	t.Helper()
	return hosttest.Run(t, New(), hosttest.Message(skillID, parts...))
}

// TestCard compares the card that clients get, whoever they are, with the one
// in the repository.
func TestCard(t *testing.T) {
	want, err := os.ReadFile("../gen/skills/agent-card.json")
	if err != nil {
		t.Fatal(err)
	}
	agent := New()
	agent.Authenticator = func(context.Context, *wire.Call) (host.Identity, error) {
		return host.Identity{}, wire.Unauthenticated.New("nobody may call")
	}
	h, err := host.New(skills.Defaults(), agent, memory.New())
	if err != nil {
		t.Fatal(err)
	}
	answer := httptest.NewRecorder()
	h.Handler().ServeHTTP(answer, httptest.NewRequest(http.MethodGet, "/.well-known/agent-card.json", nil))
	if answer.Code != http.StatusOK {
		t.Fatalf("status %d: %s", answer.Code, answer.Body)
	}
	if got := answer.Body.Bytes(); !proto.Equal(decode(t, got), decode(t, want)) {
		t.Errorf("the card is\n%s\nwant\n%s", got, want)
	}
}

func decode(t *testing.T, data []byte) *a2apb.AgentCard {
	t.Helper()
	card := new(a2apb.AgentCard)
	if err := a2a.Unmarshal(data, card); err != nil {
		t.Fatal(err)
	}
	return card
}
