package host

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"

	"google.golang.org/grpc"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/wire"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host/push"
)

// Host is an agent at work, without a network of its own: a [Server] gives it
// one, a test or a program with its own server mounts its handlers. Call Start
// before the first request and Shutdown after the last.
type Host struct {
	config  Config
	logger  *slog.Logger
	card    *a2apb.AgentCard
	engine  *engine
	service *service
	guard   *guard
	handler http.Handler
	ready   atomic.Bool

	background context.Context // of what runs beside requests, until Shutdown
	stop       context.CancelFunc
}

// New returns a host for an agent. It refuses an agent that could not keep
// what its card promises. The store stays the caller's.
func New(config Config, agent Agent, store Store) (*Host, error) {
	if agent.Card == nil || agent.Executor == nil {
		return nil, errors.New("host: the agent needs a card and an executor")
	}
	config.Logger = config.logger()
	if agent.Authenticator == nil && agent.NewAuthenticator != nil {
		var err error
		if agent.Authenticator, err = agent.NewAuthenticator(config); err != nil {
			return nil, err
		}
	}
	if agent.Authenticator == nil && asksCredentials(agent.Card) {
		return nil, errors.New("host: the card asks for credentials, but the agent has no Authenticator to check them")
	}
	card := publish(agent.Card, &config)
	if len(card.GetSupportedInterfaces()) == 0 {
		return nil, errors.New("host: no interface of the card is served")
	}
	if len(agent.Card.GetSignatures()) > 0 && len(card.GetSignatures()) == 0 {
		config.Logger.Warn("the card is served without its signatures, which are for other addresses; set A2A_PUBLIC_URL and A2A_PUBLIC_GRPC to those of the definition, or sign the card for these",
			"url", config.PublicURL, "grpc", config.PublicGRPC)
	}
	h := &Host{config: config, logger: config.Logger, card: card}
	h.background, h.stop = context.WithCancel(context.Background())
	var sender *push.Sender
	if card.GetCapabilities().GetPushNotifications() {
		sender = push.NewSender(config.pushPolicy())
	}
	h.engine = newEngine(store, agent.Executor, sender, h.logger)
	h.engine.timeout, h.engine.maxTurns = config.TaskTimeout, config.MaxTurns
	h.engine.statesOnly, h.engine.files = config.PushStatesOnly, config.fetchPolicy().Client(fetchTimeout)
	agent.ExtendedCard = publishing(agent.ExtendedCard, &h.config)
	h.service = newService(h.engine, agent, card)
	h.guard = newGuard(agent, h.logger)
	h.guard.limits = newLimits(&config)
	if len(h.guard.versions) == 0 {
		return nil, errors.New("host: no interface of the card has a protocol version, such as 1.0")
	}
	var err error
	if h.handler, err = h.routes(); err != nil {
		return nil, err
	}
	return h, nil
}

// asksCredentials says whether a card has security requirements anywhere.
func asksCredentials(card *a2apb.AgentCard) bool {
	for _, skill := range card.GetSkills() {
		if len(skill.GetSecurityRequirements()) > 0 {
			return true
		}
	}
	return len(card.GetSecurityRequirements()) > 0
}

// asksCertificates says whether a card offers callers to show a certificate.
func asksCertificates(card *a2apb.AgentCard) bool {
	requirements := slices.Clone(card.GetSecurityRequirements())
	for _, skill := range card.GetSkills() {
		requirements = append(requirements, skill.GetSecurityRequirements()...)
	}
	for _, r := range requirements {
		for name := range r.GetSchemes() {
			if card.GetSecuritySchemes()[name].GetMtlsSecurityScheme() != nil {
				return true
			}
		}
	}
	return false
}

// Card returns the card as clients see it. It must not be changed.
func (h *Host) Card() *a2apb.AgentCard { return h.card }

// Service returns the operations, without the guard that the bindings ask.
func (h *Host) Service() a2a.Service { return h.service }

