package auth

import (
	"context"
	"log/slog"
	"net/http"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/wire"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host"
)

// Where a key may be, as the card says it.
const (
	inHeader = "header"
	inQuery  = "query"
	inCookie = "cookie"
)

// APIKey is a key in a header, query parameter or cookie.
func APIKey(location, name string) Kind {
	return func(config host.AuthConfig, logger *slog.Logger) (Scheme, error) {
		keys, err := newList(config, logger)
		if err != nil {
			return nil, err
		}
		return &apiKey{location: location, name: name, keys: keys}, nil
	}
}

type apiKey struct {
	location, name string
	keys           *list
}

func (s *apiKey) Challenge() (string, []Param) {
	return "ApiKey", []Param{{"location", s.location}, {"name", s.name}}
}

func (s *apiKey) Check(_ context.Context, call *wire.Call) (host.Identity, error) {
	values := s.values(call)
	switch {
	case len(values) == 0:
		return host.Identity{}, ErrNone
	case len(values) > 1 || values[0] == "" || len(values[0]) > maxCredentials:
		return host.Identity{}, &Fault{Text: "send one API key"}
	}
	id, ok := s.keys.find("", values[0])
	if !ok {
		return host.Identity{}, &Fault{Text: "the API key is not known"}
	}
	return id, nil
}

// values returns the keys that a call carries.
func (s *apiKey) values(call *wire.Call) []string {
	switch {
	case s.location == inHeader, s.location == inQuery && call.Binding == wire.GRPC:
		return call.Header.Values(s.name)
	case s.location == inQuery:
		return call.Query[s.name]
	case s.location != inCookie || foreignPage(call.Header):
		return nil
	}
	var values []string
	request := http.Request{Header: call.Header}
	for _, cookie := range request.CookiesNamed(s.name) {
		values = append(values, cookie.Value)
	}
	return values
}

// foreignPage says whether a page of another site may have made a browser send
// a request. Cookies of such requests prove nothing about who wanted it.
func foreignPage(h http.Header) bool {
	switch h.Get("Sec-Fetch-Site") {
	case "same-origin", "none":
		return false
	case "":
		return h.Get("Origin") != "" // a browser that does not say where the page is from
	}
	return true
}
