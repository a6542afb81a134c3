package wire

import (
	"encoding/json"
	"strings"
	"time"

	"google.golang.org/grpc/codes"
)

// ownKinds lists the kinds that are declared here, for clients.
func ownKinds() []*Kind {
	return []*Kind{
		ParseError, InvalidRequest, MethodNotFound, MethodNotAllowed, InvalidParams, Internal,
		TooLarge, Unauthenticated, PermissionDenied, RateLimited, Unavailable,
	}
}

// kindByReason finds the protocol error of an ErrorInfo reason. The reason
// says most: codes differ between releases of the specification.
func kindByReason(kinds []*Kind, reason string) *Kind {
	for _, list := range [][]*Kind{kinds, ownKinds()} {
		for _, k := range list {
			if k.Reason == reason {
				return k
			}
		}
	}
	return nil
}

// kindByHTTP gives a status without a reason a kind.
func kindByHTTP(status int) *Kind {
	switch status {
	case 401:
		return Unauthenticated
	case 403:
		return PermissionDenied
	case 404:
		return MethodNotFound
	case 405:
		return MethodNotAllowed
	case 413:
		return TooLarge
	case 429:
		return RateLimited
	case 502, 503, 504:
		return Unavailable
	}
	if status >= 400 && status < 500 {
		return InvalidParams
	}
	return Internal
}

// kindByRPC gives a JSON-RPC code without a reason a kind. -31401 and -31403
// are what the official Go server answers where credentials are missing or not
// enough.
func kindByRPC(kinds []*Kind, code int) *Kind {
	switch code {
	case -31401:
		return Unauthenticated
	case -31403:
		return PermissionDenied
	}
	for _, list := range [][]*Kind{kinds, ownKinds()} {
		for _, k := range list {
			if k.JSONRPC == code {
				return k
			}
		}
	}
	return Internal
}

// kindByGRPC gives a status without details a kind.
func kindByGRPC(code codes.Code) *Kind {
	for _, k := range []*Kind{InvalidParams, MethodNotFound, Unauthenticated, PermissionDenied, Unavailable, RateLimited} {
		if k.GRPC == code {
			return k
		}
	}
	return Internal
}

// readDetails fills an error from google.rpc details in JSON and returns the
// ErrorInfo reason.
func readDetails(e *Error, details []json.RawMessage) (reason string) {
	for _, raw := range details {
		var d struct {
			Type       string            `json:"@type"`
			Reason     string            `json:"reason"`
			Metadata   map[string]string `json:"metadata"`
			Violations []FieldViolation  `json:"fieldViolations"`
			RetryDelay string            `json:"retryDelay"`
		}
		if json.Unmarshal(raw, &d) != nil {
			continue
		}
		switch d.Type[strings.LastIndexByte(d.Type, '/')+1:] {
		case "google.rpc.ErrorInfo":
			reason, e.Metadata = d.Reason, d.Metadata
		case "google.rpc.BadRequest":
			e.Violations = d.Violations
		case "google.rpc.RetryInfo":
			e.RetryAfter, _ = time.ParseDuration(d.RetryDelay) // a delay that cannot be read says nothing
		}
	}
	return reason
}
