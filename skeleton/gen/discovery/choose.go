package discovery

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/wire"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
)

// errOld is the failure to talk to an agent of the version before 1.0.
var errOld = errors.New("the agent speaks protocol 0.3 only; this client speaks 1.0")

// Choose picks the interface to use: the first one that speaks version 1.0 in
// a binding there is a client for. The order is the card's, which is the
// agent's own preference; bindings that the caller prefers come before all
// others, in the caller's order. Names of bindings are wire.JSONRPC,
// wire.HTTPJSON and wire.GRPC.
func Choose(card *a2apb.AgentCard, preferred ...string) (*a2apb.AgentInterface, error) {
	rank := func(iface *a2apb.AgentInterface) int {
		i := slices.IndexFunc(preferred, func(binding string) bool { return strings.EqualFold(binding, iface.GetProtocolBinding()) })
		if i < 0 {
			return len(preferred)
		}
		return i
	}
	var best *a2apb.AgentInterface
	for _, iface := range card.GetSupportedInterfaces() {
		if isUsable(iface) && (best == nil || rank(iface) < rank(best)) {
			best = iface
		}
	}
	if best == nil {
		return nil, unusable(card.GetSupportedInterfaces())
	}
	return best, nil
}

func isUsable(iface *a2apb.AgentInterface) bool {
	switch strings.ToUpper(iface.GetProtocolBinding()) {
	case wire.JSONRPC, wire.HTTPJSON, wire.GRPC:
		return hasVersion(iface, wire.ClientVersion)
	}
	return false
}

// hasVersion compares major and minor numbers; patch numbers do not count
// (section 3.6).
func hasVersion(iface *a2apb.AgentInterface, version string) bool {
	return strings.HasPrefix(iface.GetProtocolVersion()+".", version+".")
}

// unusable says why none of the interfaces will do.
func unusable(ifaces []*a2apb.AgentInterface) error {
	if len(ifaces) == 0 {
		return errors.New("the agent's card lists no interface")
	}
	old := true
	var offers []string
	for _, iface := range ifaces {
		old = old && hasVersion(iface, "0.3")
		offers = append(offers, fmt.Sprintf("%q in version %q", iface.GetProtocolBinding(), iface.GetProtocolVersion()))
	}
	if old {
		return errOld
	}
	return fmt.Errorf("no interface is JSONRPC, HTTP+JSON or GRPC in version 1.0; the agent offers: %s", strings.Join(offers, ", "))
}
