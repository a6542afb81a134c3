package host

import (
	"fmt"
	"net"
	"net/url"
	"slices"
	"strings"
)

// AuthConfig says how the credentials of one security scheme are checked. It
// holds no secret: files do.
type AuthConfig struct {
	Scheme   string // its name on the card
	Issuer   string // of tokens
	Audience string // that tokens must name
	JWKSURL  string // keys of the issuer; "" for those that its metadata names
	File     string // keys, passwords, or certificate authorities
}

// AuthEnv returns the environment variable for a part of the [AuthConfig] of a
// scheme: ISSUER, AUDIENCE, JWKS_URL or FILE.
func AuthEnv(scheme, part string) string {
	name := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
			return r
		}
		return '_'
	}, scheme)
	return "A2A_AUTH_" + strings.ToUpper(name) + "_" + part
}

// auth returns how the credentials of a scheme are checked.
func (c *Config) auth(scheme string) *AuthConfig {
	i := slices.IndexFunc(c.Auth, func(a AuthConfig) bool { return a.Scheme == scheme })
	if i < 0 {
		return nil
	}
	return &c.Auth[i]
}

// authSettings returns what can be set about the schemes.
func authSettings(schemes []AuthConfig) []setting {
	var list []setting
	for _, s := range schemes {
		list = append(list, s.settings()...)
	}
	return list
}

func (a *AuthConfig) settings() []setting {
	scheme := a.Scheme
	one := func(part, help string, field func(*AuthConfig) *string, set func(*string, string) error) setting {
		return setting{
			AuthEnv(scheme, part), fmt.Sprintf("Scheme %s: %s", scheme, help),
			func(c *Config) string { return *field(c.auth(scheme)) },
			func(c *Config, v string) error { return set(field(c.auth(scheme)), v) },
		}
	}
	if a.File != "" {
		return []setting{one("FILE", "file with what is accepted: NAME:SHA-256 of the secret, one a line; for client certificates their authorities, PEM.",
			func(a *AuthConfig) *string { return &a.File }, setText)}
	}
	return []setting{
		one("ISSUER", "issuer of tokens.", func(a *AuthConfig) *string { return &a.Issuer }, setSecureURL),
		one("AUDIENCE", "audience that tokens must name.", func(a *AuthConfig) *string { return &a.Audience }, setText),
		one("JWKS_URL", "keys of the issuer. Without it: what the issuer's metadata says.", func(a *AuthConfig) *string { return &a.JWKSURL }, setSecureURL),
	}
}

func setText(to *string, value string) error {
	*to = value
	return nil
}

// setSecureURL takes URLs to which nothing can be slipped in on the way.
func setSecureURL(to *string, value string) error {
	u, err := url.Parse(value)
	if err != nil || u.Host == "" || u.User != nil || u.Fragment != "" {
		return fmt.Errorf("%q is not an absolute URL; write https://id.example.com", value)
	}
	ip := net.ParseIP(u.Hostname())
	loopback := u.Hostname() == "localhost" || ip != nil && ip.IsLoopback()
	if u.Scheme != "https" && (u.Scheme != "http" || !loopback) {
		return fmt.Errorf("%q does not begin with https://", value)
	}
	*to = value
	return nil
}
