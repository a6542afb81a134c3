package host_test

import (
	"bytes"
	"context"
	"crypto/tls"
	"log/slog"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host/auth/authtest"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host/memory"
)

// listen serves the fixture until the test ends.
func (f *fixture) listen(t *testing.T) *host.Server {
	t.Helper()
	s, err := host.Listen(f.config, f.agent, f.store)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	served := make(chan error, 1)
	go func() { served <- s.Serve(ctx) }()
	t.Cleanup(func() {
		stop()
		if err := <-served; err != nil {
			t.Error(err)
		}
	})
	return s
}

// Plaintext leaves the machine only if somebody said so.
func TestPlaintext(t *testing.T) {
	for _, everywhere := range []string{"http", "grpc"} {
		f := newFixture(done)
		if everywhere == "http" {
			f.config.HTTPAddr = "0.0.0.0:0"
		} else {
			f.config.GRPCAddr = "[::]:0"
		}
		_, err := host.Listen(f.config, f.agent, f.store)
		if err == nil || !strings.Contains(err.Error(), "A2A_TLS_CERT") || !strings.Contains(err.Error(), "A2A_INSECURE") {
			t.Errorf("%s: error %v", everywhere, err)
		}
		var log bytes.Buffer
		f.config.Insecure, f.config.Logger = true, slog.New(slog.NewTextHandler(&log, nil))
		s, err := host.Listen(f.config, f.agent, f.store)
		if err != nil {
			t.Fatal(err)
		}
		s.Close()
		if !strings.Contains(log.String(), "without TLS") {
			t.Errorf("%s: nobody is warned:\n%s", everywhere, log.String())
		}
	}
}

func TestTLS(t *testing.T) {
	ca := authtest.NewCA(t)
	f := newFixture(done)
	f.config.TLSCert, f.config.TLSKey = ca.Server()
	s := f.listen(t)
	if url := s.Host().Card().GetSupportedInterfaces()[0].GetUrl(); !strings.HasPrefix(url, "https://") {
		t.Errorf("the card says %s", url)
	}
	for _, addr := range []string{s.HTTPAddr(), s.GRPCAddr()} {
		for version, ok := range map[uint16]bool{tls.VersionTLS11: false, tls.VersionTLS12: true, tls.VersionTLS13: true} {
			config := &tls.Config{RootCAs: ca.Pool(), MinVersion: version, MaxVersion: version, NextProtos: []string{"h2"}}
			conn, err := tls.Dial("tcp", addr, config)
			if (err == nil) != ok {
				t.Errorf("TLS %x: error %v", version, err)
			}
			if err == nil {
				conn.Close()
			}
		}
	}
	client := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: ca.Pool()}}}
	defer client.CloseIdleConnections()
	resp, err := client.Get("https://" + s.HTTPAddr() + "/.well-known/agent-card.json")
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	if got := resp.Header.Get("X-Content-Type-Options"); got != "nosniff" {
		t.Errorf("X-Content-Type-Options is %q", got)
	}
	if got := resp.Header.Get("Strict-Transport-Security"); got != "max-age=31536000" {
		t.Errorf("HSTS %q", got)
	}
}

// With authorities for all clients there is no connection without a
// certificate of one of them.
func TestTLSClientCA(t *testing.T) {
	ca, other := authtest.NewCA(t), authtest.NewCA(t)
	f := newFixture(done)
	f.config.TLSCert, f.config.TLSKey = ca.Server()
	f.config.TLSClientCA = ca.File()
	s := f.listen(t)
	for name, test := range map[string]struct {
		cert *tls.Certificate
		ok   bool
	}{
		"ours": {ca.Client("planner", time.Hour), true}, "another": {other.Client("planner", time.Hour), false},
		"expired": {ca.Client("planner", -time.Hour), false}, "none": {new(tls.Certificate), false},
	} {
		client := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: ca.Pool(),
			GetClientCertificate: func(*tls.CertificateRequestInfo) (*tls.Certificate, error) { return test.cert, nil }}}}
		resp, err := client.Get("https://" + s.HTTPAddr() + "/healthz")
		if (err == nil) != test.ok {
			t.Errorf("%s: error %v", name, err)
		}
		if err == nil {
			resp.Body.Close()
		}
		client.CloseIdleConnections()
	}
}

// What cannot work is said at the start.
func TestTLSMistakes(t *testing.T) {
	cert, key := authtest.NewCA(t).Server()
	nothing := t.TempDir() + "/nothing"
	if err := os.WriteFile(nothing, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		change func(*host.Config)
		want   string
	}{
		"half":           {func(c *host.Config) { c.TLSCert = cert }, "A2A_TLS_CERT and A2A_TLS_KEY: set both"},
		"no such file":   {func(c *host.Config) { c.TLSCert, c.TLSKey = cert+"x", key }, "no such file"},
		"swapped":        {func(c *host.Config) { c.TLSCert, c.TLSKey = key, cert }, "A2A_TLS_CERT"},
		"CA without TLS": {func(c *host.Config) { c.TLSClientCA = cert }, "A2A_TLS_CLIENT_CA: "},
		"empty CA":       {func(c *host.Config) { c.TLSCert, c.TLSKey, c.TLSClientCA = cert, key, nothing }, "A2A_TLS_CLIENT_CA: "},
	} {
		f := newFixture(done)
		test.change(&f.config)
		if _, err := host.Listen(f.config, f.agent, f.store); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: error %v", name, err)
		}
	}
	f := newFixture(done)
	f.agent.Card.SecuritySchemes = map[string]*a2apb.SecurityScheme{"mtls": {Scheme: &a2apb.SecurityScheme_MtlsSecurityScheme{MtlsSecurityScheme: &a2apb.MutualTlsSecurityScheme{}}}}
	f.agent.Card.SecurityRequirements = []*a2apb.SecurityRequirement{{Schemes: map[string]*a2apb.StringList{"mtls": {}}}}
	if _, err := host.Listen(f.config, f.agent, f.store); err == nil || !strings.Contains(err.Error(), "client certificates") {
		t.Errorf("certificates without TLS: error %v", err)
	}
}

// An agent that checks its callers is not made without what that takes.
func TestNewAuthenticatorFails(t *testing.T) {
	f := newFixture(done)
	f.agent.NewAuthenticator = func(c host.Config) (host.Authenticator, error) {
		if c.Logger == nil {
			t.Error("there is no logger")
		}
		return nil, os.ErrNotExist
	}
	if _, err := host.New(f.config, f.agent, memory.New()); err == nil {
		t.Error("no error")
	}
}
