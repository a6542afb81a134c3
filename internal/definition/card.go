package definition

import "slices"

// protocolVersion is what interfaces on cards say: major and minor, no patch.
const protocolVersion = "1.0"

// Paths of the HTTP bindings under the public URL.
const (
	JSONRPCPath = "/a2a/jsonrpc"
	RESTPath    = "/a2a/rest"
)

// CardJSON returns the agent card (sections 4.4.1 and 8) in ProtoJSON: members
// in the order of the protocol's AgentCard, required ones always there, lists
// never null, two spaces of indent a level.
func (d *Definition) CardJSON() ([]byte, error) {
	m := d.card(d.Agent.Description, d.Skills)
	if len(d.Signatures) > 0 {
		m.add("signatures", cards(d.Signatures, (*Signature).card))
	}
	return marshal(m)
}

// ExtendedCardJSON returns the card for authenticated callers, or nil if the
// definition has none.
func (d *Definition) ExtendedCardJSON() ([]byte, error) {
	if d.Extended == nil {
		return nil, nil
	}
	description := d.Agent.Description
	if d.Extended.Description != "" {
		description = d.Extended.Description
	}
	return marshal(d.card(description, slices.Concat(d.Skills, d.Extended.Skills)))
}

func (d *Definition) card(description string, skills []Skill) members {
	var m members
	m.add("name", d.Agent.Name)
	m.add("description", description)
	m.add("supportedInterfaces", d.interfaces())
	if p := d.Agent.Provider; p != nil {
		m.add("provider", members{{"url", p.URL}, {"organization", p.Organization}})
	}
	m.add("version", d.Agent.Version)
	m.addText("documentationUrl", d.Agent.DocumentationURL)
	m.add("capabilities", d.Capabilities.card())
	if len(d.SecuritySchemes) > 0 {
		var schemes members
		for i := range d.SecuritySchemes {
			schemes.add(d.SecuritySchemes[i].Name, d.SecuritySchemes[i].card())
		}
		m.add("securitySchemes", schemes)
	}
	m.addRequirements(d.SecurityRequirements)
	m.add("defaultInputModes", d.DefaultInputModes)
	m.add("defaultOutputModes", d.DefaultOutputModes)
	m.add("skills", cards(skills, (*Skill).card))
	m.addText("iconUrl", d.Agent.IconURL)
	return m
}

// interfaces lists each binding, in order of preference, once for each tenant.
func (d *Definition) interfaces() []members {
	tenants := d.Tenants
	if len(tenants) == 0 {
		tenants = []string{""}
	}
	list := []members{}
	for _, tenant := range tenants {
		for _, binding := range d.Server.Bindings {
			var m members
			m.add("url", d.Server.interfaceURL(binding))
			m.add("protocolBinding", binding)
			m.addText("tenant", tenant)
			m.add("protocolVersion", protocolVersion)
			list = append(list, m)
		}
	}
	return list
}

// interfaceURL is where clients find a binding. gRPC has no URL but host:port.
func (s *Server) interfaceURL(binding string) string {
	switch binding {
	case JSONRPC:
		return s.PublicURL + JSONRPCPath
	case HTTPJSON:
		return s.PublicURL + RESTPath
	}
	return s.PublicGRPC
}

func (c *Capabilities) card() members {
	m := members{{"streaming", c.Streaming}, {"pushNotifications", c.PushNotifications}}
	if len(c.Extensions) > 0 {
		m.add("extensions", cards(c.Extensions, (*Extension).card))
	}
	m.add("extendedAgentCard", c.ExtendedAgentCard)
	return m
}

func (e *Extension) card() members {
	m := members{{"uri", e.URI}}
	m.addText("description", e.Description)
	m.addFlag("required", e.Required)
	m.addObject("params", e.Params)
	return m
}

func (s *Skill) card() members {
	m := members{{"id", s.ID}, {"name", s.Name}, {"description", s.Description}, {"tags", filledList(s.Tags)}}
	m.addList("examples", s.Examples)
	m.addList("inputModes", s.InputModes)
	m.addList("outputModes", s.OutputModes)
	m.addRequirements(s.SecurityRequirements)
	return m
}

func (s *Signature) card() members {
	m := members{{"protected", s.Protected}, {"signature", s.Signature}}
	m.addObject("header", s.Header)
	return m
}
