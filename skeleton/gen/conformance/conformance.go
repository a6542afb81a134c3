// Package conformance tests that an agent keeps the A2A protocol: each
// requirement of the specification that can be executed, over each binding
// that the agent's card lists.
//
//	func TestConformance(t *testing.T) {
//		conformance.Run(t, agent.New(), skills.Defaults())
//	}
//
// The agent's own card and configuration are served on loopback ports, but its
// skills do not run: each test says itself what the agent does (script.go), who
// calls, and what the webhooks answer. So the tests are about the protocol, and
// stay the same whatever the skills do.
//
// Tests are named by binding and requirement, such as
// TestConformance/JSONRPC/ST-06. What a card does not declare must be refused
// as the protocol says, and that is tested in the place of the requirement. The
// tests under "parity" compare the bindings with each other.
//
// Requirements are in one file for each chapter. The rest of the package is
// what they share: server.go is the agent under test, script.go its executor,
// check.go, wire.go and follow.go the client's side, webhook.go the receiver of
// push notifications, expect.go and json.go the comparisons.
package conformance

import (
	"slices"
	"testing"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/wire"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host"
)

// Levels of requirements (RFC 2119).
const (
	must   = "MUST"
	should = "SHOULD"
	may    = "MAY"
)

// ability is what a card may declare.
type ability int

const (
	always    ability = iota
	streaming         // capabilities.streaming
	pushing           // capabilities.pushNotifications
)

// requirement is one thing that the protocol asks of an agent.
type requirement struct {
	id      string
	section string // of the specification
	level   string
	needs   ability  // without it the operations are refused, and that is tested
	on      []string // bindings that it is about; none means all
	run     func(c *check)
}

// The bindings that a requirement may be about.
var (
	onHTTP    = []string{wire.JSONRPC, wire.HTTPJSON}
	onJSONRPC = []string{wire.JSONRPC}
	onREST    = []string{wire.HTTPJSON}
	onGRPC    = []string{wire.GRPC}
	onCard    = []string{"card"} // no binding: the card itself
)

// requirements lists all chapters.
func requirements() []requirement {
	return slices.Concat(
		dataModel(), operations(), listing(), lifecycle(), streams(), subscriptions(),
		pushConfigs(), pushDelivery(), cards(), extendedCards(), versions(), extensions(),
		errorCodes(), bindings(), authentication(), security(),
	)
}

// Run tests an agent. Its executor is not called, and where callers have to
// identify themselves the suite has an authenticator of its own: credentials
// are the business of the host's own tests.
func Run(t *testing.T, agent host.Agent, config host.Config) {
	s := start(t, agent, config)
	all := requirements()
	for _, i := range s.interfaces() {
		t.Run(i.GetProtocolBinding(), func(t *testing.T) {
			t.Parallel()
			for _, r := range all {
				if r.on == nil || slices.Contains(r.on, i.GetProtocolBinding()) {
					t.Run(r.id, func(t *testing.T) { s.check(t, r, i).run() })
				}
			}
		})
	}
	t.Run("card", func(t *testing.T) {
		t.Parallel()
		for _, r := range all {
			if slices.Equal(r.on, onCard) {
				t.Run(r.id, func(t *testing.T) { s.check(t, r, nil).run() })
			}
		}
	})
	t.Run("parity", func(t *testing.T) { compareBindings(t, s) })
}
