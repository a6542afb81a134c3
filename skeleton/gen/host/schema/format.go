package schema

import (
	"net/mail"
	"net/netip"
	"net/url"
	"regexp"
	"strings"
	"time"
)

// The formats of strings that a schema may name, as JSON Schema describes them
// (2020-12, section 7.3 of its validation part).

// IsDateTime reports whether s is a date and time of RFC 3339.
func IsDateTime(s string) bool {
	_, err := time.Parse(time.RFC3339, strings.ToUpper(s))
	return err == nil
}

// IsDate reports whether s is a date of RFC 3339.
func IsDate(s string) bool {
	_, err := time.Parse(time.DateOnly, s)
	return err == nil
}

// IsTime reports whether s is a time of RFC 3339, with its zone.
func IsTime(s string) bool { return IsDateTime("2000-01-01T" + s) }

var duration = regexp.MustCompile(`^P(\d+W|(\d+Y)?(\d+M)?(\d+D)?(T(\d+H)?(\d+M)?(\d+S)?)?)$`)

// IsDuration reports whether s is a duration of ISO 8601.
func IsDuration(s string) bool {
	return duration.MatchString(s) && s != "P" && !strings.HasSuffix(s, "T")
}

// IsEmail reports whether s is an address alone, without a name.
func IsEmail(s string) bool {
	address, err := mail.ParseAddress(s)
	return err == nil && address.Address == s
}

var hostname = regexp.MustCompile(`^[0-9A-Za-z]([0-9A-Za-z-]{0,61}[0-9A-Za-z])?(\.[0-9A-Za-z]([0-9A-Za-z-]{0,61}[0-9A-Za-z])?)*$`)

// IsHostname reports whether s is a name of RFC 1123.
func IsHostname(s string) bool { return len(s) <= 253 && hostname.MatchString(s) }

// IsIPv4 reports whether s is an IPv4 address in dotted form.
func IsIPv4(s string) bool {
	addr, err := netip.ParseAddr(s)
	return err == nil && addr.Is4()
}

// IsIPv6 reports whether s is an IPv6 address without a zone.
func IsIPv6(s string) bool {
	addr, err := netip.ParseAddr(s)
	return err == nil && addr.Is6() && addr.Zone() == ""
}

// IsURI reports whether s is an absolute URI.
func IsURI(s string) bool {
	u, err := url.Parse(s)
	return err == nil && u.IsAbs()
}

var uuid = regexp.MustCompile(`^[0-9A-Fa-f]{8}-([0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12}$`)

// IsUUID reports whether s is a UUID of RFC 9562.
func IsUUID(s string) bool { return uuid.MatchString(s) }
