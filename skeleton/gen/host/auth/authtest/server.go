package authtest

import (
	"context"
	"crypto/rand"
	"crypto/tls"
	"log/slog"
	"net/http"
	"sync"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/metadata"
	"google.golang.org/protobuf/types/known/structpb"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/wire"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host/memory"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host/skill"
)

// Server is an agent that is served with TLS on loopback addresses.
type Server struct {
	*host.Server
	authority *Authority
}

// Card returns the card that the server shows.
func (s *Server) Card() *a2apb.AgentCard { return s.Host().Card() }

// Serve serves an agent until the test ends, with credentials as the authority
// makes them.
func (a *Authority) Serve(t testing.TB, agent host.Agent, config host.Config) *Server {
	t.Helper()
	a.Configure(&config)
	config.HTTPAddr, config.GRPCAddr, config.PublicURL, config.PublicGRPC = "127.0.0.1:0", "127.0.0.1:0", "", ""
	if config.Logger == nil {
		config.Logger = slog.New(slog.DiscardHandler)
	}
	server, err := host.Listen(config, agent, memory.New())
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	served := make(chan error, 1)
	go func() { served <- server.Serve(ctx) }()
	t.Cleanup(func() {
		stop()
		if err := <-served; err != nil {
			t.Error(err)
		}
	})
	return &Server{server, a}
}

// Client is a client with credentials. It is for one call at a time.
type Client struct {
	a2a.Client

	mu        sync.Mutex
	challenge string
}

// Challenge returns WWW-Authenticate of the last answer.
func (c *Client) Challenge() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.challenge
}

func (c *Client) note(challenge string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.challenge = challenge
}

// Client returns a client for one of the card's interfaces that shows
// credentials with each call.
func (s *Server) Client(t testing.TB, i *a2apb.AgentInterface, show Credentials) *Client {
	t.Helper()
	config := &tls.Config{RootCAs: s.authority.ca.Pool(), MinVersion: tls.VersionTLS12}
	if show.Certificate != nil {
		// Not Certificates: those are not sent to a server that does not ask
		// for their authority.
		config.GetClientCertificate = func(*tls.CertificateRequestInfo) (*tls.Certificate, error) { return show.Certificate, nil }
	}
	client := new(Client)
	options := wire.ClientOptions{Header: show.Header, Extensions: s.required(), Logger: slog.New(slog.DiscardHandler)}
	switch i.GetProtocolBinding() {
	case wire.GRPC:
		options.Header = show.Header.Clone()
		if options.Header == nil {
			options.Header = make(http.Header)
		}
		for name, values := range show.Query {
			options.Header[name] = values
		}
		options.DialOptions = []grpc.DialOption{
			grpc.WithTransportCredentials(credentials.NewTLS(config)),
			grpc.WithUnaryInterceptor(client.intercept),
		}
		var err error
		if client.Client, err = a2a.NewGRPCClient(i.GetUrl(), options); err != nil {
			t.Fatal(err)
		}
	default:
		options.HTTP = &http.Client{Transport: &transport{
			Transport: http.Transport{TLSClientConfig: config, ForceAttemptHTTP2: true}, show: show, client: client,
		}}
		if i.GetProtocolBinding() == wire.JSONRPC {
			client.Client = a2a.NewJSONRPCClient(i.GetUrl(), options)
		} else {
			client.Client = a2a.NewRESTClient(i.GetUrl(), options)
		}
	}
	t.Cleanup(func() { client.Close() })
	return client
}

// required lists the extensions that every call has to name.
func (s *Server) required() []string {
	var uris []string
	for _, ext := range s.Card().GetCapabilities().GetExtensions() {
		if ext.GetRequired() {
			uris = append(uris, ext.GetUri())
		}
	}
	return uris
}

// intercept notes the challenge of a gRPC call.
func (c *Client) intercept(ctx context.Context, method string, req, reply any, conn *grpc.ClientConn, invoke grpc.UnaryInvoker, opts ...grpc.CallOption) error {
	var trailer metadata.MD
	err := invoke(ctx, method, req, reply, conn, append(opts, grpc.Trailer(&trailer))...)
	var challenge string
	if values := trailer.Get("www-authenticate"); len(values) > 0 {
		challenge = values[0]
	}
	c.note(challenge)
	return err
}

// transport adds credentials to the query, and notes challenges.
type transport struct {
	http.Transport
	show   Credentials
	client *Client
}

func (t *transport) RoundTrip(req *http.Request) (*http.Response, error) {
	if len(t.show.Query) > 0 {
		req = req.Clone(req.Context())
		query := req.URL.Query()
		for name, values := range t.show.Query {
			query[name] = values
		}
		req.URL.RawQuery = query.Encode()
	}
	resp, err := t.Transport.RoundTrip(req)
	if err == nil {
		t.client.note(resp.Header.Get("WWW-Authenticate"))
	}
	return resp, err
}

// message returns a message for a skill.
func message(id string) *a2apb.Message {
	return &a2apb.Message{
		MessageId: rand.Text(), Role: a2apb.Role_ROLE_USER,
		Parts:    []*a2apb.Part{host.Text("test of the skill's security requirements")},
		Metadata: &structpb.Struct{Fields: map[string]*structpb.Value{skill.MetadataKey: structpb.NewStringValue(id)}},
	}
}
