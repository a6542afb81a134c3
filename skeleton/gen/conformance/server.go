package conformance

import (
	"bytes"
	"context"
	"crypto/tls"
	"log/slog"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/protobuf/proto"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/wire"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host/memory"
)

// maxBytes limits requests to the agent under test, so that one above the limit
// is cheap to make.
const maxBytes = 256 << 10

// server is an agent under test.
type server struct {
	agent   host.Agent // as it was given
	config  host.Config
	host    *host.Host
	base    string // URL of the HTTP address
	grpc    *grpc.ClientConn
	http    *http.Client
	scripts *scripts
	log     *logBook
	stop    func() // ends the agent, once all webhooks have what is for them
}

// setting changes an agent under test before it starts.
type setting func(agent *host.Agent, config *host.Config)

// start serves an agent on loopback until the test ends.
func start(t *testing.T, agent host.Agent, config host.Config, settings ...setting) *server {
	t.Helper()
	s := &server{agent: agent, config: config, scripts: newScripts(), log: new(logBook), http: newHTTPClient(t)}
	agent.Card = proto.CloneOf(agent.Card)
	agent.Executor = s.scripts
	agent.Authenticator, agent.Authorizer = s.authenticate, nil
	onLoopback(&config)
	config.Logger = slog.New(slog.NewTextHandler(s.log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	for _, set := range settings {
		set(&agent, &config)
	}
	listening, err := host.Listen(config, agent, memory.New())
	if err != nil {
		t.Fatal(err)
	}
	s.host, s.base = listening.Host(), "http://"+listening.HTTPAddr()
	if config.TLSCert != "" {
		s.base = "https://" + listening.HTTPAddr()
	}
	if addr := listening.GRPCAddr(); addr != "" {
		s.grpc = dial(t, addr)
	}
	ctx, stop := context.WithCancel(context.Background())
	served := make(chan error, 1)
	go func() { served <- listening.Serve(ctx) }()
	s.stop = sync.OnceFunc(func() {
		s.http.CloseIdleConnections()
		stop()
		if err := <-served; err != nil {
			t.Error(err)
		}
		if s.log.contains("notifications were lost") {
			t.Error("a test ended while its webhook was waiting for notifications")
		}
	})
	t.Cleanup(s.stop)
	return s
}

// onLoopback fits the configuration of an agent to a test: addresses of its
// own, and no limits that many tests at a time would reach.
func onLoopback(c *host.Config) {
	c.HTTPAddr, c.PublicURL, c.PublicGRPC = "127.0.0.1:0", "", ""
	if c.GRPCAddr != "off" {
		c.GRPCAddr = "127.0.0.1:0"
	}
	c.TLSCert, c.TLSKey, c.TLSClientCA = "", "", ""
	c.MaxConnections, c.MaxStreams, c.RateLimit, c.AuthFailures = 0, 0, 0, 0
	c.MaxBytes, c.MaxTurns, c.TaskTimeout, c.ShutdownTimeout = maxBytes, 0, 0, time.Second
	c.PushAllowPrivate, c.PushAllowHTTP, c.PushAllowHosts, c.PushStatesOnly = true, true, nil, false
}

// variant serves the agent of s with other settings.
func (s *server) variant(t *testing.T, settings ...setting) *server {
	t.Helper()
	return start(t, s.agent, s.config, settings...)
}

func newHTTPClient(t *testing.T) *http.Client {
	transport := &http.Transport{
		MaxIdleConnsPerHost: 4,
		DisableCompression:  true,
		TLSClientConfig:     &tls.Config{InsecureSkipVerify: true}, // the certificates are the suite's own
	}
	t.Cleanup(transport.CloseIdleConnections)
	return &http.Client{
		Transport:     transport,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

func dial(t *testing.T, addr string) *grpc.ClientConn {
	t.Helper()
	conn, err := grpc.NewClient(addr, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return conn
}

// interfaces returns the interfaces that the suite can talk to, one for each
// binding.
func (s *server) interfaces() []*a2apb.AgentInterface {
	var known []*a2apb.AgentInterface
	for _, i := range s.host.Card().GetSupportedInterfaces() {
		binding := i.GetProtocolBinding()
		again := slices.ContainsFunc(known, func(k *a2apb.AgentInterface) bool { return k.GetProtocolBinding() == binding })
		if !again && (binding == wire.JSONRPC || binding == wire.HTTPJSON || binding == wire.GRPC) {
			known = append(known, i)
		}
	}
	return known
}

// asksCredentials says whether nobody may call without credentials: the card
// has security requirements, and each of them names a scheme.
func (s *server) asksCredentials() bool {
	requirements := s.host.Card().GetSecurityRequirements()
	for _, r := range requirements {
		if len(r.GetSchemes()) == 0 {
			return false
		}
	}
	return len(requirements) > 0
}

// Callers of the agent under test identify themselves by name.
const (
	callerHeader = "X-Conformance-Caller"
	intruder     = "intruder" // has invalid credentials
	forbidden    = "denied"   // may not use the agent at all
)

// challenge is what the suite's authenticator asks callers for.
const challenge = `Conformance realm="test"`

// authenticate stands in for the schemes of the card: a caller is who the
// header says, and a card without security requirements admits anybody.
func (s *server) authenticate(_ context.Context, call *wire.Call) (host.Identity, error) {
	switch name := call.Header.Get(callerHeader); {
	case name == "" && !s.asksCredentials():
		return host.Identity{Anonymous: true}, nil
	case name == "" || name == intruder:
		return host.Identity{}, &wire.Error{Kind: wire.Unauthenticated, Challenge: challenge}
	case name == forbidden:
		return host.Identity{}, wire.PermissionDenied.New("the scope %q is missing", "tasks")
	default:
		return host.Identity{Name: name, Scopes: []string{"tasks"}, Scheme: "conformance"}, nil
	}
}

// required lists the extensions that every call has to name.
func (s *server) required() []string {
	uris := make(map[string]bool)
	for _, ext := range s.host.Card().GetCapabilities().GetExtensions() {
		if ext.GetRequired() {
			uris[ext.GetUri()] = true
		}
	}
	return slices.Sorted(maps.Keys(uris))
}

// logBook keeps what the agent logs.
type logBook struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (b *logBook) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

func (b *logBook) contains(text string) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return strings.Contains(b.text.String(), text)
}

func (b *logBook) clear() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.text.Reset()
}
