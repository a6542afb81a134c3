package wire

import (
	"slices"

	"google.golang.org/grpc/codes"
)

// ownKinds lists the kinds that are declared here, for clients.
func ownKinds() []*Kind {
	return []*Kind{
		ParseError, InvalidRequest, MethodNotFound, MethodNotAllowed, InvalidParams, Internal,
		TooLarge, Unauthenticated, PermissionDenied, RateLimited, Unavailable,
	}
}

// kindByReason finds the protocol error of an ErrorInfo reason, or nil. The
// reason says most: codes differ between releases of the specification.
func kindByReason(kinds []*Kind, reason string) *Kind {
	return findKind(kinds, func(k *Kind) bool { return k.Reason == reason })
}

// findKind looks among the protocol's kinds first.
func findKind(kinds []*Kind, is func(*Kind) bool) *Kind {
	for _, list := range [][]*Kind{kinds, ownKinds()} {
		if i := slices.IndexFunc(list, is); i >= 0 {
			return list[i]
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

// kindByRPC gives a JSON-RPC code without a reason a kind, nil if it says
// nothing. -31401 and -31403 are what the official Go server answers where
// credentials are missing or not enough.
func kindByRPC(kinds []*Kind, code int) *Kind {
	switch code {
	case -31401:
		return Unauthenticated
	case -31403:
		return PermissionDenied
	}
	return findKind(kinds, func(k *Kind) bool { return k.JSONRPC == code })
}

// kindByGRPC gives a status without a reason a kind. Of the protocol's errors
// only one is NOT_FOUND; the others share their codes.
func kindByGRPC(kinds []*Kind, code codes.Code) *Kind {
	switch code {
	case codes.NotFound:
		if k := findKind(kinds, func(k *Kind) bool { return k.GRPC == code }); k != nil {
			return k
		}
		return MethodNotFound
	case codes.InvalidArgument, codes.FailedPrecondition, codes.OutOfRange, codes.AlreadyExists:
		return InvalidParams
	case codes.Unimplemented:
		return MethodNotFound
	case codes.Unauthenticated:
		return Unauthenticated
	case codes.PermissionDenied:
		return PermissionDenied
	case codes.ResourceExhausted:
		return RateLimited
	case codes.Unavailable, codes.Aborted:
		return Unavailable
	}
	return Internal
}
