package egress

import (
	"net/netip"
	"strings"
	"testing"
)

func TestPublic(t *testing.T) {
	for _, addr := range []string{
		"127.0.0.1", "127.1.2.3", "0.0.0.0", "0.1.2.3", "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1",
		"169.254.169.254", "100.64.0.1", "100.100.100.200", "192.0.0.192", "198.18.0.1", "224.0.0.1", "240.0.0.1",
		"255.255.255.255", "192.0.2.1", "::", "::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:169.254.169.254",
		"::127.0.0.1", "64:ff9b::7f00:1", "64:ff9b:1::1", "2002:7f00:1::", "2001:0:1::1", "fc00::1", "fd00:ec2::254",
		"fe80::1", "fe80::1%eth0", "fec0::1", "ff02::1", "2001:db8::1", "100::1",
	} {
		if public(netip.MustParseAddr(addr)) {
			t.Errorf("%s is taken for a public address", addr)
		}
	}
	for _, addr := range []string{"1.1.1.1", "8.8.8.8", "172.32.0.1", "100.128.0.1", "::ffff:8.8.8.8", "2606:4700:4700::1111"} {
		if !public(netip.MustParseAddr(addr)) {
			t.Errorf("%s is not taken for a public address", addr)
		}
	}
}

func TestCheckURL(t *testing.T) {
	tests := []struct {
		url             string
		strict, private bool // whether it passes
	}{
		{"https://hooks.example.com/x?y=1", true, true},
		{"https://hooks.example.com:8443", true, true},
		{"https://8.8.8.8/", true, true},
		{"http://hooks.example.com/", false, true},
		{"https://localhost/", false, true},
		{"https://LOCALHOST./", false, true},
		{"https://a.localhost/", false, true},
		{"https://127.0.0.1/", false, true},
		{"https://[::1]/", false, true},
		{"https://[::ffff:127.0.0.1]/", false, true},
		{"https://169.254.169.254/latest/", false, false},
		{"https://100.100.100.200/", false, false},
		{"https://[fe80::1%25eth0]/", false, false},
		{"https://0.0.0.0/", false, false},
		{"https://100.64.0.1", false, true},
		{"https://user@hooks.example.com/", false, false},
		{"https://hooks.example.com@127.0.0.1/", false, false},
		{"ftp://hooks.example.com/", false, false},
		{"file:///etc/passwd", false, false},
		{"hooks.example.com/x", false, false},
		{"https:///x", false, false},
		{"https://hooks.example.com/\r\nX: y", false, false},
		{"", false, false},
		{"https://hooks.example.com/" + strings.Repeat("x", maxURL), false, false},
	}
	for _, test := range tests {
		if fault := (Policy{}).CheckURL(test.url); (fault == "") != test.strict {
			t.Errorf("%q: %q", test.url, fault)
		}
		if fault := (Policy{AllowPrivate: true, AllowHTTP: true}).CheckURL(test.url); (fault == "") != test.private {
			t.Errorf("%q with private addresses: %q", test.url, fault)
		}
	}
}

func TestAllowHosts(t *testing.T) {
	listed := Policy{AllowHosts: []string{"Hooks.example.com", "10.0.0.7", "::1"}}
	private := listed
	private.AllowPrivate = true
	tests := []struct {
		url            string
		listed, inside bool // whether it passes
	}{
		{"https://hooks.example.com/", true, true},
		{"https://HOOKS.EXAMPLE.COM.:8443/", true, true},
		{"https://hooks.example.com.evil.example/", false, false},
		{"https://evil.example/hooks.example.com", false, false},
		{"https://ahooks.example.com/", false, false},
		{"https://10.0.0.7/", false, true},
		{"https://[::ffff:10.0.0.7]/", false, true},
		{"https://[0:0::1]/", false, true},
		{"https://10.0.0.8/", false, false},
		{"http://hooks.example.com/", false, false},
	}
	for _, test := range tests {
		if fault := listed.CheckURL(test.url); (fault == "") != test.listed {
			t.Errorf("%s: %q", test.url, fault)
		}
		if fault := private.CheckURL(test.url); (fault == "") != test.inside {
			t.Errorf("%s with private addresses: %q", test.url, fault)
		}
	}
}

