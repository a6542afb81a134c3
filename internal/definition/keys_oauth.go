package definition

import "go.yaml.in/yaml/v3"

func oauth2Object() object[OAuth2Scheme] {
	return object[OAuth2Scheme]{
		name:    "oauth2SecurityScheme",
		meaning: "OAuth 2.0.",
		keys: []key[OAuth2Scheme]{
			member("description", prose(), func(s *OAuth2Scheme) *string { return &s.Description }, "What to know about it."),
			member("flows", flowsObject().kind(), func(s *OAuth2Scheme) *OAuthFlows { return &s.Flows },
				"How to get a token.").required("say how to get a token, such as {clientCredentials: {tokenUrl: ..., scopes: {}}}"),
			member("oauth2MetadataUrl", secureURL(), func(s *OAuth2Scheme) *string { return &s.MetadataURL },
				"URL of the authorization server's metadata (RFC 8414)."),
		},
	}
}

// flowsObject follows the card of 1.0: one flow a scheme. The implicit and
// password flows exist there for cards of older agents; none is made here
// (RFC 9700, sections 2.1.2 and 2.4).
func flowsObject() object[OAuthFlows] {
	return object[OAuthFlows]{
		name:    "oauthFlows",
		meaning: "How to get a token: exactly one of the keys.",
		keys: []key[OAuthFlows]{
			member("authorizationCode", pointer(authorizationCodeObject().kind()), func(f *OAuthFlows) **AuthorizationCodeFlow { return &f.AuthorizationCode },
				"A person logs in with a browser."),
			member("clientCredentials", pointer(clientCredentialsObject().kind()), func(f *OAuthFlows) **ClientCredentialsFlow { return &f.ClientCredentials },
				"A program has credentials of its own."),
			member("deviceCode", pointer(deviceCodeObject().kind()), func(f *OAuthFlows) **DeviceCodeFlow { return &f.DeviceCode },
				"A person logs in on another device."),
		},
		hints: map[string]string{
			"implicit": "RFC 9700 rules the implicit flow out: use authorizationCode with pkceRequired: true",
			"password": "RFC 9700 rules the password flow out: use authorizationCode with pkceRequired: true, or deviceCode",
		},
		check: func(d *decoder, path string, f *OAuthFlows) {
			d.exactlyOne(path, []string{"authorizationCode", "clientCredentials", "deviceCode"},
				"name one flow, such as clientCredentials", "a 1.0 scheme has one flow: declare a scheme for each")
		},
	}
}

const (
	needTokenURL = "write the URL at which tokens are issued"
	needScopes   = "list the scopes with what they mean, or write scopes: {}"
)

func authorizationCodeObject() object[AuthorizationCodeFlow] {
	return object[AuthorizationCodeFlow]{
		name:    "authorizationCode",
		meaning: "A person logs in with a browser.",
		keys: []key[AuthorizationCodeFlow]{
			member("authorizationUrl", secureURL(), func(f *AuthorizationCodeFlow) *string { return &f.AuthorizationURL },
				"Where the person logs in.").required("write the URL at which people log in"),
			member("tokenUrl", secureURL(), func(f *AuthorizationCodeFlow) *string { return &f.TokenURL },
				"Where tokens are issued.").required(needTokenURL),
			member("refreshUrl", secureURL(), func(f *AuthorizationCodeFlow) *string { return &f.RefreshURL },
				"Where tokens are refreshed."),
			member("scopes", scopes(), func(f *AuthorizationCodeFlow) *map[string]string { return &f.Scopes },
				"Scopes and what they mean.").required(needScopes),
			member("pkceRequired", boolean(), func(f *AuthorizationCodeFlow) *bool { return &f.PKCERequired },
				"Clients must use PKCE (RFC 7636).").or("false"),
		},
	}
}

func clientCredentialsObject() object[ClientCredentialsFlow] {
	return object[ClientCredentialsFlow]{
		name:    "clientCredentials",
		meaning: "A program has credentials of its own.",
		keys: []key[ClientCredentialsFlow]{
			member("tokenUrl", secureURL(), func(f *ClientCredentialsFlow) *string { return &f.TokenURL },
				"Where tokens are issued.").required(needTokenURL),
			member("refreshUrl", secureURL(), func(f *ClientCredentialsFlow) *string { return &f.RefreshURL },
				"Where tokens are refreshed."),
			member("scopes", scopes(), func(f *ClientCredentialsFlow) *map[string]string { return &f.Scopes },
				"Scopes and what they mean.").required(needScopes),
		},
	}
}

func deviceCodeObject() object[DeviceCodeFlow] {
	return object[DeviceCodeFlow]{
		name:    "deviceCode",
		meaning: "A person logs in on another device.",
		keys: []key[DeviceCodeFlow]{
			member("deviceAuthorizationUrl", secureURL(), func(f *DeviceCodeFlow) *string { return &f.DeviceAuthorizationURL },
				"Where the device gets its code.").required("write the URL at which devices get their code"),
			member("tokenUrl", secureURL(), func(f *DeviceCodeFlow) *string { return &f.TokenURL },
				"Where tokens are issued.").required(needTokenURL),
			member("refreshUrl", secureURL(), func(f *DeviceCodeFlow) *string { return &f.RefreshURL },
				"Where tokens are refreshed."),
			member("scopes", scopes(), func(f *DeviceCodeFlow) *map[string]string { return &f.Scopes },
				"Scopes and what they mean.").required(needScopes),
		},
	}
}

// scopeName is a scope-token of RFC 6749, section 3.3.
func scopeName() kind[string] {
	return matching("scope", `^[!#-\[\]-~]+$`, "a scope without spaces, quotes and backslashes")
}

// scopes is a mapping from scopes to what they mean.
func scopes() kind[map[string]string] {
	return kind[map[string]string]{
		noun: "mapping of scope to text",
		schema: func(r *reference) members {
			return members{{"type", "object"}, {"propertyNames", scopeName().schema(r)}, {"additionalProperties", note().schema(r)}}
		},
		read: func(d *decoder, n *yaml.Node, path string) (map[string]string, bool) {
			pairs, ok := d.mapping(n, path)
			if !ok {
				return nil, false
			}
			m := make(map[string]string, len(pairs))
			for _, p := range pairs {
				at := join(path, p.name)
				scopeName().read(d, p.key, at)
				m[p.name], _ = note().read(d, p.value, at)
			}
			return m, true
		},
	}
}
