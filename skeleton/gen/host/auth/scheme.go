package auth

import (
	"context"
	"errors"
	"log/slog"
	"strings"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/wire"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host"
)

// Scheme checks the credentials of one security scheme. It is safe for
// concurrent use.
type Scheme interface {
	// Check returns whose credentials a call carries. The error is ErrNone for
	// a call without credentials of the scheme, a [Fault] for wrong ones, and
	// any other, such as wire.Unavailable, if they could not be checked.
	Check(ctx context.Context, call *wire.Call) (host.Identity, error)

	// Challenge returns the authentication scheme for WWW-Authenticate, and
	// what it says beside the realm.
	Challenge() (scheme string, params []Param)
}

// Param is a parameter of a challenge.
type Param struct{ Name, Value string }

// Kind makes the scheme of a configuration. Its errors say what to set.
type Kind func(config host.AuthConfig, logger *slog.Logger) (Scheme, error)

// ErrNone says that a call has no credentials of a scheme.
var ErrNone = errors.New("no credentials")

// Fault says why credentials are not good.
type Fault struct {
	Text  string // for the caller
	Cause error  // for the log; without the credentials
}

func (f *Fault) Error() string {
	if f.Cause == nil {
		return f.Text
	}
	return f.Text + ": " + f.Cause.Error()
}

func (f *Fault) Unwrap() error { return f.Cause }

// maxCredentials limits the length of credentials, in bytes.
const maxCredentials = 16 << 10

// Authorization returns the credentials of a call's Authorization header if
// that is of the given authentication scheme, and ErrNone if not.
func Authorization(call *wire.Call, scheme string) (string, error) {
	values := call.Header.Values("Authorization")
	if len(values) == 0 {
		return "", ErrNone
	}
	if len(values) > 1 {
		return "", &Fault{Text: "send one Authorization header"}
	}
	name, credentials, _ := strings.Cut(values[0], " ")
	if !strings.EqualFold(name, scheme) {
		return "", ErrNone
	}
	credentials = strings.TrimLeft(credentials, " ")
	if credentials == "" || len(credentials) > maxCredentials {
		return "", &Fault{Text: "the Authorization header has no credentials of the usual form"}
	}
	return credentials, nil
}
