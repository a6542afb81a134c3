package push

import (
	"strings"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/wire"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
)

// maxHeader limits a token and credentials, in bytes.
const maxHeader = 8 << 10

// computed are the authorization schemes that need more than sending a
// credential: a challenge, a signature, or a handshake.
var computed = map[string]bool{
	"digest": true, "hmac": true, "hoba": true, "mutual": true, "negotiate": true, "ntlm": true,
	"oauth": true, "scram-sha-1": true, "scram-sha-256": true, "signature": true, "vapid": true,
	"dpop": true, "aws4-hmac-sha256": true,
}

// Check says whether notifications can be sent as a configuration wants. The
// error names the fields at fault, with path as the configuration's own name,
// "" if it is the whole request.
func (s *Sender) Check(path string, config *a2apb.TaskPushNotificationConfig) error {
	if path != "" {
		path += "."
	}
	var violations []wire.FieldViolation
	fault := func(field, text string) {
		if text != "" {
			violations = append(violations, wire.FieldViolation{Field: path + field, Description: text})
		}
	}
	fault("url", s.policy.CheckURL(config.GetUrl()))
	fault("token", headerFault(config.GetToken()))
	if auth := config.GetAuthentication(); auth != nil {
		fault("authentication.scheme", schemeFault(auth.GetScheme()))
		fault("authentication.credentials", headerFault(auth.GetCredentials()))
	}
	if len(violations) > 0 {
		return wire.Invalid(violations...)
	}
	return nil
}

// headerFault says why a value cannot be sent in a header.
func headerFault(value string) string {
	if len(value) > maxHeader {
		return "is too long for a header"
	}
	for i := range len(value) {
		if value[i] < ' ' || value[i] > '~' {
			return "has characters that a header cannot carry"
		}
	}
	if strings.TrimSpace(value) != value {
		return "begins or ends with a space"
	}
	return ""
}

// schemeFault says why credentials of a scheme cannot be sent.
func schemeFault(scheme string) string {
	if scheme == "" {
		return "is missing"
	}
	for i := range len(scheme) {
		if c := scheme[i]; !isToken(c) {
			return "is not the name of a scheme"
		}
	}
	if computed[strings.ToLower(scheme)] {
		return "needs a computation that this agent does not make; use a scheme that sends its credentials, such as Bearer"
	}
	return ""
}

// isToken says whether a byte may be part of a scheme's name (RFC 9110,
// section 5.6.2).
func isToken(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' ||
		strings.IndexByte("!#$%&'*+-.^_`|~", c) >= 0
}
