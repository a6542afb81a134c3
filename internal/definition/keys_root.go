package definition

// rootName is the name of the whole file among the objects.
const rootName = "definition"

func definitionObject() object[Definition] {
	modes := func() kind[[]string] {
		return filled(setOf(mediaType()), "list at least one media type or remove the key")
	}
	return object[Definition]{
		name:    rootName,
		meaning: "The whole file.",
		keys: []key[Definition]{
			member("version", constant(1), func(d *Definition) *int { return &d.Version },
				"Version of the file format.").required("write version: 1"),
			member("agent", agentObject().kind(), func(d *Definition) *Agent { return &d.Agent },
				"Who the agent is.").required("give the agent a name and a description"),
			member("server", serverObject().kind(), func(d *Definition) *Server { return &d.Server },
				"Where the agent listens and how others reach it. The card's `supportedInterfaces` are made of it.").or("{}"),
			member("capabilities", capabilitiesObject().kind(), func(d *Definition) *Capabilities { return &d.Capabilities },
				"Optional parts of the protocol that the agent offers.").or("{}"),
			member("securitySchemes", mapOf(schemeName(), securitySchemeObject().kind(), func(s *SecurityScheme) (*string, *Pos) { return &s.Name, &s.Pos }),
				func(d *Definition) *[]SecurityScheme { return &d.SecuritySchemes },
				"Ways to authenticate, in the card's own words. A requirement switches them on."),
			member("securityRequirements", listOf(requirement()), func(d *Definition) *[]SecurityRequirement { return &d.SecurityRequirements },
				"Schemes that callers need: one item of the list must hold, with all of its schemes. Without it anybody may call."),
			member("defaultInputModes", modes(), func(d *Definition) *[]string { return &d.DefaultInputModes },
				"Media types that skills take.").or("[application/json, text/plain]"),
			member("defaultOutputModes", modes(), func(d *Definition) *[]string { return &d.DefaultOutputModes },
				"Media types that skills produce.").or("[application/json, text/plain]"),
			member("tenants", setOf(ident("text")), func(d *Definition) *[]string { return &d.Tenants },
				"Tenants that share the agent and never see each other's tasks. The card lists every interface once for each."),
			member("signatures", listOf(signatureObject().kind()), func(d *Definition) *[]Signature { return &d.Signatures },
				"Signatures of the card. `a2a-gen card sign --write` makes them."),
			member("compat", compatObject().kind(), func(d *Definition) *Compat { return &d.Compat },
				"Which reading of the protocol to follow where several exist.").or("{}"),
			member("host", hostObject().kind(), func(d *Definition) *Host { return &d.Host },
				"What the agent's owner decides. Nothing of it is on the card.").or("{}"),
			member("skills", listOf(skillObject().kind()), func(d *Definition) *[]Skill { return &d.Skills },
				"What the agent can do. Each skill becomes a method of its handler.").or("[]"),
			member("extended", pointer(extendedObject().kind()), func(d *Definition) **Extended { return &d.Extended },
				"What only the extended card shows."),
			member("consumes", listOf(consumedObject().kind()), func(d *Definition) *[]Consumed { return &d.Consumes },
				"Other agents that this one calls; each gets a typed client."),
		},
		hints: map[string]string{
			"name":                              "it belongs under agent",
			"description":                       "it belongs under agent",
			"provider":                          "it belongs under agent",
			"documentationUrl":                  "it belongs under agent",
			"iconUrl":                           "it belongs under agent",
			"url":                               "write it as publicUrl under server",
			"supportedInterfaces":               "the card's interfaces are made of server",
			"additionalInterfaces":              "the card's interfaces are made of server",
			"preferredTransport":                "write bindings under server, the preferred one first",
			"protocolVersion":                   "every interface of the card gets 1.0",
			"security":                          "its name is securityRequirements since protocol 1.0",
			"supportsAuthenticatedExtendedCard": "write extendedAgentCard: true under capabilities",
		},
	}
}

func agentObject() object[Agent] {
	return object[Agent]{
		name:    "agent",
		meaning: "Who the agent is: the card's own first members.",
		pos:     func(a *Agent) *Pos { return &a.Pos },
		keys: []key[Agent]{
			member("name", ident("text"), func(a *Agent) *string { return &a.Name },
				"Name for people. Directory, binary and image are named after its letters and digits.").required("give the agent a name, such as test-runner"),
			member("description", prose(), func(a *Agent) *string { return &a.Description },
				"What the agent is for.").required("say in a sentence or two what the agent is for"),
			member("version", matching("version", `^[0-9A-Za-z][0-9A-Za-z.+_-]*$`, "letters, digits, dots and dashes, such as 0.1.0"),
				func(a *Agent) *string { return &a.Version }, "Version of the agent, not of the protocol.").or("0.1.0"),
			member("provider", pointer(providerObject().kind()), func(a *Agent) **Provider { return &a.Provider },
				"Who offers the agent."),
			member("documentationUrl", webURL(), func(a *Agent) *string { return &a.DocumentationURL },
				"Where people read more."),
			member("iconUrl", webURL(), func(a *Agent) *string { return &a.IconURL },
				"Picture of the agent."),
		},
	}
}

func providerObject() object[Provider] {
	return object[Provider]{
		name:    "provider",
		meaning: "Organization that offers the agent.",
		keys: []key[Provider]{
			member("organization", line(), func(p *Provider) *string { return &p.Organization },
				"Its name.").required("name the organization or remove provider"),
			member("url", webURL(), func(p *Provider) *string { return &p.URL },
				"Its web site.").required("give its web site; cards require one"),
		},
	}
}

func signatureObject() object[Signature] {
	return object[Signature]{
		name:    "signature",
		meaning: "JSON Web Signature of the card.",
		keys: []key[Signature]{
			member("protected", base64url(), func(s *Signature) *string { return &s.Protected },
				"Protected header, base64url.").required("copy it from the signed card"),
			member("signature", base64url(), func(s *Signature) *string { return &s.Signature },
				"Signature, base64url.").required("copy it from the signed card"),
			member("header", freeObject(), func(s *Signature) *map[string]any { return &s.Header },
				"Unprotected header."),
		},
	}
}

func base64url() kind[string] {
	return matching("base64url", `^[A-Za-z0-9_-]+$`, "base64url without padding")
}
