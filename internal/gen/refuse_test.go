package gen_test

import (
	"strings"
	"testing"
)

// A specification that the host cannot live with is refused for an agent, and
// good enough for bindings alone.
func TestHostNeeds(t *testing.T) {
	req := load(t, spec(t, "bool return_immediately = 4", "bool blocking = 4"))
	if resp := run(t, req, mapping); resp.Error != nil {
		t.Errorf("bindings: %s", resp.GetError())
	}
	resp := run(t, req, mapping+",definition="+root+"/skeleton/a2a.yaml")
	if got := resp.GetError(); !strings.HasPrefix(got, "lf/a2a/v1/a2a.proto:") || !strings.Contains(got, "SendMessageConfiguration has no field return_immediately (bool)") {
		t.Errorf("agent: %q", got)
	}
}
