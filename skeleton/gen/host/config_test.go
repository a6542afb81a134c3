package host

import (
	"errors"
	"flag"
	"log/slog"
	"net"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/wire"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
)

func TestParseConfig(t *testing.T) {
	defaults := DefaultConfig()
	defaults.PublicURL = "https://agent.example.com"
	tests := []struct {
		name string
		args string
		env  map[string]string
		want func(*Config)
	}{
		{"nothing", "", nil, func(*Config) {}},
		{"environment", "", map[string]string{"A2A_STORE": "sqlite:tasks.db", "A2A_KEEPALIVE": "0", "A2A_LOG_LEVEL": "debug", "A2A_GRPC_ADDR": ""}, func(c *Config) {
			c.Store, c.KeepAlive, c.LogLevel = "sqlite:tasks.db", 0, slog.LevelDebug
		}},
		{"flags win", "--store memory: -task-timeout=90s --push-allow-private=true", map[string]string{"A2A_STORE": "sqlite:tasks.db"}, func(c *Config) {
			c.TaskTimeout, c.PushAllowPrivate = 90*time.Second, true
		}},
		{"limits", "--max-bytes 1024 --max-turns 0 --retention-age 24h --retention-count 10 --shutdown-timeout 1s --log-format json", nil, func(c *Config) {
			c.MaxBytes, c.MaxTurns, c.RetentionAge, c.RetentionCount, c.ShutdownTimeout, c.LogFormat = 1024, 0, 24*time.Hour, 10, time.Second, "json"
		}},
		{"another address", "--http-addr :8080 --grpc-addr off", nil, func(c *Config) {
			c.HTTPAddr, c.GRPCAddr, c.PublicURL = ":8080", "off", ""
		}},
		{"another address behind the same URL", "--http-addr :8080 --public-url https://b.example.com/x/ --public-grpc b.example.com:443", nil, func(c *Config) {
			c.HTTPAddr, c.PublicURL, c.PublicGRPC = ":8080", "https://b.example.com/x", "b.example.com:443"
		}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := ParseConfig(strings.Fields(test.args), func(name string) string { return test.env[name] }, defaults)
			want := defaults
			test.want(&want)
			if err != nil || !reflect.DeepEqual(got, want) {
				t.Errorf("got %+v\nwant %+v\nerror %v", got, want, err)
			}
		})
	}
}

func TestParseConfigErrors(t *testing.T) {
	env := map[string]string{
		"A2A_HTTP_ADDR": "8080", "A2A_PUBLIC_URL": "agent.example.com", "A2A_KEEPALIVE": "15", "A2A_MAX_BYTES": "0",
		"A2A_LOG_LEVEL": "loud", "A2A_LOG_FORMAT": "xml", "A2A_PUSH_ALLOW_PRIVATE": "maybe", "A2A_TASK_TIMEOUT": "-1s", "A2A_MAX_TURNS": "-1",
	}
	_, err := ParseConfig(nil, func(name string) string { return env[name] }, DefaultConfig())
	if err == nil {
		t.Fatal("no error")
	}
	lines := strings.Split(err.Error(), "\n")
	if len(lines) != len(env) {
		t.Errorf("%d errors for %d faults:\n%v", len(lines), len(env), err)
	}
	for name, value := range env {
		if !slices.ContainsFunc(lines, func(line string) bool { return strings.HasPrefix(line, name+": ") && strings.Contains(line, value) }) {
			t.Errorf("no error names %s and %q:\n%v", name, value, err)
		}
	}
	none := func(string) string { return "" }
	for _, args := range [][]string{{"--nope"}, {"serve"}, {"--keepalive", "x"}} {
		if _, err := ParseConfig(args, none, DefaultConfig()); err == nil || errors.Is(err, flag.ErrHelp) {
			t.Errorf("%q: error %v", args, err)
		}
	}
}

func TestUsage(t *testing.T) {
	var b strings.Builder
	Usage(&b, DefaultConfig())
	for _, s := range new(Config).settings() {
		if !strings.Contains(b.String(), "--"+s.flag()+", "+s.env+"\n") {
			t.Errorf("%s is missing", s.env)
		}
		// What the help shows as the default can be set.
		c := DefaultConfig()
		if value := s.get(&c); value != "" {
			if err := s.set(&c, value); err != nil || s.get(&c) != value {
				t.Errorf("%s: default %q comes back as %q, error %v", s.env, value, s.get(&c), err)
			}
		}
	}
	if !strings.Contains(b.String(), "Default: 15s\n") {
		t.Errorf("defaults are missing:\n%s", b.String())
	}
}

func TestAddressesOfTheCard(t *testing.T) {
	addr := func(s string) net.Addr {
		a, err := net.ResolveTCPAddr("tcp", s)
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	card := &a2apb.AgentCard{SupportedInterfaces: []*a2apb.AgentInterface{
		{ProtocolBinding: wire.GRPC, Tenant: "payments"}, {ProtocolBinding: wire.JSONRPC}, {ProtocolBinding: wire.HTTPJSON},
		{ProtocolBinding: "https://example.com/own", Url: "https://example.com/"},
	}}
	tests := []struct {
		name   string
		config Config
		want   string
	}{
		{"as bound", Config{}, "127.0.0.1:2 http://127.0.0.1:1/a2a/jsonrpc http://127.0.0.1:1/a2a/rest https://example.com/"},
		{"behind a proxy", Config{PublicURL: "https://a.example/x"}, "a.example:2 https://a.example/x/a2a/jsonrpc https://a.example/x/a2a/rest https://example.com/"},
		{"all set", Config{PublicURL: "https://a.example", PublicGRPC: "g.example:443"}, "g.example:443 https://a.example/a2a/jsonrpc https://a.example/a2a/rest https://example.com/"},
		{"without gRPC", Config{GRPCAddr: off}, "http://127.0.0.1:1/a2a/jsonrpc http://127.0.0.1:1/a2a/rest https://example.com/"},
	}
	for _, test := range tests {
		c := test.config.withDefaultURLs(addr("0.0.0.0:1"), addr("127.0.0.1:2"))
		var urls []string
		for _, i := range publish(card, &c).GetSupportedInterfaces() {
			urls = append(urls, i.GetUrl())
		}
		if got := strings.Join(urls, " "); got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
	if card.GetSupportedInterfaces()[0].GetUrl() != "" {
		t.Error("the agent's own card was changed")
	}
}

func TestNewID(t *testing.T) {
	seen := make(map[string]bool)
	for range 1000 {
		id := newID()
		if len(id) != 36 || id[14] != '7' || !strings.Contains("89ab", id[19:20]) || seen[id] {
			t.Fatalf("id %q", id)
		}
		seen[id] = true
	}
}
