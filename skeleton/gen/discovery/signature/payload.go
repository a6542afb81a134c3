package signature

import (
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
)

// Payload returns what the signatures of a card are over (section 8.4.1): its
// JSON without the signatures, in the canonical form of RFC 8785. Members that
// the protocol requires are there even if they are empty, those that are
// optional if they were set, to whatever value; other empty members are not.
// Members that this version of the protocol does not know are no part of it.
func Payload(card *a2apb.AgentCard) ([]byte, error) {
	unsigned := a2a.CopyAgentCard(card)
	unsigned.Signatures = nil
	return Canonical(a2a.AppendAgentCard(nil, unsigned))
}
