package auth

import (
	"context"
	"crypto/x509"
	"fmt"
	"log/slog"
	"os"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/wire"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host/reload"
)

// Certificate is a client certificate of the TLS connection. Callers are named
// by the first URI in it (a SPIFFE id, say), or by its subject.
func Certificate() Kind {
	return func(config host.AuthConfig, logger *slog.Logger) (Scheme, error) {
		env := host.AuthEnv(config.Scheme, "FILE")
		if config.File == "" {
			return nil, fmt.Errorf("%s: name the file with the authorities whose certificates the scheme %s accepts", env, config.Scheme)
		}
		roots, err := reload.New(logger, func() (*x509.CertPool, error) { return readPool(config.File) }, config.File)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", env, err)
		}
		return &certificate{scheme: config.Scheme, roots: roots}, nil
	}
}

func readPool(path string) (*x509.CertPool, error) {
	pem, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	pool := x509.NewCertPool()
	if !pool.AppendCertsFromPEM(pem) {
		return nil, fmt.Errorf("%s has no certificate in PEM form", path)
	}
	return pool, nil
}

type certificate struct {
	scheme string
	roots  *reload.Value[*x509.CertPool]
}

func (s *certificate) Challenge() (string, []Param) { return "ClientCertificate", nil }

// Check verifies the certificate itself and does not rely on the server: that
// may have asked for one without looking at it. That the client has the key of
// the certificate the handshake has shown.
func (s *certificate) Check(_ context.Context, call *wire.Call) (host.Identity, error) {
	if call.TLS == nil || len(call.TLS.PeerCertificates) == 0 {
		return host.Identity{}, ErrNone
	}
	leaf := call.TLS.PeerCertificates[0]
	options := x509.VerifyOptions{
		Roots:         s.roots.Get(),
		Intermediates: x509.NewCertPool(),
		KeyUsages:     []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth},
	}
	for _, cert := range call.TLS.PeerCertificates[1:] {
		options.Intermediates.AddCert(cert)
	}
	if _, err := leaf.Verify(options); err != nil {
		return host.Identity{}, &Fault{Text: "the client certificate is not accepted", Cause: err}
	}
	name := leaf.Subject.String()
	for _, uri := range leaf.URIs {
		if uri.IsAbs() {
			name = uri.String()
			break
		}
	}
	if name == "" {
		return host.Identity{}, &Fault{Text: "the client certificate names nobody"}
	}
	return host.Identity{Name: s.scheme + ":" + name}, nil
}