// Options returns what the bindings of the host are made with.
func (h *Host) Options() wire.Options {
	return wire.Options{
		Guard:     h.guard,
		Logger:    h.logger,
		MaxBytes:  h.config.MaxBytes,
		KeepAlive: h.config.KeepAlive,
	}
}

// Handler returns everything that is served by HTTP: the card, the JSON-RPC
// and HTTP+JSON bindings, /healthz and /readyz. Other paths are answered with
// JSON, and no request is redirected.
func (h *Host) Handler() http.Handler { return h.handler }

// RegisterGRPC serves the gRPC binding on r.
func (h *Host) RegisterGRPC(r grpc.ServiceRegistrar) {
	a2a.RegisterGRPC(r, h.service, h.Options())
}

// routes builds the handler. It compares paths itself: http.ServeMux redirects
// requests whose path is not clean, and answers in plain text.
func (h *Host) routes() (http.Handler, error) {
	unknown := wire.NotFoundHandler(h.logger)
	paths := map[string]http.Handler{
		"/healthz": onlyGet(func(w http.ResponseWriter, _ *http.Request) { writeStatus(w, http.StatusOK, "ok") }),
		"/readyz":  onlyGet(h.serveReady),
	}
	if err := h.addCards(paths); err != nil {
		return nil, err
	}
	if offers(h.card, wire.JSONRPC) {
		jsonrpc := a2a.NewJSONRPCHandler(h.service, h.Options())
		paths[jsonrpcPath], paths[jsonrpcPath+"/"] = jsonrpc, jsonrpc
	}
	rest := unknown
	if offers(h.card, wire.HTTPJSON) {
		options := h.Options()
		options.Prefix = restPath
		rest = a2a.NewRESTHandler(h.service, options)
	}
	handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch exact := paths[r.URL.Path]; {
		case exact != nil:
			exact.ServeHTTP(w, r)
		case strings.HasPrefix(r.URL.Path, restPath+"/"):
			rest.ServeHTTP(w, r)
		default:
			unknown.ServeHTTP(w, r)
		}
	})
	return belowPublicPath(h.config.PublicURL, newCORS(h.config.CORSOrigins, h.card, handler))
}

// addCards adds the card, and that of each tenant below the tenant's name.
func (h *Host) addCards(paths map[string]http.Handler) error {
	var err error
	if paths[cardPath], err = cardHandler(h.card); err != nil {
		return err
	}
	for tenant := range h.service.tenants {
		if tenant == "" {
			continue
		}
		if paths["/"+tenant+cardPath], err = cardHandler(forTenant(h.card, tenant)); err != nil {
			return err
		}
	}
	return nil
}

// belowPublicPath serves a handler under the path of the public URL as well,
// for proxies that pass it on.
func belowPublicPath(publicURL string, handler http.Handler) (http.Handler, error) {
	u, err := url.Parse(publicURL)
	if err != nil {
		return nil, fmt.Errorf("public URL: %w", err)
	}
	if u.Path == "" {
		return handler, nil
	}
	below := http.StripPrefix(u.Path, handler)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, u.Path+"/") {
			below.ServeHTTP(w, r)
			return
		}
		handler.ServeHTTP(w, r)
	}), nil
}

func (h *Host) serveReady(w http.ResponseWriter, _ *http.Request) {
	if h.ready.Load() {
		writeStatus(w, http.StatusOK, "ready")
		return
	}
	writeStatus(w, http.StatusServiceUnavailable, "not ready")
}

// onlyGet answers other methods than GET and HEAD with 405.
func onlyGet(serve http.HandlerFunc) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet || r.Method == http.MethodHead {
			serve(w, r)
			return
		}
		w.Header().Set("Allow", "GET, HEAD")
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusMethodNotAllowed)
		fmt.Fprintf(w, `{"error":{"code":405,"status":"UNIMPLEMENTED","message":"only GET and HEAD are served here"}}`)
	})
}

func writeStatus(w http.ResponseWriter, code int, status string) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(code)
	fmt.Fprintf(w, "{\"status\":%q}\n", status)
}
