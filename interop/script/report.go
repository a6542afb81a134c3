package script

import (
	"bytes"
	"encoding/json"
	"os/exec"
	"slices"
	"testing"
)

// result is one line of a program's output: a scenario that it played.
type result struct {
	Scenario string `json:"scenario"`
	Error    string `json:"error"` // empty for success
}

// Play runs a program to its end and makes a test of each scenario that it
// reports. It has to report the wanted ones, and no others.
func Play(t *testing.T, cmd *exec.Cmd, want ...string) {
	t.Helper()
	var problems bytes.Buffer
	cmd.Stderr = &problems
	out, err := cmd.Output()
	if err != nil {
		t.Errorf("%s: %v\n%s%s", cmd, err, out, problems.Bytes())
	}
	var played []string
	for line := range bytes.Lines(out) {
		var r result
		if err := json.Unmarshal(line, &r); err != nil {
			t.Fatalf("%s says %q: %v", cmd, line, err)
		}
		played = append(played, r.Scenario)
		t.Run(r.Scenario, func(t *testing.T) {
			if r.Error != "" {
				t.Error(r.Error)
			}
		})
	}
	if !slices.Equal(played, want) {
		t.Errorf("%s played %q, want %q", cmd, played, want)
	}
}

// Scenarios are what every client plays.
var Scenarios = []string{"card", "send", "message answer", "stream", "artifacts", "conversation", "cancel", "list", "push", "errors", "credentials"}
