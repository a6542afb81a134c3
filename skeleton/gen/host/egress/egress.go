// Package egress guards the calls that an agent makes to addresses that its
// clients chose: webhooks, and files that parts link to. Such an address must
// not lead to the agent's own network (sections 13.2 and 14.1.1).
//
// Names are checked when they are dialled, on the address that was resolved,
// so neither a name that resolves to 127.0.0.1, nor one that resolves
// differently the second time, nor an odd spelling of an address gets through.
// Redirects are not followed, and proxies are not used: both would choose
// another address.
package egress

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"syscall"
	"time"
)

// ErrRefused says that an address is not one that clients may make the agent
// call.
var ErrRefused = errors.New("the address is not allowed")

// maxURL limits the length of URLs, in bytes.
const maxURL = 2048

// Policy says what may be called.
type Policy struct {
	// AllowPrivate permits addresses of the agent's own network and http: for
	// development, and for agents whose clients are as trusted as itself.
	AllowPrivate bool
}

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
	case u.Scheme == "https" || u.Scheme == "http" && p.AllowPrivate:
	default:
		return "must begin with https://"
	}
	if !p.AllowPrivate && !p.allowsHost(u.Hostname()) {
		return "is not an address that this agent may call"
	}
	return ""
}

// allowsHost judges a host that needs no resolving. All others pass, to be
// judged when they are dialled.
func (p Policy) allowsHost(host string) bool {
	name := strings.TrimSuffix(strings.ToLower(host), ".")
	if name == "localhost" || strings.HasSuffix(name, ".localhost") {
		return false
	}
	if addr, err := netip.ParseAddr(name); err == nil {
		return public(addr)
	}
	return true
}

// Client returns an HTTP client that follows the policy. A request, body
// included, may take as long as timeout.
func (p Policy) Client(timeout time.Duration) *http.Client {
	dialer := &net.Dialer{Timeout: timeout, Control: p.control}
	return &http.Client{
		Timeout: timeout,
		Transport: &http.Transport{
			DialContext:            dialer.DialContext,
			ForceAttemptHTTP2:      true,
			MaxIdleConnsPerHost:    2,
			MaxIdleConns:           64,
			IdleConnTimeout:        30 * time.Second,
			TLSHandshakeTimeout:    timeout,
			MaxResponseHeaderBytes: 64 << 10,
			DisableCompression:     true,
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// control is asked about each address before it is connected to.
func (p Policy) control(network, address string, _ syscall.RawConn) error {
	if p.AllowPrivate {
		return nil
	}
	addr, err := netip.ParseAddrPort(address)
	if err != nil || !strings.HasPrefix(network, "tcp") || !public(addr.Addr()) {
		return fmt.Errorf("%w: %s", ErrRefused, address)
	}
	return nil
}
