package definition

import (
	"fmt"
	"slices"
)

// schemeName is the name of a security scheme. The characters are those that
// OpenAPI allows, so that names also fit into environment variables.
func schemeName() kind[string] {
	return matching("name", `^[A-Za-z0-9._-]{1,100}$`, "letters, digits, dots, dashes and underscores")
}

func securitySchemeObject() object[SecurityScheme] {
	wrap := "a 1.0 card names the kind around it, such as {httpAuthSecurityScheme: {scheme: Bearer}}"
	return object[SecurityScheme]{
		name:    "securityScheme",
		meaning: "One way to authenticate: exactly one of the keys.",
		pos:     func(s *SecurityScheme) *Pos { return &s.Pos },
		keys: []key[SecurityScheme]{
			member("apiKeySecurityScheme", pointer(apiKeyObject().kind()), func(s *SecurityScheme) **APIKeyScheme { return &s.APIKey },
				"Key in a header, query parameter or cookie."),
			member("httpAuthSecurityScheme", pointer(httpAuthObject().kind()), func(s *SecurityScheme) **HTTPAuthScheme { return &s.HTTPAuth },
				"`Authorization` header."),
			member("oauth2SecurityScheme", pointer(oauth2Object().kind()), func(s *SecurityScheme) **OAuth2Scheme { return &s.OAuth2 },
				"OAuth 2.0."),
			member("openIdConnectSecurityScheme", pointer(openIDConnectObject().kind()), func(s *SecurityScheme) **OpenIDConnectScheme { return &s.OpenIDConnect },
				"OpenID Connect."),
			member("mtlsSecurityScheme", pointer(mtlsObject().kind()), func(s *SecurityScheme) **MTLSScheme { return &s.MTLS },
				"Client certificate."),
		},
		hints: map[string]string{"type": wrap, "scheme": wrap, "in": wrap, "flows": wrap, "openIdConnectUrl": wrap, "bearerFormat": wrap},
		check: func(d *decoder, path string, s *SecurityScheme) {
			d.exactlyOne(path, []string{"apiKeySecurityScheme", "httpAuthSecurityScheme", "oauth2SecurityScheme", "openIdConnectSecurityScheme", "mtlsSecurityScheme"},
				"name one kind of scheme, such as {httpAuthSecurityScheme: {scheme: Bearer}}", "declare a scheme for each")
		},
	}
}

// exactlyOne checks an object that is one of several things. The second key is
// at fault if there are more. An object with other keys has findings already.
func (d *decoder) exactlyOne(path string, names []string, none, several string) {
	var given []string
	for _, name := range names {
		if d.has(join(path, name)) {
			given = append(given, name)
		}
	}
	slices.SortFunc(given, func(a, b string) int { return d.keyAt(join(path, a)).compare(d.keyAt(join(path, b))) })
	switch {
	case len(given) > 1:
		d.fault(d.keyAt(join(path, given[1])), fmt.Sprintf("%s has %s and %s", path, given[0], given[1]), several)
	case len(given) == 0 && !d.hasAny(path):
		d.fault(d.keyAt(path), path+" is empty", none)
	}
}

func apiKeyObject() object[APIKeyScheme] {
	return object[APIKeyScheme]{
		name:    "apiKeySecurityScheme",
		meaning: "Key in a header, query parameter or cookie.",
		keys: []key[APIKeyScheme]{
			member("description", prose(), func(s *APIKeyScheme) *string { return &s.Description }, "What to know about it."),
			member("location", oneOf("header", "query", "cookie"), func(s *APIKeyScheme) *string { return &s.Location },
				"Where the key is.").required("write header, query or cookie"),
			member("name", matching("name", "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$", "a header name without spaces and colons"),
				func(s *APIKeyScheme) *string { return &s.Name },
				"Name of the header, parameter or cookie.").required("write the name of the header, parameter or cookie"),
		},
		hints: map[string]string{"in": "its name is location since protocol 1.0"},
	}
}

func httpAuthObject() object[HTTPAuthScheme] {
	return object[HTTPAuthScheme]{
		name:    "httpAuthSecurityScheme",
		meaning: "Authorization header.",
		keys: []key[HTTPAuthScheme]{
			member("description", prose(), func(s *HTTPAuthScheme) *string { return &s.Description }, "What to know about it."),
			member("scheme", matching("name", "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$", "the name of an HTTP authentication scheme, such as Bearer"),
				func(s *HTTPAuthScheme) *string { return &s.Scheme },
				"Name of the authentication scheme, such as `Bearer` or `Basic`.").required("write the authentication scheme, such as Bearer"),
			member("bearerFormat", line(), func(s *HTTPAuthScheme) *string { return &s.BearerFormat },
				"Form of a bearer token, such as `JWT`, for people."),
		},
	}
}

func openIDConnectObject() object[OpenIDConnectScheme] {
	return object[OpenIDConnectScheme]{
		name:    "openIdConnectSecurityScheme",
		meaning: "OpenID Connect.",
		keys: []key[OpenIDConnectScheme]{
			member("description", prose(), func(s *OpenIDConnectScheme) *string { return &s.Description }, "What to know about it."),
			member("openIdConnectUrl", secureURL(), func(s *OpenIDConnectScheme) *string { return &s.URL },
				"URL of the discovery document.").required("write the URL of the discovery document"),
		},
	}
}

func mtlsObject() object[MTLSScheme] {
	return object[MTLSScheme]{
		name:    "mtlsSecurityScheme",
		meaning: "Client certificate.",
		keys: []key[MTLSScheme]{
			member("description", prose(), func(s *MTLSScheme) *string { return &s.Description }, "What to know about it."),
		},
	}
}