// TestCorpus is about spellings that other programs take for an address inside
// or for another host than the one they show.
func TestCorpus(t *testing.T) {
	for _, host := range []string{
		// 127.0.0.1, 169.254.169.254 and 10.0.0.1 in the notations of inet_aton.
		"2130706433", "017700000001", "0x7f000001", "0X7F000001", "127.1", "127.0.1", "0177.0.0.1", "0x7f.0.0.1", "0x7f.1",
		"127.0.0.0x1", "0127.0.0.1", "127.0.0.01", "2852039166", "0xa9fea9fe", "0251.0376.0251.0376", "169.254.43518", "10.1", "0xa.1", "012.1", "0", "00", "0x0", "0x",
		"127.0.0.1.", "127.0.0.1..", "2130706433.", "1.2.3.4.5", "256.256.256.256",
		// Inside of IPv6.
		"[::1]", "[::]", "[0:0:0:0:0:0:0:1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[0:0:0:0:0:ffff:a9fe:a9fe]", "[::127.0.0.1]",
		"[64:ff9b::127.0.0.1]", "[64:ff9b::a9fe:a9fe]", "[64:ff9b:1::7f00:1]", "[2002:7f00:1::]", "[2002:a9fe:a9fe::1]", "[2001::1]",
		"[fe80::1]", "[fe80::1%25eth0]", "[::1%25lo]", "[fd00::1]", "[fc00::1]", "[fec0::1]", "[ff02::1]", "[fd00:ec2::254]",
		// Names of this machine, and letters that become others.
		"localhost", "LOCALHOST", "localhost.", "localhost..", "a.localhost", "ⓛⓞⓒⓐⓛⓗⓞⓢⓣ", "ｌｏｃａｌｈｏｓｔ", "localhoſt",
		"１２７.0.0.1", "①②⑦.⓪.⓪.①", "127。0。0。1", "127．0．0．1", "127%2e0.0.1", "%31%32%37.0.0.1", "%6c%6fcalhost", "bücher.example", "hooks\u00ad.example.com",
		// Hosts that are not what they look like.
		"hooks.example.com@127.0.0.1", "hooks.example.com:443@127.0.0.1", "127.0.0.1:80\\@hooks.example.com", "127.0.0.1\\@hooks.example.com",
		"hooks.example.com%00.127.0.0.1", "hooks.example.com%0d%0ax", "hooks.example.com\t", " hooks.example.com", "hooks.example.com ", "a..example.com", ".example.com", "*.example.com",
		// Ports that there are not.
		"hooks.example.com:0", "hooks.example.com:65536", "hooks.example.com:99999999999", "hooks.example.com:-1", "hooks.example.com:0x50", "hooks.example.com:https",
	} {
		for _, url := range []string{"https://" + host + "/", "https://" + host + "/a?b=https://hooks.example.com#@hooks.example.com"} {
			if (Policy{}).CheckURL(url) == "" {
				t.Errorf("%q passes", url)
			}
		}
	}
	for _, url := range []string{
		"//127.0.0.1/", "https:127.0.0.1", "https:/127.0.0.1/", "https:///127.0.0.1", "https:\\\\127.0.0.1\\", "HTTP://hooks.example.com/", "javascript:alert(1)",
		"gopher://127.0.0.1:6379/_x", "dict://127.0.0.1/", "data:text/plain,x", "unix:///run/x.sock", "ws://hooks.example.com/", "https+unix://x/", "https://",
		"https://hooks.example.com/\r\nHost: x", "https://hooks.example.com/\x00", "https://[::1", "https://::1/",
	} {
		if (Policy{}).CheckURL(url) == "" {
			t.Errorf("%q passes", url)
		}
	}
	for _, url := range []string{
		"HTTPS://Hooks.Example.Com", "https://hooks.example.com.:65535/", "https://xn--bcher-kva.example/", "https://a_b.example.com/", "https://1.example.com/",
		"https://127.0.0.1.example.com/", "https://8.8.8.8/", "https://[2606:4700:4700::1111]/", "https://0x7f.example/", "https://hooks.example.com/@127.0.0.1",
	} {
		if fault := (Policy{}).CheckURL(url); fault != "" {
			t.Errorf("%q %s", url, fault)
		}
	}
}
