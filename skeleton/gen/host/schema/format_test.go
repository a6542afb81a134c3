package schema_test

import (
	"strings"
	"testing"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/host/schema"
)

func TestFormats(t *testing.T) {
	for name, c := range map[string]struct {
		is      func(string) bool
		yes, no []string
	}{
		"date-time": {schema.IsDateTime,
			[]string{"2026-01-31T13:00:00Z", "2026-01-31t13:00:00.123456z", "2026-01-31T13:00:00+02:00"},
			[]string{"", "2026-01-31", "2026-02-30T13:00:00Z", "2026-01-31 13:00:00Z", "2026-01-31T13:00:00"}},
		"date": {schema.IsDate, []string{"2026-02-28"}, []string{"2026-02-30", "2026-2-3", "28.02.2026"}},
		"time": {schema.IsTime, []string{"13:00:00Z", "13:00:00.5-01:00"}, []string{"13:00", "25:00:00Z", "13:00:00"}},
		"duration": {schema.IsDuration,
			[]string{"P1Y2M3DT4H5M6S", "PT1H", "P3W", "P1D"},
			[]string{"", "P", "PT", "P1DT", "1h", "P1W2D", "P-1D"}},
		"email":    {schema.IsEmail, []string{"a@example.com"}, []string{"a", "A <a@example.com>", "@example.com"}},
		"hostname": {schema.IsHostname, []string{"example.com", "a", "1.example", "a-b.example"}, []string{"", "-a", "a-", "a..b", "a_b", strings.Repeat("a", 64), strings.Repeat("a.", 130) + "a"}},
		"ipv4":     {schema.IsIPv4, []string{"127.0.0.1"}, []string{"127.0.0", "256.0.0.1", "::1", "01.2.3.4"}},
		"ipv6":     {schema.IsIPv6, []string{"::1", "fe80::1"}, []string{"127.0.0.1", "fe80::1%eth0", ":::"}},
		"uri":      {schema.IsURI, []string{"https://example.com/a?b#c", "urn:a:b"}, []string{"", "/a", "example.com", ":", "http://[::1"}},
		"uuid":     {schema.IsUUID, []string{"123e4567-e89b-12d3-a456-426614174000"}, []string{"123e4567e89b12d3a456426614174000", "123e4567-e89b-12d3-a456-42661417400g"}},
	} {
		for _, s := range c.yes {
			if !c.is(s) {
				t.Errorf("%q is no %s", s, name)
			}
		}
		for _, s := range c.no {
			if c.is(s) {
				t.Errorf("%q is a %s", s, name)
			}
		}
	}
}
