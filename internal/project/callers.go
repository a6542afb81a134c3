package project

import (
	"fmt"

	"github.com/a2a-gen/a2a-gen/internal/definition"
)

// caller is one row of the README's table of credentials.
type caller struct{ Scheme, Shows, Against string }

// callers lists what callers show, and what that is checked against.
func callers(def *definition.Definition) []caller {
	var list []caller
	for _, a := range def.Host.Auth {
		for i := range def.SecuritySchemes {
			if s := &def.SecuritySchemes[i]; s.Name == a.Scheme {
				list = append(list, caller{a.Scheme, cell(shows(s)), cell(against(s, &a))})
			}
		}
	}
	return list
}

func shows(s *definition.SecurityScheme) string {
	switch {
	case s.APIKey != nil && s.APIKey.Location == "query":
		return fmt.Sprintf("a key as the query parameter `%s`, or as metadata of that name over gRPC", s.APIKey.Name)
	case s.APIKey != nil:
		return fmt.Sprintf("a key as the %s `%s`", s.APIKey.Location, s.APIKey.Name)
	case s.MTLS != nil:
		return "a client certificate"
	case s.Tokens():
		return "`Authorization: Bearer TOKEN`, a signed JWT"
	}
	return "`Authorization: Basic ...`, name and password"
}

func against(s *definition.SecurityScheme, a *definition.Auth) string {
	switch {
	case s.Tokens():
		return fmt.Sprintf("issuer `%s`, audience `%s`", a.Issuer, a.Audience)
	case s.MTLS != nil:
		return fmt.Sprintf("`%s`: certificate authorities, PEM", a.File)
	}
	return fmt.Sprintf("`%s`: a line `NAME:SHA256` or `NAME:SHA256:SCOPES` for each secret, with its hexadecimal SHA-256", a.File)
}
