package host

import (
	"fmt"
	"net/netip"
	"net/url"
	"strings"
)

// egressSettings are about the calls that the agent makes for its clients: to
// webhooks, and for files that parts link to.
var egressSettings = []setting{
	{
		"A2A_PUSH_ALLOW_PRIVATE", "Whether webhooks may be on private and loopback addresses.",
		func(c *Config) string { return fmt.Sprint(c.PushAllowPrivate) },
		func(c *Config, v string) error { return setBool(&c.PushAllowPrivate, v) },
	},
	{
		"A2A_PUSH_ALLOW_HTTP", "Whether webhooks may do without TLS.",
		func(c *Config) string { return fmt.Sprint(c.PushAllowHTTP) },
		func(c *Config, v string) error { return setBool(&c.PushAllowHTTP, v) },
	},
	{
		"A2A_PUSH_ALLOW_HOSTS", "The only hosts of webhooks, as hooks.example.com,192.0.2.1. Without any, all are allowed.",
		func(c *Config) string { return strings.Join(c.PushAllowHosts, ",") },
		func(c *Config, v string) error { return setHosts(&c.PushAllowHosts, v) },
	},
	{
		"A2A_PUSH_STATES_ONLY", "Whether webhooks get changes of state only, no artifacts and messages.",
		func(c *Config) string { return fmt.Sprint(c.PushStatesOnly) },
		func(c *Config, v string) error { return setBool(&c.PushStatesOnly, v) },
	},
	{
		"A2A_FETCH_ALLOW_PRIVATE", "Whether files that messages link to may be on private and loopback addresses.",
		func(c *Config) string { return fmt.Sprint(c.FetchAllowPrivate) },
		func(c *Config, v string) error { return setBool(&c.FetchAllowPrivate, v) },
	},
	{
		"A2A_FETCH_ALLOW_HTTP", "Whether such files may be fetched without TLS.",
		func(c *Config) string { return fmt.Sprint(c.FetchAllowHTTP) },
		func(c *Config, v string) error { return setBool(&c.FetchAllowHTTP, v) },
	},
	{
		"A2A_FETCH_ALLOW_HOSTS", "The only hosts of such files, as files.example.com,192.0.2.1. Without any, all are allowed.",
		func(c *Config) string { return strings.Join(c.FetchAllowHosts, ",") },
		func(c *Config, v string) error { return setHosts(&c.FetchAllowHosts, v) },
	},
}

// setHosts takes a comma list of host names and addresses.
func setHosts(to *[]string, value string) error {
	var hosts []string
	for host := range strings.SplitSeq(value, ",") {
		host = strings.TrimSpace(host)
		if _, err := netip.ParseAddr(host); err != nil {
			if u, err := url.Parse("//" + host); host == "" || err != nil || u.Hostname() != host || u.Host != host {
				return fmt.Errorf("%q is not a host; write its name or address without scheme and port", host)
			}
		}
		hosts = append(hosts, host)
	}
	*to = hosts
	return nil
}
