package egress

import (
	"fmt"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// maxURL limits the length of URLs, in bytes.
const maxURL = 2048

// CheckURL says what is wrong with a URL before anybody calls it: a text that
// fits behind the name of a field, or "".
func (p Policy) CheckURL(raw string) string {
	if len(raw) > maxURL {
		return fmt.Sprintf("is longer than %d bytes", maxURL)
	}
	u, err := url.Parse(raw)
	switch {
	case err != nil || !u.IsAbs() || u.Hostname() == "":
		return "is not an absolute URL"
	case u.User != nil:
		return "must not contain credentials"
	case u.Scheme != "https" && u.Scheme != "http":
		return "must begin with https://"
	case u.Scheme == "http" && !p.AllowHTTP:
		return "must begin with https://"
	}
	if n, err := strconv.ParseUint(u.Port(), 10, 16); u.Port() != "" && (err != nil || n == 0) {
		return "has a port that does not exist"
	}
	return p.checkHost(u.Hostname())
}

// checkHost judges a host as far as that can be done without resolving it.
func (p Policy) checkHost(host string) string {
	const refused = "is not an address that this agent may call"
	if len(p.AllowHosts) > 0 && !slices.ContainsFunc(p.AllowHosts, func(allowed string) bool { return sameHost(host, allowed) }) {
		return refused
	}
	if addr, err := netip.ParseAddr(host); err == nil {
		if !p.allowsAddr(addr) {
			return refused
		}
		return ""
	}
	if fault := nameFault(host); fault != "" {
		return fault
	}
	name := strings.ToLower(strings.TrimSuffix(host, "."))
	if (name == "localhost" || strings.HasSuffix(name, ".localhost")) && !p.AllowPrivate {
		return refused
	}
	return ""
}

// nameFault says why a host is not the name of one. Names in other alphabets
// are refused because they become others on their way to the resolver, and
// names that end in a number because many resolvers take them for an address:
// 127.1, 0x7f000001 and 2130706433 are all 127.0.0.1.
func nameFault(host string) string {
	labels := strings.Split(strings.TrimSuffix(host, "."), ".")
	for _, label := range labels {
		for i := range len(label) {
			if c := label[i]; c >= 0x80 {
				return "has a host that is not ASCII; write it as xn--..."
			} else if !isHostByte(c) {
				return "has a host that is not a name"
			}
		}
		if label == "" || len(label) > 63 {
			return "has a host that is not a name"
		}
	}
	if isNumber(labels[len(labels)-1]) {
		return "has a host that is neither a name nor an address"
	}
	return ""
}

func isHostByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == '_'
}

// isNumber says whether a label is one in any notation that addresses are
// written in.
func isNumber(label string) bool {
	if strings.Trim(label, "0123456789") == "" {
		return true
	}
	hex, ok := strings.CutPrefix(strings.ToLower(label), "0x")
	return ok && strings.Trim(hex, "0123456789abcdef") == ""
}

// sameHost compares names without regard to case, and addresses by value.
func sameHost(a, b string) bool {
	x, errX := netip.ParseAddr(a)
	y, errY := netip.ParseAddr(b)
	if errX == nil && errY == nil {
		return x.Unmap() == y.Unmap()
	}
	return strings.EqualFold(strings.TrimSuffix(a, "."), strings.TrimSuffix(b, "."))
}
