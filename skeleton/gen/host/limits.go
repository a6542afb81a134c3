package host

import (
	"net"
	"net/netip"
	"strings"
	"time"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/wire"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host/rate"
)

// limits slows down callers that do too much, and addresses that guess
// credentials. The zero value slows down nobody.
type limits struct {
	failures *rate.Limiter  // by address; nil: no limit
	calls    *rate.Limiter  // by caller; nil: no limit
	proxies  []netip.Prefix // whose X-Forwarded-For is believed
}

func newLimits(c *Config) limits {
	l := limits{proxies: c.TrustedProxies}
	if c.AuthFailures > 0 {
		l.failures = rate.New(1, c.AuthFailures)
	}
	if c.RateLimit > 0 {
		l.calls = rate.New(c.RateLimit, max(1, c.RateBurst))
	}
	return l
}

// mayTry refuses an address that failed to authenticate too often. Its
// credentials are not looked at, so that it cannot learn whether they are good.
func (l *limits) mayTry(call *wire.Call) error {
	if l.failures == nil {
		return nil
	}
	return tooMany(l.failures.Wait(l.address(call)), "too many attempts to authenticate failed; wait before the next")
}

// failed notes a failed attempt.
func (l *limits) failed(call *wire.Call) {
	if l.failures != nil {
		l.failures.Take(l.address(call))
	}
}

// mayCall refuses a caller that calls too often.
func (l *limits) mayCall(call *wire.Call, id Identity) error {
	if l.calls == nil {
		return nil
	}
	key := "caller " + id.Name
	if id.Name == "" {
		key = "address " + l.address(call)
	}
	return tooMany(l.calls.Take(key), "too many calls; slow down")
}

func tooMany(wait time.Duration, text string) error {
	if wait == 0 {
		return nil
	}
	err := wire.RateLimited.New("%s", text)
	err.RetryAfter = wait
	return err
}

// address returns where a call comes from: the connection's other end, or what
// a trusted proxy there says. Of IPv6 it is the /64 network, since whoever has
// one address has all of those.
func (l *limits) address(call *wire.Call) string {
	addr, ok := parseHost(call.RemoteAddr)
	if !ok {
		return call.RemoteAddr
	}
	forwarded := strings.Join(call.Header.Values("X-Forwarded-For"), ",")
	for l.trusts(addr) && forwarded != "" { // the last entry is of the nearest proxy
		var last string
		if i := strings.LastIndexByte(forwarded, ','); i >= 0 {
			forwarded, last = forwarded[:i], forwarded[i+1:]
		} else {
			forwarded, last = "", forwarded
		}
		next, ok := parseHost(strings.TrimSpace(last))
		if !ok {
			break
		}
		addr = next
	}
	if addr.Is6() {
		if network, err := addr.Prefix(64); err == nil {
			return network.Masked().String()
		}
	}
	return addr.String()
}

func (l *limits) trusts(addr netip.Addr) bool {
	for _, prefix := range l.proxies {
		if prefix.Contains(addr) {
			return true
		}
	}
	return false
}

// parseHost reads the address of HOST or HOST:PORT.
func parseHost(s string) (netip.Addr, bool) {
	if host, _, err := net.SplitHostPort(s); err == nil {
		s = host
	}
	addr, err := netip.ParseAddr(strings.Trim(s, "[]"))
	return addr.Unmap().WithZone(""), err == nil
}
