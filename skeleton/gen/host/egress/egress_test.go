package egress

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"
)

func TestPublic(t *testing.T) {
	for _, addr := range []string{
		"127.0.0.1", "127.1.2.3", "0.0.0.0", "0.1.2.3", "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1",
		"169.254.169.254", "100.64.0.1", "100.100.100.200", "192.0.0.192", "198.18.0.1", "224.0.0.1", "240.0.0.1",
		"255.255.255.255", "192.0.2.1", "::", "::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:169.254.169.254",
		"::127.0.0.1", "64:ff9b::7f00:1", "64:ff9b:1::1", "2002:7f00:1::", "2001:0:1::1", "fc00::1", "fd00:ec2::254",
		"fe80::1", "fe80::1%eth0", "fec0::1", "ff02::1", "2001:db8::1", "100::1",
	} {
		if public(netip.MustParseAddr(addr)) {
			t.Errorf("%s is taken for a public address", addr)
		}
	}
	for _, addr := range []string{"1.1.1.1", "8.8.8.8", "172.32.0.1", "100.128.0.1", "::ffff:8.8.8.8", "2606:4700:4700::1111"} {
		if !public(netip.MustParseAddr(addr)) {
			t.Errorf("%s is not taken for a public address", addr)
		}
	}
}

func TestCheckURL(t *testing.T) {
	tests := []struct {
		url             string
		strict, private bool // whether it passes
	}{
		{"https://hooks.example.com/x?y=1", true, true},
		{"https://hooks.example.com:8443", true, true},
		{"https://8.8.8.8/", true, true},
		{"http://hooks.example.com/", false, true},
		{"https://localhost/", false, true},
		{"https://LOCALHOST./", false, true},
		{"https://a.localhost/", false, true},
		{"https://127.0.0.1/", false, true},
		{"https://[::1]/", false, true},
		{"https://[::ffff:127.0.0.1]/", false, true},
		{"https://169.254.169.254/latest/", false, true},
		{"https://100.64.0.1", false, true},
		{"https://user@hooks.example.com/", false, false},
		{"https://hooks.example.com@127.0.0.1/", false, false},
		{"ftp://hooks.example.com/", false, false},
		{"file:///etc/passwd", false, false},
		{"hooks.example.com/x", false, false},
		{"https:///x", false, false},
		{"https://hooks.example.com/\r\nX: y", false, false},
		{"", false, false},
		{"https://hooks.example.com/" + strings.Repeat("x", maxURL), false, false},
	}
	for _, test := range tests {
		if fault := (Policy{}).CheckURL(test.url); (fault == "") != test.strict {
			t.Errorf("%q: %q", test.url, fault)
		}
		if fault := (Policy{AllowPrivate: true}).CheckURL(test.url); (fault == "") != test.private {
			t.Errorf("%q with private addresses: %q", test.url, fault)
		}
	}
}

// TestDial calls addresses whose names say nothing about them.
func TestDial(t *testing.T) {
	called := false
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { called = true }))
	defer server.Close()
	_, port, err := net.SplitHostPort(server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	for _, host := range []string{"127.0.0.1", "localhost", "[::ffff:127.0.0.1]"} {
		_, err := Policy{}.Client(time.Second).Get("http://" + net.JoinHostPort(strings.Trim(host, "[]"), port))
		if !errors.Is(err, ErrRefused) {
			t.Errorf("%s: error %v, want a refusal", host, err)
		}
	}
	if called {
		t.Error("the server was called")
	}
	resp, err := Policy{AllowPrivate: true}.Client(time.Second).Get(server.URL)
	if err != nil || !called {
		t.Fatalf("with private addresses: %v", err)
	}
	resp.Body.Close()
}

// TestRedirect holds that a redirect is an answer, not a way elsewhere.
func TestRedirect(t *testing.T) {
	target := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("the redirect was followed") }))
	defer target.Close()
	server := httptest.NewServer(http.RedirectHandler(target.URL, http.StatusTemporaryRedirect))
	defer server.Close()
	req, err := http.NewRequestWithContext(context.Background(), http.MethodPost, server.URL, strings.NewReader("x"))
	if err != nil {
		t.Fatal(err)
	}
	resp, err := Policy{AllowPrivate: true}.Client(time.Second).Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusTemporaryRedirect {
		t.Errorf("status %d", resp.StatusCode)
	}
}
