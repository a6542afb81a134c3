package auth

import (
	"errors"
	"strings"
)

// challenge returns the value of WWW-Authenticate that asks for the credentials
// of schemes. scopes are those that are missing, if all else is good.
func (c *checker) challenge(names []string, proofs map[string]proof, scopes string) string {
	var challenges []string
	for i, name := range c.names {
		for _, wanted := range names {
			if name == wanted {
				challenges = append(challenges, c.challengeOf(c.schemes[i], proofs[name].err, scopes))
			}
		}
	}
	return strings.Join(challenges, ", ")
}

// challengeOf returns the challenge of one scheme. Bearer tokens have words of
// their own for what is wrong (RFC 6750, section 3.1).
func (c *checker) challengeOf(scheme Scheme, err error, scopes string) string {
	name, params := scheme.Challenge()
	var b strings.Builder
	b.WriteString(name)
	writeParam(&b, " realm", c.realm)
	for _, p := range params {
		writeParam(&b, ", "+p.Name, p.Value)
	}
	if name != "Bearer" {
		return b.String()
	}
	if fault, ok := errors.AsType[*Fault](err); ok {
		writeParam(&b, ", error", "invalid_token")
		writeParam(&b, ", error_description", fault.Text)
	} else if scopes != "" {
		writeParam(&b, ", error", "insufficient_scope")
		writeParam(&b, ", scope", scopes)
	}
	return b.String()
}

// writeParam writes a parameter as a quoted string (RFC 9110, section 5.6.4).
func writeParam(b *strings.Builder, name, value string) {
	b.WriteString(name)
	b.WriteString(`="`)
	for _, r := range value {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r >= ' ' && r <= '~':
			b.WriteRune(r)
		default:
			b.WriteByte('?')
		}
	}
	b.WriteByte('"')
}
