package host

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/netip"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/wire"
)

// Config is what an agent's owner sets when it starts. The table in
// settings.go says how each part is named, and what it means.
type Config struct {
	HTTPAddr        string
	GRPCAddr        string
	PublicURL       string
	PublicGRPC      string
	Store           string
	LogLevel        slog.Level
	LogFormat       string
	ShutdownTimeout time.Duration
	MaxBytes        int64
	KeepAlive       time.Duration
	TaskTimeout     time.Duration
	MaxTurns        int
	RetentionAge    time.Duration
	RetentionCount  int

	PushAllowPrivate  bool
	PushAllowHTTP     bool
	PushAllowHosts    []string
	PushStatesOnly    bool
	FetchAllowPrivate bool
	FetchAllowHTTP    bool
	FetchAllowHosts   []string

	TLSCert        string
	TLSKey         string
	TLSClientCA    string
	Insecure       bool
	MaxConnections int
	MaxStreams     int
	CORSOrigins    []string
	RateLimit      float64
	RateBurst      int
	AuthFailures   int
	TrustedProxies []netip.Prefix
	Auth           []AuthConfig // of the schemes that the agent checks

	// Logger gets what the host logs. Without one it is made of LogLevel and
	// LogFormat and writes to standard error.
	Logger *slog.Logger
}

// DefaultConfig returns the configuration of an agent that sets nothing.
func DefaultConfig() Config {
	return Config{
		HTTPAddr:        "127.0.0.1:41241",
		GRPCAddr:        "127.0.0.1:41242",
		Store:           "memory:",
		LogFormat:       "text",
		ShutdownTimeout: 10 * time.Second,
		MaxBytes:        wire.DefaultMaxBytes,
		KeepAlive:       15 * time.Second,
		MaxTurns:        1000,
		RetentionCount:  100_000,
		MaxConnections:  10_000,
		MaxStreams:      1000,
		RateBurst:       20,
		AuthFailures:    20,
	}
}

// off disables what has an address otherwise.
const off = "off"

// ParseConfig reads the configuration from command line arguments, then from
// the environment, then from the defaults. An empty variable is one that is not
// set. Asked for help it prints that and returns flag.ErrHelp. All other
// errors are for the user to read, all at once.
func ParseConfig(args []string, getenv func(string) string, defaults Config) (Config, error) {
	c := defaults
	c.Auth = slices.Clone(defaults.Auth)
	settings := c.settings()
	var errs []error
	for _, s := range settings {
		if value := getenv(s.env); value != "" {
			if err := s.set(&c, value); err != nil {
				errs = append(errs, fmt.Errorf("%s: %w", s.env, err))
			}
		}
	}
	flags := flag.NewFlagSet("", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	for _, s := range settings {
		flags.Func(s.flag(), s.help, func(value string) error { return s.set(&c, value) })
	}
	switch err := flags.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		Usage(os.Stdout, defaults)
		return Config{}, err
	case err != nil:
		errs = append(errs, err)
	case flags.NArg() > 0:
		errs = append(errs, fmt.Errorf("unexpected argument %q", flags.Arg(0)))
	}
	errs = append(errs, c.checkTransport())
	if c.HTTPAddr != defaults.HTTPAddr && c.PublicURL == defaults.PublicURL {
		c.PublicURL = "" // the default is about the default address
	}
	if c.GRPCAddr != defaults.GRPCAddr && c.PublicGRPC == defaults.PublicGRPC {
		c.PublicGRPC = ""
	}
	if http, ok := strings.CutPrefix(c.PublicURL, "http://"); ok && c.TLSCert != "" && c.PublicURL == defaults.PublicURL {
		c.PublicURL = "https://" + http
	}
	return c, errors.Join(errs...)
}

// Usage prints what can be configured, with the defaults.
func Usage(w io.Writer, defaults Config) {
	fmt.Fprintln(w, "Flags, each with the environment variable that does the same:")
	for _, s := range defaults.settings() {
		fmt.Fprintf(w, "\n  --%s, %s\n", s.flag(), s.env)
		fmt.Fprintf(w, "      %s\n", s.help)
		if value := s.get(&defaults); value != "" {
			fmt.Fprintf(w, "      Default: %s\n", value)
		}
	}
}

// logger returns the logger that the configuration asks for.
func (c *Config) logger() *slog.Logger {
	options := &slog.HandlerOptions{Level: c.LogLevel}
	switch {
	case c.Logger != nil:
		return c.Logger
	case c.LogFormat == "json":
		return slog.New(slog.NewJSONHandler(os.Stderr, options))
	default:
		return slog.New(slog.NewTextHandler(os.Stderr, options))
	}
}

// The setters of the settings. Their errors say what to write instead.

func setAddr(to *string, value string) error {
	if _, _, err := net.SplitHostPort(value); err != nil {
		return fmt.Errorf("%q is not an address; write HOST:PORT, such as 127.0.0.1:41241", value)
	}
	*to = value
	return nil
}

func setAddrOrOff(to *string, value string) error {
	if value == off {
		*to = off
		return nil
	}
	return setAddr(to, value)
}

func setURL(to *string, value string) error {
	u, err := url.Parse(value)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" || u.RawQuery != "" || u.Fragment != "" {
		return fmt.Errorf("%q is not the base of a URL; write https://agent.example.com", value)
	}
	*to = strings.TrimRight(value, "/")
	return nil
}

func setDuration(to *time.Duration, value string) error {
	d, err := time.ParseDuration(value)
	if err != nil || d < 0 {
		return fmt.Errorf("%q is not a duration; write a number and a unit, such as 90s or 24h", value)
	}
	*to = d
	return nil
}

func setInt[T int | int64](to *T, value string, least T) error {
	n, err := strconv.ParseInt(value, 10, strconv.IntSize)
	if err != nil || T(n) < least {
		return fmt.Errorf("%q is not a number of at least %d", value, least)
	}
	*to = T(n)
	return nil
}

func setBool(to *bool, value string) error {
	b, err := strconv.ParseBool(value)
	if err != nil {
		return fmt.Errorf("%q is neither true nor false", value)
	}
	*to = b
	return nil
}

func setWord(to *string, value string, words ...string) error {
	for _, word := range words {
		if value == word {
			*to = value
			return nil
		}
	}
	return fmt.Errorf("%q is not one of: %s", value, strings.Join(words, ", "))
}
