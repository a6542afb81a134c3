package host

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/netip"
	"testing"
	"testing/synctest"
	"time"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/wire"
)

func TestAddress(t *testing.T) {
	l := limits{proxies: []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("2001:db8:1::/48")}}
	tests := []struct{ remote, forwarded, want string }{
		{"192.0.2.1:80", "", "192.0.2.1"},
		{"192.0.2.1:80", "198.51.100.9", "192.0.2.1"}, // anybody can write that
		{"10.0.0.1:80", "198.51.100.9", "198.51.100.9"},
		{"10.0.0.1:80", "6.6.6.6, 198.51.100.9, 10.2.2.2", "198.51.100.9"},
		{"10.0.0.1:80", "198.51.100.9:4711", "198.51.100.9"},
		{"10.0.0.1:80", "unknown", "10.0.0.1"},
		{"10.0.0.1:80", "", "10.0.0.1"},
		{"[::ffff:10.0.0.1]:80", "198.51.100.9", "198.51.100.9"},
		{"[2001:db8:1::5]:80", "[2001:db8:2:3:4:5:6:7]:80", "2001:db8:2:3::/64"},
		{"[2001:db8:2::1%eth0]:80", "", "2001:db8:2::/64"},
		{"bufconn", "198.51.100.9", "bufconn"},
	}
	for _, test := range tests {
		call := &wire.Call{RemoteAddr: test.remote, Header: make(http.Header)}
		if test.forwarded != "" {
			call.Header.Set("X-Forwarded-For", test.forwarded)
		}
		if got := l.address(call); got != test.want {
			t.Errorf("%s, forwarded for %q: %s, want %s", test.remote, test.forwarded, got, test.want)
		}
	}
}

// limitedGuard lets in who says "good".
func limitedGuard(config Config) *guard {
	g := guardOf(func(a *Agent) {
		a.Authenticator = func(_ context.Context, call *wire.Call) (Identity, error) {
			switch who := call.Header.Get("Authorization"); who {
			case "":
				return Identity{Anonymous: true}, nil
			case "bad":
				return Identity{}, &wire.Error{Kind: wire.Unauthenticated, Cause: errors.New("wrong")}
			case "none":
				return Identity{}, wire.Unauthenticated.New("none")
			case "narrow":
				return Identity{}, wire.PermissionDenied.New("narrow")
			default:
				return Identity{Name: who}, nil
			}
		}
	})
	g.limits = newLimits(&config)
	return g
}

func call(from, who string) *wire.Call {
	c := &wire.Call{RemoteAddr: from + ":1", Header: make(http.Header)}
	if who != "" {
		c.Header.Set("Authorization", who)
	}
	return c
}

func TestFailedAttempts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := limitedGuard(Config{AuthFailures: 3})
		try := func(what, from, who string, want *wire.Kind) {
			t.Helper()
			_, err := g.Authenticate(t.Context(), call(from, who))
			wantKind(t, what, err, want)
		}
		for range 3 {
			try("a failure", "192.0.2.1", "bad", wire.Unauthenticated)
		}
		_, err := g.Authenticate(t.Context(), call("192.0.2.1", "bad"))
		if e := wire.AsError(err); e.Kind != wire.RateLimited || e.RetryAfter != time.Second {
			t.Errorf("the fourth failure: %v, retry after %v", e, e.RetryAfter)
		}
		try("good after failures", "192.0.2.1", "good", wire.RateLimited)
		try("another address", "192.0.2.2", "good", nil)
		time.Sleep(time.Second)
		try("good after a rest", "192.0.2.1", "good", nil)
		for range 10 {
			try("a caller who lacks a scope guesses nothing", "192.0.2.3", "narrow", wire.PermissionDenied)
			try("a caller without credentials guesses nothing", "192.0.2.3", "none", wire.Unauthenticated)
		}
		g = limitedGuard(Config{})
		for range 100 {
			try("no limit", "192.0.2.1", "bad", wire.Unauthenticated)
		}
	})
}

func TestCallsOfACaller(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := limitedGuard(Config{RateLimit: 2, RateBurst: 2})
		try := func(what, from, who string, want *wire.Kind) {
			t.Helper()
			_, err := g.Authenticate(t.Context(), call(from, who))
			wantKind(t, what, err, want)
		}
		try("first", "192.0.2.1", "planner", nil)
		try("second", "192.0.2.2", "planner", nil)
		try("third, whatever the address", "192.0.2.3", "planner", wire.RateLimited)
		try("another caller", "192.0.2.1", "deployer", nil)
		try("anonymous", "192.0.2.1", "", nil)
		try("anonymous", "192.0.2.1", "", nil)
		try("anonymous, by address", "192.0.2.1", "", wire.RateLimited)
		try("anonymous, elsewhere", "192.0.2.2", "", nil)
		time.Sleep(500 * time.Millisecond)
		try("half a second later", "192.0.2.3", "planner", nil)
	})
}

// pipes is a listener that always has a connection.
type pipes struct{ net.Listener }

func (pipes) Accept() (net.Conn, error) {
	conn, _ := net.Pipe()
	return conn, nil
}

func (pipes) Close() error { return nil }

// A connection more than there may be is accepted when another one ends.
func TestLimitedListener(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := &limitedListener{Listener: pipes{}, places: make(chan struct{}, 2), closed: make(chan struct{})}
		accepted := make(chan net.Conn, 10)
		ended := make(chan error, 1)
		go func() {
			for {
				conn, err := l.Accept()
				if err != nil {
					ended <- err
					return
				}
				accepted <- conn
			}
		}()
		synctest.Wait()
		if n := len(accepted); n != 2 {
			t.Fatalf("%d connections, want 2", n)
		}
		conn := <-accepted
		conn.Close()
		conn.Close() // which frees nothing more
		synctest.Wait()
		if n := len(accepted); n != 2 {
			t.Errorf("%d connections after one ended, want 2", n)
		}
		l.Close()
		if err := <-ended; err != net.ErrClosed {
			t.Errorf("Accept after Close: %v", err)
		}
	})
}
