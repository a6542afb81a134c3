package egress

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/net/dns/dnsmessage"
)

// resolving returns a resolver that asks no network: each question is answered
// with the next list of addresses, in the end with the last again and again.
func resolving(answers ...[]string) *net.Resolver {
	var asked atomic.Int32
	return &net.Resolver{PreferGo: true, Dial: func(context.Context, string, string) (net.Conn, error) {
		ours, theirs := net.Pipe()
		go func() {
			defer ours.Close()
			query := make([]byte, 2048)
			n, err := ours.Read(query) // with its length in front, as by TCP
			var q dnsmessage.Message
			if err != nil || q.Unpack(query[2:n]) != nil {
				return
			}
			answer := dnsmessage.Message{Header: dnsmessage.Header{ID: q.ID, Response: true}, Questions: q.Questions}
			if q.Questions[0].Type == dnsmessage.TypeA {
				i := min(int(asked.Add(1)), len(answers)) - 1
				for _, addr := range answers[i] {
					header := dnsmessage.ResourceHeader{Name: q.Questions[0].Name, Type: dnsmessage.TypeA, Class: dnsmessage.ClassINET}
					answer.Answers = append(answer.Answers, dnsmessage.Resource{Header: header, Body: &dnsmessage.AResource{A: [4]byte(net.ParseIP(addr).To4())}})
				}
			}
			packed, err := answer.Pack()
			if err != nil {
				return
			}
			_, _ = ours.Write(append([]byte{byte(len(packed) >> 8), byte(len(packed))}, packed...))
		}()
		return theirs, nil
	}}
}

// serve starts a server on loopback that notes whether it was called.
func serve(t *testing.T) (port string, called *atomic.Bool) {
	t.Helper()
	called = new(atomic.Bool)
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { called.Store(true) }))
	t.Cleanup(server.Close)
	_, port, err := net.SplitHostPort(server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	return port, called
}

// TestDial calls hosts whose names say nothing about where they lead.
func TestDial(t *testing.T) {
	port, called := serve(t)
	for _, addrs := range [][]string{{"127.0.0.1"}, {"10.0.0.1"}, {"169.254.169.254"}, {"100.100.100.200"}, {"0.0.0.0"}, {"192.0.2.1", "127.0.0.1"}} {
		p := Policy{AllowHTTP: true, resolver: resolving(addrs)}
		_, err := p.Client(10 * time.Second).Get("http://hooks.example.com:" + port)
		if !errors.Is(err, ErrRefused) {
			t.Errorf("%s: error %v, want a refusal", addrs, err)
		}
	}
	if called.Load() {
		t.Error("the server was called")
	}
	p := Policy{AllowHTTP: true, AllowPrivate: true, AllowHosts: []string{"hooks.example.com"}, resolver: resolving([]string{"127.0.0.1"})}
	resp, err := p.Client(10 * time.Second).Get("http://hooks.example.com:" + port)
	if err != nil || !called.Load() {
		t.Fatalf("an allowed host: %v", err)
	}
	resp.Body.Close()
	for _, host := range []string{"other.example.com", "127.0.0.1", "localhost"} {
		if _, err := p.Client(10 * time.Second).Get("http://" + host + ":" + port); !errors.Is(err, ErrRefused) {
			t.Errorf("%s is not on the list: error %v", host, err)
		}
	}
	p.resolver = resolving([]string{"169.254.169.254"})
	if _, err := p.Client(10 * time.Second).Get("http://hooks.example.com:" + port); !errors.Is(err, ErrRefused) {
		t.Errorf("an allowed host at a metadata address: error %v", err)
	}
}

// TestRebinding: a name that is public when somebody looks, and loopback when
// it is called.
func TestRebinding(t *testing.T) {
	port, called := serve(t)
	p := Policy{AllowHTTP: true, resolver: resolving([]string{"8.8.8.8"}, []string{"127.0.0.1"})}
	url := "http://hooks.example.com:" + port
	addrs, err := p.resolver.LookupIP(t.Context(), "ip4", "hooks.example.com")
	if fault := p.CheckURL(url); fault != "" || err != nil || len(addrs) != 1 || addrs[0].String() != "8.8.8.8" {
		t.Fatalf("%q, %v, %v", fault, addrs, err)
	}
	if _, err := p.Client(10 * time.Second).Get(url); !errors.Is(err, ErrRefused) || called.Load() {
		t.Errorf("error %v, want a refusal; called: %v", err, called.Load())
	}
}

// TestLaterPolicy: a URL that another policy let pass is checked again.
func TestLaterPolicy(t *testing.T) {
	port, called := serve(t)
	client := Policy{AllowPrivate: true}.Client(10 * time.Second)
	for _, url := range []string{"http://127.0.0.1:" + port, "https://user@127.0.0.1:" + port} {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, strings.NewReader("x"))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := client.Do(req); !errors.Is(err, ErrRefused) || called.Load() {
			t.Errorf("%s: error %v, called: %v", url, err, called.Load())
		}
	}
}

// TestRedirect holds that a redirect is an answer, not a way elsewhere, even
// where both ends are allowed.
func TestRedirect(t *testing.T) {
	target := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("the redirect was followed") }))
	defer target.Close()
	for _, status := range []int{301, 302, 303, 307, 308} {
		server := httptest.NewServer(http.RedirectHandler(target.URL, status))
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, server.URL, strings.NewReader("x"))
		if err != nil {
			t.Fatal(err)
		}
		resp, err := Policy{AllowPrivate: true, AllowHTTP: true}.Client(10 * time.Second).Do(req)
		if err != nil {
			t.Fatal(err)
		}
		if resp.Body.Close(); resp.StatusCode != status {
			t.Errorf("status %d", resp.StatusCode)
		}
		server.Close()
	}
}

// TestProxy holds that the environment chooses no other address.
func TestProxy(t *testing.T) {
	port, called := serve(t)
	t.Setenv("HTTP_PROXY", "http://127.0.0.1:"+port)
	p := Policy{AllowHTTP: true, resolver: resolving([]string{"127.0.0.1"})}
	if _, err := p.Client(10 * time.Second).Get("http://hooks.example.com/"); !errors.Is(err, ErrRefused) || called.Load() {
		t.Errorf("error %v; called: %v", err, called.Load())
	}
}
