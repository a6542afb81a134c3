package host

import (
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
)

// transportSettings are about connections and how much comes through them.
var transportSettings = []setting{
	{
		"A2A_TLS_CERT", "File with the certificate chain for TLS, PEM. Read again when it changes.",
		func(c *Config) string { return c.TLSCert },
		func(c *Config, v string) error { return setText(&c.TLSCert, v) },
	},
	{
		"A2A_TLS_KEY", "File with the key of the certificate, PEM.",
		func(c *Config) string { return c.TLSKey },
		func(c *Config, v string) error { return setText(&c.TLSKey, v) },
	},
	{
		"A2A_TLS_CLIENT_CA", "File with certificate authorities, PEM: connections without a certificate of one of them are refused.",
		func(c *Config) string { return c.TLSClientCA },
		func(c *Config, v string) error { return setText(&c.TLSClientCA, v) },
	},
	{
		"A2A_INSECURE", "Whether to listen without TLS on addresses that other machines reach, for example behind a proxy that does TLS.",
		func(c *Config) string { return fmt.Sprint(c.Insecure) },
		func(c *Config, v string) error { return setBool(&c.Insecure, v) },
	},
	{
		"A2A_MAX_CONNECTIONS", "Connections at a time, for HTTP and gRPC each; more wait. 0 means no limit.",
		func(c *Config) string { return fmt.Sprint(c.MaxConnections) },
		func(c *Config, v string) error { return setInt(&c.MaxConnections, v, 0) },
	},
	{
		"A2A_MAX_STREAMS", "Calls at a time on one connection of gRPC or HTTP/2; more wait. 0 means no limit of the agent's.",
		func(c *Config) string { return fmt.Sprint(c.MaxStreams) },
		func(c *Config, v string) error { return setInt(&c.MaxStreams, v, 0) },
	},
	{
		"A2A_RATE_LIMIT", "Calls a second that one caller may make over time; 0 means no limit.",
		func(c *Config) string { return strconv.FormatFloat(c.RateLimit, 'f', -1, 64) },
		func(c *Config, v string) error { return setRate(&c.RateLimit, v) },
	},
	{
		"A2A_RATE_BURST", "Calls that one caller may make at once where there is a limit.",
		func(c *Config) string { return fmt.Sprint(c.RateBurst) },
		func(c *Config, v string) error { return setInt(&c.RateBurst, v, 1) },
	},
	{
		"A2A_AUTH_FAILURES", "Failed attempts to authenticate that one address may make at once, and then one a second; 0 means no limit.",
		func(c *Config) string { return fmt.Sprint(c.AuthFailures) },
		func(c *Config, v string) error { return setInt(&c.AuthFailures, v, 0) },
	},
	{
		"A2A_TRUSTED_PROXIES", "Networks of proxies whose X-Forwarded-For tells callers apart, as 10.0.0.0/8,192.0.2.1.",
		func(c *Config) string { return joinPrefixes(c.TrustedProxies) },
		func(c *Config, v string) error { return setPrefixes(&c.TrustedProxies, v) },
	},
	{
		"A2A_CORS_ORIGINS", "Origins whose web pages may call the agent, as https://a.example.com,https://b.example.com, or * for all. Without any, browsers let none.",
		func(c *Config) string { return strings.Join(c.CORSOrigins, ",") },
		func(c *Config, v string) error { return setOrigins(&c.CORSOrigins, v) },
	},
}

func setRate(to *float64, value string) error {
	rate, err := strconv.ParseFloat(value, 64)
	if err != nil || !(rate >= 0 && rate <= 1e9) { // not a number fails, too
		return fmt.Errorf("%q is not a number of calls a second, such as 5 or 0.5", value)
	}
	*to = rate
	return nil
}

func joinPrefixes(list []netip.Prefix) string {
	texts := make([]string, len(list))
	for i, p := range list {
		texts[i] = p.String()
	}
	return strings.Join(texts, ",")
}

func setPrefixes(to *[]netip.Prefix, value string) error {
	var list []netip.Prefix
	for item := range strings.SplitSeq(value, ",") {
		item = strings.TrimSpace(item)
		prefix, err := netip.ParsePrefix(item)
		if addr, addrErr := netip.ParseAddr(item); err != nil && addrErr == nil {
			prefix, err = addr.Prefix(addr.BitLen())
		}
		if err != nil {
			return fmt.Errorf("%q is not a network; write 10.0.0.0/8", item)
		}
		list = append(list, prefix.Masked())
	}
	*to = list
	return nil
}

func setOrigins(to *[]string, value string) error {
	var list []string
	for item := range strings.SplitSeq(value, ",") {
		item = strings.ToLower(strings.TrimSpace(item))
		u, err := url.Parse(item)
		if item != "*" && (err != nil || u.Host == "" || item != u.Scheme+"://"+u.Host || u.Scheme != "http" && u.Scheme != "https") {
			return fmt.Errorf("%q is not an origin; write https://app.example.com, without a path", item)
		}
		list = append(list, item)
	}
	*to = list
	return nil
}

// checkTransport holds that settings about TLS fit together.
func (c *Config) checkTransport() error {
	switch {
	case (c.TLSCert == "") != (c.TLSKey == ""):
		return errors.New("A2A_TLS_CERT and A2A_TLS_KEY: set both or none")
	case c.TLSClientCA != "" && c.TLSCert == "":
		return errors.New("A2A_TLS_CLIENT_CA: only with TLS do clients have certificates; set A2A_TLS_CERT and A2A_TLS_KEY, too")
	}
	return nil
}
