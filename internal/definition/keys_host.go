package definition

func hostObject() object[Host] {
	return object[Host]{
		name:    "host",
		meaning: "What the agent's owner decides. Nothing of it is on the card.",
		keys: []key[Host]{
			member("store", unlessPlanned(oneOf(StoreSQLite, StoreMemory), "postgres", "use sqlite"), func(h *Host) *string { return &h.Store },
				"Where tasks are kept.").or(StoreSQLite),
			member("bus", unlessPlanned(oneOf(BusMemory), "nats", "use memory: one process serves the agent"), func(h *Host) *string { return &h.Bus },
				"How events reach subscribers.").or(BusMemory),
			member("auth", mapOf(schemeName(), authObject().kind(), func(a *Auth) (*string, *Pos) { return &a.Scheme, &a.Pos }),
				func(h *Host) *[]Auth { return &h.Auth },
				"How the credentials of each scheme are checked. Every scheme that is required needs an entry. It never holds a secret, and `A2A_AUTH_SCHEME_ISSUER`, `_AUDIENCE`, `_JWKS_URL` and `_FILE` change it when the agent starts."),
			member("push", pushObject().kind(), func(h *Host) *Push { return &h.Push },
				"Where push notifications may go.").or("{}"),
		},
	}
}

// unlessPlanned refuses a value that people look for in its own words.
func unlessPlanned(k kind[string], planned, instead string) kind[string] {
	return refusing(k, func(s string) *problem {
		if s != planned {
			return nil
		}
		return &problem{"is " + planned + ", which is not available yet", instead}
	})
}

func authObject() object[Auth] {
	return object[Auth]{
		name:    "auth",
		meaning: "How the credentials of one scheme are checked.",
		pos:     func(a *Auth) *Pos { return &a.Pos },
		keys: []key[Auth]{
			member("issuer", secureURL(), func(a *Auth) *string { return &a.Issuer },
				"Issuer of tokens. For Bearer, OAuth 2.0 and OpenID Connect, where it is required."),
			member("audience", line(), func(a *Auth) *string { return &a.Audience },
				"Audience that tokens must name. For Bearer, OAuth 2.0 and OpenID Connect, where it is required."),
			member("jwksUrl", secureURL(), func(a *Auth) *string { return &a.JWKSURL },
				"Keys of the issuer.").orElse("what the issuer's metadata says"),
			member("file", line(), func(a *Auth) *string { return &a.File },
				"File on the host with what is accepted. For API keys and Basic a line `NAME:SHA256` each, with the SHA-256 of the key or password in hexadecimal, and `:SCOPES` behind it if it grants some; for client certificates their authorities, PEM. Required for these."),
		},
	}
}

func pushObject() object[Push] {
	return object[Push]{
		name:    "push",
		meaning: "Where push notifications may go and what they carry.",
		keys: []key[Push]{
			member("allowPrivate", boolean(), func(p *Push) *bool { return &p.AllowPrivate },
				"Also to private and loopback addresses.").or("false"),
			member("allowHttp", boolean(), func(p *Push) *bool { return &p.AllowHTTP },
				"Also without TLS.").or("false"),
			member("allowHosts", setOf(host()), func(p *Push) *[]string { return &p.AllowHosts },
				"Only to these hosts.").orElse("all hosts"),
			member("statesOnly", boolean(), func(p *Push) *bool { return &p.StatesOnly },
				"Only changes of state, no artifacts and messages.").or("false"),
		},
	}
}
