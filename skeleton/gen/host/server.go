package host

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"net"
	"net/http"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/health"
	"google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/keepalive"
	"google.golang.org/grpc/reflection"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/wire"
)

// Limits of connections. There is no limit for a whole answer: streams last.
const (
	headerTimeout  = 10 * time.Second
	requestTimeout = time.Minute // with the body
	idleTimeout    = 2 * time.Minute
	maxHeader      = 64 << 10
	connGrace      = 2 * time.Second // for clients to read the last events
)

// anyPort is where a server listens that is not told where.
const anyPort = "127.0.0.1:0"

// Server is a host with listeners.
type Server struct {
	host   *Host
	tls    *tls.Config // nil for plaintext
	http   net.Listener
	grpc   net.Listener // nil without the binding
	health *health.Server
}

// Serve runs an agent until ctx is done, and then shuts it down.
func Serve(ctx context.Context, config Config, agent Agent, store Store) error {
	s, err := Listen(config, agent, store)
	if err != nil {
		return err
	}
	return s.Serve(ctx)
}

// Listen binds the addresses of the configuration and makes the agent ready to
// be served. Clients that connect wait until Serve runs.
func Listen(config Config, agent Agent, store Store) (*Server, error) {
	config.Logger = config.logger()
	s := &Server{health: health.NewServer()}
	var err error
	if s.tls, err = config.tlsConfig(config.Logger); err != nil {
		return nil, err
	}
	if s.tls == nil && agent.Authenticator == nil && asksCertificates(agent.Card) {
		return nil, errors.New("the card asks for client certificates, which only TLS has; set A2A_TLS_CERT and A2A_TLS_KEY")
	}
	if s.http, err = config.listen(config.Logger, "A2A_HTTP_ADDR", cmp.Or(config.HTTPAddr, anyPort)); err != nil {
		return nil, err
	}
	if agent.Card != nil && !offers(agent.Card, wire.GRPC) {
		config.GRPCAddr = off
	}
	var grpcAddr net.Addr
	if config.GRPCAddr != off {
		if s.grpc, err = config.listen(config.Logger, "A2A_GRPC_ADDR", cmp.Or(config.GRPCAddr, anyPort)); err != nil {
			return nil, errors.Join(err, s.http.Close())
		}
		grpcAddr = s.grpc.Addr()
	}
	s.host, err = New(config.withDefaultURLs(s.http.Addr(), grpcAddr), agent, store)
	if err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// Close releases the addresses of a server that is not going to serve.
func (s *Server) Close() {
	s.http.Close()
	if s.grpc != nil {
		s.grpc.Close()
	}
}

// Host returns the host that is served.
func (s *Server) Host() *Host { return s.host }

// HTTPAddr returns the address of the card and the HTTP bindings, HOST:PORT.
func (s *Server) HTTPAddr() string { return s.http.Addr().String() }

// GRPCAddr returns the address of the gRPC binding, "" without it.
func (s *Server) GRPCAddr() string {
	if s.grpc == nil {
		return ""
	}
	return s.grpc.Addr().String()
}

// Serve starts the host and answers requests until ctx is done or a listener
// fails. On the way out the agent takes no new work, and running tasks have the
// shutdown timeout to end. It returns nil after a shutdown.
func (s *Server) Serve(ctx context.Context) error {
	h := s.host
	if err := h.Start(ctx); err != nil {
		s.Close()
		return err
	}
	httpServer, grpcServer := s.newHTTP(), s.newGRPC()
	failed := make(chan error, 2)
	go func() {
		if err := serveHTTP(httpServer, s.http); !errors.Is(err, http.ErrServerClosed) {
			failed <- fmt.Errorf("HTTP server: %w", err)
		}
	}()
	if s.grpc != nil {
		go func() {
			if err := grpcServer.Serve(s.grpc); err != nil {
				failed <- fmt.Errorf("gRPC server: %w", err)
			}
		}()
	}
	h.logger.Info("the agent is ready", "agent", h.card.GetName(), "version", h.card.GetVersion(),
		"http", s.HTTPAddr(), "grpc", s.GRPCAddr(), "card", h.config.PublicURL+cardPath)

	var err error
	select {
	case err = <-failed:
	case <-ctx.Done():
	}
	h.logger.Info("the agent is shutting down", "timeout", h.config.ShutdownTimeout)
	s.shutdown(httpServer, grpcServer)
	h.logger.Info("the agent has stopped")
	return err
}

// shutdown ends the work, and the connections when it has ended.
func (s *Server) shutdown(httpServer *http.Server, grpcServer *grpc.Server) {
	s.health.Shutdown()
	// Connections are closed when they are idle, or a moment after the last
	// turn: clients that watch something for ever must not hold up the end.
	closing, closeAll := context.WithCancel(context.Background())
	defer closeAll()
	closed := make(chan struct{}, 2)
	go func() {
		if httpServer.Shutdown(closing) != nil {
			httpServer.Close()
		}
		closed <- struct{}{}
	}()
	go func() {
		defer context.AfterFunc(closing, grpcServer.Stop)()
		grpcServer.GracefulStop()
		closed <- struct{}{}
	}()
	deadline, cancel := context.WithTimeout(context.Background(), s.host.config.ShutdownTimeout)
	defer cancel()
	s.host.Shutdown(deadline)
	time.AfterFunc(connGrace, closeAll)
	<-closed
	<-closed
}

func (s *Server) newHTTP() *http.Server {
	return &http.Server{
		Handler:           strict(s.host.handler),
		TLSConfig:         s.tls,
		ReadHeaderTimeout: headerTimeout,
		ReadTimeout:       requestTimeout,
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    maxHeader,
		HTTP2:             &http.HTTP2Config{MaxConcurrentStreams: s.host.config.MaxStreams},
		ErrorLog:          slog.NewLogLogger(s.host.logger.Handler(), slog.LevelDebug),
	}
}

func serveHTTP(server *http.Server, l net.Listener) error {
	if server.TLSConfig != nil {
		return server.ServeTLS(l, "", "")
	}
	return server.Serve(l)
}

// newGRPC returns a server with the binding, health and reflection.
func (s *Server) newGRPC() *grpc.Server {
	options := s.host.Options()
	settings := []grpc.ServerOption{
		grpc.ForceServerCodecV2(wire.GRPCCodec()),
		grpc.MaxRecvMsgSize(int(options.Limit())),
		grpc.MaxHeaderListSize(maxHeader),
		grpc.ConnectionTimeout(headerTimeout),
		// A zero time is grpc-go's own default.
		grpc.KeepaliveParams(keepalive.ServerParameters{Time: options.KeepAlive}),
		grpc.KeepaliveEnforcementPolicy(keepalive.EnforcementPolicy{MinTime: 10 * time.Second, PermitWithoutStream: true}),
	}
	if n := s.host.config.MaxStreams; n > 0 {
		settings = append(settings, grpc.MaxConcurrentStreams(uint32(min(n, math.MaxInt32))))
	}
	if s.tls != nil {
		settings = append(settings, grpc.Creds(credentials.NewTLS(s.tls)))
	}
	server := grpc.NewServer(settings...)
	s.host.RegisterGRPC(server)
	grpc_health_v1.RegisterHealthServer(server, s.health)
	reflection.Register(server)
	return server
}
