package authtest

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// CA signs certificates.
type CA struct {
	t    testing.TB
	cert *x509.Certificate
	key  *ecdsa.PrivateKey
	dir  string
}

// NewCA returns a certificate authority.
func NewCA(t testing.TB) *CA {
	t.Helper()
	ca := &CA{t: t, key: newKey(t), dir: t.TempDir()}
	template := template("authority", time.Hour)
	template.IsCA, template.BasicConstraintsValid, template.KeyUsage = true, true, x509.KeyUsageCertSign
	ca.cert = sign(t, template, template, ca.key, ca.key)
	return ca
}

// File returns the path of a file with the authority's certificate.
func (ca *CA) File() string {
	ca.t.Helper()
	return ca.write("ca.pem", "CERTIFICATE", ca.cert.Raw)
}

// Pool returns the authority for clients that are to trust it.
func (ca *CA) Pool() *x509.CertPool {
	pool := x509.NewCertPool()
	pool.AddCert(ca.cert)
	return pool
}

// Client returns a client certificate that is valid for a while, or has been if
// that is negative.
func (ca *CA) Client(name string, lifetime time.Duration) *tls.Certificate {
	ca.t.Helper()
	template := template(name, lifetime)
	template.ExtKeyUsage = []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth}
	key := newKey(ca.t)
	cert := sign(ca.t, template, ca.cert, key, ca.key)
	return &tls.Certificate{Certificate: [][]byte{cert.Raw}, PrivateKey: key, Leaf: cert}
}

// Server returns the files of a certificate and a key for loopback addresses.
func (ca *CA) Server() (cert, key string) {
	ca.t.Helper()
	template := template("server", time.Hour)
	template.ExtKeyUsage = []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}
	template.IPAddresses = []net.IP{net.IPv4(127, 0, 0, 1), net.IPv6loopback}
	template.DNSNames = []string{"localhost"}
	private := newKey(ca.t)
	encoded, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		ca.t.Fatal(err)
	}
	signed := sign(ca.t, template, ca.cert, private, ca.key)
	return ca.write("server.pem", "CERTIFICATE", signed.Raw), ca.write("server.key", "PRIVATE KEY", encoded)
}

func (ca *CA) write(name, kind string, data []byte) string {
	ca.t.Helper()
	path := filepath.Join(ca.dir, name)
	if err := os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: data}), 0o600); err != nil {
		ca.t.Fatal(err)
	}
	return path
}

func newKey(t testing.TB) *ecdsa.PrivateKey {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// template returns a certificate that began an hour ago, or earlier if it is to
// have ended.
func template(name string, lifetime time.Duration) *x509.Certificate {
	end := time.Now().Add(lifetime)
	return &x509.Certificate{
		SerialNumber: big.NewInt(time.Now().UnixNano()),
		Subject:      pkix.Name{CommonName: name},
		NotBefore:    end.Add(-lifetime.Abs() - time.Hour),
		NotAfter:     end,
	}
}

func sign(t testing.TB, template, parent *x509.Certificate, key, signer *ecdsa.PrivateKey) *x509.Certificate {
	t.Helper()
	raw, err := x509.CreateCertificate(rand.Reader, template, parent, key.Public(), signer)
	if err != nil {
		t.Fatal(err)
	}
	cert, err := x509.ParseCertificate(raw)
	if err != nil {
		t.Fatal(err)
	}
	return cert
}
