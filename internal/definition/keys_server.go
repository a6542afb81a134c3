package definition

func serverObject() object[Server] {
	return object[Server]{
		name:    "server",
		meaning: "Where the agent listens and how others reach it.",
		keys: []key[Server]{
			member("http", listenAddress(), func(s *Server) *string { return &s.HTTP },
				"Listen address of JSON-RPC (`/a2a/jsonrpc`), HTTP+JSON (`/a2a/rest`) and the card.").or(`"127.0.0.1:41241"`),
			member("grpc", listenAddress(), func(s *Server) *string { return &s.GRPC },
				"Listen address of gRPC.").or(`"127.0.0.1:41242"`),
			member("publicUrl", baseURL(), func(s *Server) *string { return &s.PublicURL },
				"URL under which clients find what `http` serves.").orElse("`http://` and the address of `http`; required if that address has no host that clients can reach"),
			member("publicGrpc", dialAddress(), func(s *Server) *string { return &s.PublicGRPC },
				"Address under which clients find gRPC.").orElse("host of `publicUrl` and port of `grpc`"),
			member("bindings", filled(setOf(oneOf(JSONRPC, HTTPJSON, GRPC)), "list at least one of JSONRPC, HTTP+JSON, GRPC or remove the key"),
				func(s *Server) *[]string { return &s.Bindings },
				"Bindings that are served, the preferred one first.").or("[JSONRPC, HTTP+JSON, GRPC]"),
		},
	}
}

func capabilitiesObject() object[Capabilities] {
	return object[Capabilities]{
		name:    "capabilities",
		meaning: "Optional parts of the protocol that the agent offers.",
		keys: []key[Capabilities]{
			member("streaming", boolean(), func(c *Capabilities) *bool { return &c.Streaming },
				"Serve streams of updates.").or("true"),
			member("pushNotifications", boolean(), func(c *Capabilities) *bool { return &c.PushNotifications },
				"Send updates to webhooks.").or("false"),
			member("extendedAgentCard", boolean(), func(c *Capabilities) *bool { return &c.ExtendedAgentCard },
				"Show authenticated callers another card. Needs a security scheme.").or("false"),
			member("extensions", listOf(extensionObject().kind()), func(c *Capabilities) *[]Extension { return &c.Extensions },
				"Protocol extensions that the agent understands."),
		},
		hints: map[string]string{"stateTransitionHistory": "protocol 1.0 has no such capability; remove it"},
	}
}

func extensionObject() object[Extension] {
	return object[Extension]{
		name:    "extension",
		meaning: "Protocol extension that the agent understands.",
		pos:     func(e *Extension) *Pos { return &e.Pos },
		keys: []key[Extension]{
			member("uri", anyURI(), func(e *Extension) *string { return &e.URI },
				"What identifies the extension.").required("write the URI that identifies the extension"),
			member("description", prose(), func(e *Extension) *string { return &e.Description },
				"How the agent uses it."),
			member("required", boolean(), func(e *Extension) *bool { return &e.Required },
				"Refuse clients that do not use it.").or("false"),
			member("params", freeObject(), func(e *Extension) *map[string]any { return &e.Params },
				"Its configuration."),
		},
	}
}

func compatObject() object[Compat] {
	return object[Compat]{
		name:    "compat",
		meaning: "Which reading of the protocol to follow where several exist.",
		keys: []key[Compat]{
			member("errorTable", oneOf(ErrorTable101, ErrorTable100), func(c *Compat) *string { return &c.ErrorTable },
				"Specification whose error numbers are used.").or(ErrorTable101),
			member("missingVersion", oneOf(MissingVersionReject, MissingVersionAssume1), func(c *Compat) *string { return &c.MissingVersion },
				"What a request without `A2A-Version` gets.").or(MissingVersionReject),
		},
	}
}

func consumedObject() object[Consumed] {
	return object[Consumed]{
		name:    "consumed",
		meaning: "Another agent that this one calls.",
		pos:     func(c *Consumed) *Pos { return &c.Pos },
		keys: []key[Consumed]{
			member("name", ident("text"), func(c *Consumed) *string { return &c.Name },
				"Name of its client.").required("give the client a name, such as deployer"),
			member("card", relativeFile(), func(c *Consumed) *string { return &c.Card },
				"File with its card, relative to the definition.").required("save the agent's card in a file and name that"),
		},
	}
}
