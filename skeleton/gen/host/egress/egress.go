// Package egress guards the calls that an agent makes to addresses that its
// clients chose: webhooks, and files that parts link to. Such an address must
// not lead to the agent's own network (sections 13.2 and 14.1.1).
//
// A URL is checked when it is named and again with every request, and what its
// host resolves to when that is dialled. So neither a name that resolves to
// 127.0.0.1, nor one that resolves differently the second time, nor an odd
// spelling of an address gets through. Redirects are not followed, and proxies
// are not used: both would choose another address.
package egress

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"syscall"
	"time"
)

// ErrRefused says that an address is not one that clients may make the agent
// call.
var ErrRefused = errors.New("the address is not allowed")

// Policy says what may be called. The zero Policy permits public addresses by
// https.
type Policy struct {
	// AllowPrivate permits private and loopback addresses: for development, and
	// for agents whose clients are as trusted as they are. Link-local addresses,
	// and with them the metadata services of clouds, stay out of reach.
	AllowPrivate bool

	// AllowHTTP permits calls without TLS.
	AllowHTTP bool

	// AllowHosts are the only hosts that are permitted, names or addresses, if
	// there are any. The addresses of names are checked all the same.
	AllowHosts []string

	resolver *net.Resolver // nil: that of the system
}

// Client returns an HTTP client that follows the policy. A request, body
// included, may take as long as timeout. An error that is ErrRefused will not
// go away by trying again.
func (p Policy) Client(timeout time.Duration) *http.Client {
	dialer := &net.Dialer{Timeout: timeout, Control: p.control, Resolver: p.resolver}
	return &http.Client{
		Timeout: timeout,
		Transport: &transport{policy: p, next: &http.Transport{
			DialContext:            dialer.DialContext,
			ForceAttemptHTTP2:      true,
			MaxIdleConnsPerHost:    2,
			MaxIdleConns:           64,
			IdleConnTimeout:        30 * time.Second,
			TLSHandshakeTimeout:    timeout,
			MaxResponseHeaderBytes: 64 << 10,
			DisableCompression:     true,
		}},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// transport checks the URL of each request: it may have been named when the
// policy was another.
type transport struct {
	policy Policy
	next   *http.Transport
}

func (t *transport) RoundTrip(req *http.Request) (*http.Response, error) {
	if fault := t.policy.CheckURL(req.URL.String()); fault != "" {
		if req.Body != nil {
			req.Body.Close()
		}
		return nil, fmt.Errorf("%w: the URL %s", ErrRefused, fault)
	}
	return t.next.RoundTrip(req)
}

// CloseIdleConnections is what http.Client looks for.
func (t *transport) CloseIdleConnections() { t.next.CloseIdleConnections() }

// control is asked about each address before it is connected to.
func (p Policy) control(network, address string, _ syscall.RawConn) error {
	addr, err := netip.ParseAddrPort(address)
	if err != nil || !strings.HasPrefix(network, "tcp") || !p.allowsAddr(addr.Addr()) {
		return fmt.Errorf("%w: %s", ErrRefused, address)
	}
	return nil
}
