package definition

import (
	"fmt"
	"mime"
	"net"
	"net/netip"
	"net/url"
	"path"
	"regexp"
	"strconv"
	"strings"
)

// webURL is the address of something to look at or to call.
func webURL() kind[string] {
	return textKind("URL", members{{"format", "uri"}, {"pattern", "^https?://"}}, printable(false), absolute("http", "https"))
}

// secureURL is the address of something that handles credentials: https, or
// http on this machine.
func secureURL() kind[string] {
	return textKind("https URL", members{{"format", "uri"}, {"pattern", "^https?://"}},
		printable(false), absolute("http", "https"), func(s string) *problem {
			if u, err := url.Parse(s); err == nil && u.Scheme == "http" && !isLoopback(u.Hostname()) {
				return &problem{fmt.Sprintf("is %q, which has no TLS", s), "use https"}
			}
			return nil
		})
}

// baseURL is an address to which paths are added.
func baseURL() kind[string] {
	k := textKind("URL", members{{"format", "uri"}, {"pattern", "^https?://"}},
		printable(false), absolute("http", "https"), func(s string) *problem {
			u, err := url.Parse(s)
			switch {
			case err != nil:
				return nil
			case u.RawQuery != "" || u.ForceQuery || u.Fragment != "" || u.User != nil:
				return &problem{fmt.Sprintf("is %q", s), "use a URL without user, query and fragment"}
			case isUnspecified(u.Hostname()):
				return &problem{fmt.Sprintf("is %q, an address that clients cannot reach", s), "use the name that they use"}
			}
			return nil
		})
	return k
}

// anyURI names something; it need not lead anywhere.
func anyURI() kind[string] {
	return textKind("URI", members{{"format", "uri"}}, printable(false), func(s string) *problem {
		if u, err := url.Parse(s); err != nil || !u.IsAbs() || strings.ContainsAny(s, " ,") {
			return &problem{fmt.Sprintf("is %q", s), "use an absolute URI, such as https://example.com/ext/v1"}
		}
		return nil
	})
}

func absolute(schemes ...string) func(string) *problem {
	return func(s string) *problem {
		u, err := url.Parse(s)
		if err == nil && u.Hostname() != "" && !strings.ContainsAny(s, " ") {
			for _, scheme := range schemes {
				if u.Scheme == scheme {
					return nil
				}
			}
		}
		return &problem{fmt.Sprintf("is %q", s), "use an absolute URL, such as https://example.com/docs"}
	}
}

// listenAddress is host:port, where an empty host means all of the machine's.
func listenAddress() kind[string] {
	return textKind("host:port", members{{"pattern", ":[0-9]+$"}}, printable(false), hostPort(true))
}

// dialAddress is host:port that others can reach.
func dialAddress() kind[string] {
	return textKind("host:port", members{{"pattern", "[^:]:[0-9]+$"}}, printable(false), hostPort(false), func(s string) *problem {
		if host, _, _ := net.SplitHostPort(s); isUnspecified(host) {
			return &problem{fmt.Sprintf("is %q, an address that clients cannot reach", s), "use the name that they use"}
		}
		return nil
	})
}

func hostPort(anyHost bool) func(string) *problem {
	return func(s string) *problem {
		host, port, err := net.SplitHostPort(s)
		number, portErr := strconv.ParseUint(port, 10, 16)
		if err == nil && portErr == nil && number > 0 && (isHost(host) || anyHost && host == "") {
			return nil
		}
		return &problem{fmt.Sprintf("is %q", s), "use host:port with a port from 1 to 65535, such as 127.0.0.1:41241"}
	}
}

var hostName = regexp.MustCompile(`^([A-Za-z0-9_]([A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?\.)*[A-Za-z0-9_]([A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?\.?$`)

// isHost says whether s is a host name or an IP address.
func isHost(s string) bool {
	if _, err := netip.ParseAddr(s); err == nil {
		return true
	}
	return len(s) <= 253 && hostName.MatchString(s)
}

// host is a host name or an IP address.
func host() kind[string] {
	return textKind("host", nil, func(s string) *problem {
		if isHost(s) {
			return nil
		}
		return &problem{fmt.Sprintf("is %q", s), "use a host name or an IP address without scheme and port"}
	})
}

func isUnspecified(host string) bool {
	a, err := netip.ParseAddr(host)
	return host == "" || err == nil && a.IsUnspecified()
}

func isLoopback(host string) bool {
	a, err := netip.ParseAddr(host)
	return host == "localhost" || strings.HasSuffix(host, ".localhost") || err == nil && a.IsLoopback()
}

// mediaType is type/subtype; ranges such as text/* are fine for modes.
func mediaType() kind[string] {
	return textKind("media type", members{{"pattern", "^[^/ ]+/[^/ ]+"}}, printable(false), func(s string) *problem {
		hint := "use type/subtype, such as text/plain or application/json"
		if known := map[string]string{"text": "text/plain", "json": "application/json", "data": "application/json", "file": "application/octet-stream"}[s]; known != "" {
			hint = fmt.Sprintf("write %s", known)
		}
		t, _, err := mime.ParseMediaType(s)
		if typ, sub, ok := strings.Cut(t, "/"); err != nil || !ok || typ == "" || sub == "" {
			return &problem{fmt.Sprintf("is %q", s), hint}
		}
		return nil
	})
}

// relativeFile is a file next to the definition or in a neighbour directory.
func relativeFile() kind[string] {
	return textKind("path", members{{"minLength", 1}}, printable(false), notBlank, func(s string) *problem {
		switch {
		case strings.Contains(s, "://"):
			return &problem{fmt.Sprintf("is %q", s), "nothing is fetched while generating: save the card in a file and name that"}
		case path.IsAbs(s) || strings.Contains(s, `\`) || len(s) > 1 && s[1] == ':':
			return &problem{fmt.Sprintf("is %q", s), "use a path relative to the definition, with slashes"}
		}
		return nil
	})
}
