package egress

import (
	"net/netip"
	"slices"
)

// reserved are the ranges that no public host has, beyond those that netip
// knows by name: RFC 6890 and its updates, and the IPv6 ranges that carry an
// IPv4 address inside.
var reserved = []netip.Prefix{
	netip.MustParsePrefix("0.0.0.0/8"),       // this network
	netip.MustParsePrefix("100.64.0.0/10"),   // carrier-grade NAT, and metadata of some clouds
	netip.MustParsePrefix("192.0.0.0/24"),    // protocol assignments
	netip.MustParsePrefix("192.0.2.0/24"),    // documentation
	netip.MustParsePrefix("192.88.99.0/24"),  // 6to4 relays
	netip.MustParsePrefix("198.18.0.0/15"),   // benchmarks
	netip.MustParsePrefix("198.51.100.0/24"), // documentation
	netip.MustParsePrefix("203.0.113.0/24"),  // documentation
	netip.MustParsePrefix("240.0.0.0/4"),     // reserved, broadcast
	netip.MustParsePrefix("::/96"),           // IPv4-compatible
	netip.MustParsePrefix("64:ff9b::/96"),    // NAT64
	netip.MustParsePrefix("64:ff9b:1::/48"),  // local NAT64
	netip.MustParsePrefix("100::/64"),        // discard
	netip.MustParsePrefix("2001::/23"),       // protocol assignments, Teredo
	netip.MustParsePrefix("2001:db8::/32"),   // documentation
	netip.MustParsePrefix("2002::/16"),       // 6to4
	netip.MustParsePrefix("3fff::/20"),       // documentation
	netip.MustParsePrefix("5f00::/16"),       // segment routing
	netip.MustParsePrefix("fec0::/10"),       // site-local
}

// public says whether an address may belong to a public host. Loopback,
// link-local (and with it the metadata address of most clouds), multicast and
// private addresses do not, in IPv4, IPv6, or one mapped into the other.
func public(addr netip.Addr) bool {
	if addr.Zone() != "" {
		return false
	}
	addr = addr.Unmap()
	if !addr.IsGlobalUnicast() || addr.IsPrivate() {
		return false
	}
	for _, prefix := range reserved {
		if prefix.Contains(addr) {
			return false
		}
	}
	return true
}

// metadata are services of clouds on addresses that are private otherwise.
var metadata = []netip.Addr{
	netip.MustParseAddr("100.100.100.200"),
	netip.MustParseAddr("fd00:ec2::254"),
	netip.MustParseAddr("fd20:ce::254"),
}

// sharedNetwork is private to a provider (RFC 6598).
var sharedNetwork = netip.MustParsePrefix("100.64.0.0/10")

// private says whether an address is one of this machine or of a network
// behind it, and nothing that only machines of a cloud talk to.
func private(addr netip.Addr) bool {
	addr = addr.Unmap()
	if addr.Zone() != "" || slices.Contains(metadata, addr) {
		return false
	}
	return addr.IsLoopback() || addr.IsPrivate() || sharedNetwork.Contains(addr)
}

// allowsAddr judges an address.
func (p Policy) allowsAddr(addr netip.Addr) bool {
	return public(addr) || p.AllowPrivate && private(addr)
}
