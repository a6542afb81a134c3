package auth

import (
	"context"
	"encoding/base64"
	"log/slog"
	"strings"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/wire"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host"
)

// Basic is a name and a password in the Authorization header (RFC 7617).
func Basic() Kind {
	return func(config host.AuthConfig, logger *slog.Logger) (Scheme, error) {
		passwords, err := newList(config, logger)
		if err != nil {
			return nil, err
		}
		return &basic{passwords: passwords}, nil
	}
}

type basic struct{ passwords *list }

func (s *basic) Challenge() (string, []Param) {
	return "Basic", []Param{{"charset", "UTF-8"}}
}

func (s *basic) Check(_ context.Context, call *wire.Call) (host.Identity, error) {
	credentials, err := Authorization(call, "Basic")
	if err != nil {
		return host.Identity{}, err
	}
	pair, err := base64.StdEncoding.DecodeString(credentials)
	name, password, ok := strings.Cut(string(pair), ":")
	if err != nil || !ok || name == "" {
		return host.Identity{}, &Fault{Text: "the Authorization header is not that of HTTP Basic"}
	}
	id, ok := s.passwords.find(name, password)
	if !ok {
		return host.Identity{}, &Fault{Text: "the name or the password is wrong"}
	}
	return id, nil
}
