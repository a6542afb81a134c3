package host

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"sync"
	"time"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/host/reload"
)

// hsts tells browsers to use TLS only, for a year (section 13.4).
const hsts = "max-age=31536000"

// tlsConfig returns what the configuration says about TLS, nil for plaintext.
// Every client is asked for a certificate and none is made to have one, so that
// a missing one is answered as the protocol answers missing credentials; with
// A2A_TLS_CLIENT_CA there is no connection without.
func (c *Config) tlsConfig(logger *slog.Logger) (*tls.Config, error) {
	if err := c.checkTransport(); err != nil || c.TLSCert == "" {
		return nil, err
	}
	pair, err := reload.New(logger, func() (*tls.Certificate, error) {
		pair, err := tls.LoadX509KeyPair(c.TLSCert, c.TLSKey)
		return &pair, err
	}, c.TLSCert, c.TLSKey)
	if err != nil {
		return nil, fmt.Errorf("A2A_TLS_CERT and A2A_TLS_KEY: %w", err)
	}
	config := &tls.Config{
		MinVersion:     tls.VersionTLS12, // clients that know 1.3 get that
		ClientAuth:     tls.RequestClientCert,
		NextProtos:     []string{"h2", "http/1.1"},
		GetCertificate: func(*tls.ClientHelloInfo) (*tls.Certificate, error) { return pair.Get(), nil },
	}
	if c.TLSClientCA != "" {
		pem, err := os.ReadFile(c.TLSClientCA)
		if err != nil {
			return nil, fmt.Errorf("A2A_TLS_CLIENT_CA: %w", err)
		}
		config.ClientCAs = x509.NewCertPool()
		if !config.ClientCAs.AppendCertsFromPEM(pem) {
			return nil, fmt.Errorf("A2A_TLS_CLIENT_CA: %s has no certificate in PEM form", c.TLSClientCA)
		}
		config.ClientAuth = tls.RequireAndVerifyClientCert
	}
	return config, nil
}

// checkPlaintext refuses addresses that other machines reach unless there is
// TLS, or somebody said that it need not be (section 7.1).
func (c *Config) checkPlaintext(logger *slog.Logger, env string, addr net.Addr) error {
	tcp, ok := addr.(*net.TCPAddr)
	switch {
	case c.TLSCert != "" || ok && tcp.IP.IsLoopback():
		return nil
	case c.Insecure:
		logger.Warn("listening without TLS: whoever is on the way reads and changes everything, credentials included", "address", addr.String())
		return nil
	}
	return fmt.Errorf("%s: other machines reach %s, and there is no TLS; set A2A_TLS_CERT and A2A_TLS_KEY, "+
		"or A2A_INSECURE=true where a proxy or the network does that", env, addr)
}

// listen binds an address, within the limits of the configuration.
func (c *Config) listen(logger *slog.Logger, env, addr string) (net.Listener, error) {
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", env, err)
	}
	if err := c.checkPlaintext(logger, env, l.Addr()); err != nil {
		return nil, errors.Join(err, l.Close())
	}
	if c.MaxConnections > 0 {
		return &limitedListener{Listener: l, places: make(chan struct{}, c.MaxConnections), closed: make(chan struct{})}, nil
	}
	return l, nil
}

// limitedListener accepts a connection when there is a place for it.
type limitedListener struct {
	net.Listener
	places chan struct{}
	closed chan struct{}
	once   sync.Once
}

func (l *limitedListener) Accept() (net.Conn, error) {
	select {
	case l.places <- struct{}{}:
	case <-l.closed:
		return nil, net.ErrClosed
	}
	conn, err := l.Listener.Accept()
	if err != nil {
		<-l.places
		return nil, err
	}
	return &limitedConn{Conn: conn, leave: sync.OnceFunc(func() { <-l.places })}, nil
}

func (l *limitedListener) Close() error {
	l.once.Do(func() { close(l.closed) })
	return l.Listener.Close()
}

type limitedConn struct {
	net.Conn
	leave func()
}

func (c *limitedConn) Close() error {
	defer c.leave()
	return c.Conn.Close()
}

// strict adds what browsers are told: not to take an answer for a page, and to
// stay with TLS where there is some. It lifts the limit of time from requests
// that are there to their end; from those with a body the bindings do when they
// have read it, and where nobody reads one, such as after a refusal, it stays.
func strict(next http.Handler) http.Handler {
	noSniff := []string{"nosniff"}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h["X-Content-Type-Options"] = noSniff
		if r.TLS != nil {
			h.Set("Strict-Transport-Security", hsts)
		}
		if r.ContentLength == 0 {
			_ = http.NewResponseController(w).SetReadDeadline(time.Time{})
		}
		next.ServeHTTP(w, r)
	})
}
