package host

import (
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"time"
)

// setting is one thing that can be configured.
type setting struct {
	env  string // the flag's name follows from it
	help string
	get  func(*Config) string
	set  func(*Config, string) error
}

// flag returns the name of the flag: A2A_HTTP_ADDR becomes http-addr.
func (s setting) flag() string {
	return strings.ReplaceAll(strings.ToLower(strings.TrimPrefix(s.env, "A2A_")), "_", "-")
}

// settings returns all that can be configured, in the order of the help.
func (c *Config) settings() []setting {
	return slices.Concat(generalSettings, egressSettings, transportSettings, authSettings(c.Auth))
}

// generalSettings are those of every agent.
var generalSettings = []setting{
	{
		"A2A_HTTP_ADDR", "Address of the card and the HTTP bindings. Port 0 takes a free one.",
		func(c *Config) string { return c.HTTPAddr },
		func(c *Config, v string) error { return setAddr(&c.HTTPAddr, v) },
	},
	{
		"A2A_GRPC_ADDR", "Address of the gRPC binding; \"off\" does without.",
		func(c *Config) string { return c.GRPCAddr },
		func(c *Config, v string) error { return setAddrOrOff(&c.GRPCAddr, v) },
	},
	{
		"A2A_PUBLIC_URL", "Where clients reach the HTTP address, for the card. Without it the card names the address itself.",
		func(c *Config) string { return c.PublicURL },
		func(c *Config, v string) error { return setURL(&c.PublicURL, v) },
	},
	{
		"A2A_PUBLIC_GRPC", "Where clients reach the gRPC address, HOST:PORT, for the card. Without it: the host of the public URL and the port of the address.",
		func(c *Config) string { return c.PublicGRPC },
		func(c *Config, v string) error { return setAddr(&c.PublicGRPC, v) },
	},
	{
		"A2A_STORE", "Where tasks are kept: memory: or sqlite:PATH.",
		func(c *Config) string { return c.Store },
		func(c *Config, v string) error { c.Store = v; return nil },
	},
	{
		"A2A_LOG_LEVEL", "Least level that is logged: debug, info, warn or error.",
		func(c *Config) string { return strings.ToLower(c.LogLevel.String()) },
		setLogLevel,
	},
	{
		"A2A_LOG_FORMAT", "Form of the log: text or json.",
		func(c *Config) string { return c.LogFormat },
		func(c *Config, v string) error { return setWord(&c.LogFormat, v, "text", "json") },
	},
	{
		"A2A_SHUTDOWN_TIMEOUT", "How long a shutdown waits for running tasks before it stops them.",
		func(c *Config) string { return duration(c.ShutdownTimeout) },
		func(c *Config, v string) error { return setDuration(&c.ShutdownTimeout, v) },
	},
	{
		"A2A_MAX_BYTES", "Limit of one request, in bytes.",
		func(c *Config) string { return fmt.Sprint(c.MaxBytes) },
		func(c *Config, v string) error { return setInt(&c.MaxBytes, v, 1) },
	},
	{
		"A2A_KEEPALIVE", "Silence after which a stream sends a comment, for proxies that cut idle ones; 0 sends none.",
		func(c *Config) string { return duration(c.KeepAlive) },
		func(c *Config, v string) error { return setDuration(&c.KeepAlive, v) },
	},
	{
		"A2A_TASK_TIMEOUT", "Time without any update after which a working task fails; 0 means none. Waiting for an authorization does not count.",
		func(c *Config) string { return duration(c.TaskTimeout) },
		func(c *Config, v string) error { return setDuration(&c.TaskTimeout, v) },
	},
	{
		"A2A_MAX_TURNS", "Messages that are worked on at a time; more are refused. 0 means no limit.",
		func(c *Config) string { return fmt.Sprint(c.MaxTurns) },
		func(c *Config, v string) error { return setInt(&c.MaxTurns, v, 0) },
	},
	{
		"A2A_RETENTION_AGE", "Age at which ended tasks are removed; 0 means never. A removed task is unknown from then on.",
		func(c *Config) string { return duration(c.RetentionAge) },
		func(c *Config, v string) error { return setDuration(&c.RetentionAge, v) },
	},
	{
		"A2A_RETENTION_COUNT", "Ended tasks that are kept, the newest; 0 means all.",
		func(c *Config) string { return fmt.Sprint(c.RetentionCount) },
		func(c *Config, v string) error { return setInt(&c.RetentionCount, v, 0) },
	},
}

func setLogLevel(c *Config, value string) error {
	var level slog.Level
	if err := level.UnmarshalText([]byte(value)); err != nil {
		return fmt.Errorf("%q is not one of: debug, info, warn, error", value)
	}
	c.LogLevel = level
	return nil
}

// duration prints a duration as short as it can be written.
func duration(d time.Duration) string {
	s := d.String()
	if strings.HasSuffix(s, "m0s") {
		s = strings.TrimSuffix(s, "0s")
	}
	if strings.HasSuffix(s, "h0m") {
		s = strings.TrimSuffix(s, "0m")
	}
	return s
}
