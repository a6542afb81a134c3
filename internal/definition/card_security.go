package definition

func (s *SecurityScheme) card() members {
	var m members
	switch {
	case s.APIKey != nil:
		m.addText("description", s.APIKey.Description)
		m.add("location", s.APIKey.Location)
		m.add("name", s.APIKey.Name)
		return members{{"apiKeySecurityScheme", m}}
	case s.HTTPAuth != nil:
		m.addText("description", s.HTTPAuth.Description)
		m.add("scheme", s.HTTPAuth.Scheme)
		m.addText("bearerFormat", s.HTTPAuth.BearerFormat)
		return members{{"httpAuthSecurityScheme", m}}
	case s.OAuth2 != nil:
		m.addText("description", s.OAuth2.Description)
		m.add("flows", s.OAuth2.Flows.card())
		m.addText("oauth2MetadataUrl", s.OAuth2.MetadataURL)
		return members{{"oauth2SecurityScheme", m}}
	case s.OpenIDConnect != nil:
		m.addText("description", s.OpenIDConnect.Description)
		m.add("openIdConnectUrl", s.OpenIDConnect.URL)
		return members{{"openIdConnectSecurityScheme", m}}
	}
	m.addText("description", s.MTLS.Description)
	return members{{"mtlsSecurityScheme", m}}
}

func (f *OAuthFlows) card() members {
	var m members
	switch {
	case f.AuthorizationCode != nil:
		m.add("authorizationUrl", f.AuthorizationCode.AuthorizationURL)
		m.add("tokenUrl", f.AuthorizationCode.TokenURL)
		m.addText("refreshUrl", f.AuthorizationCode.RefreshURL)
		m.add("scopes", f.AuthorizationCode.Scopes)
		m.addFlag("pkceRequired", f.AuthorizationCode.PKCERequired)
		return members{{"authorizationCode", m}}
	case f.ClientCredentials != nil:
		m.add("tokenUrl", f.ClientCredentials.TokenURL)
		m.addText("refreshUrl", f.ClientCredentials.RefreshURL)
		m.add("scopes", f.ClientCredentials.Scopes)
		return members{{"clientCredentials", m}}
	}
	m.add("deviceAuthorizationUrl", f.DeviceCode.DeviceAuthorizationURL)
	m.add("tokenUrl", f.DeviceCode.TokenURL)
	m.addText("refreshUrl", f.DeviceCode.RefreshURL)
	m.add("scopes", f.DeviceCode.Scopes)
	return members{{"deviceCode", m}}
}

// addRequirements adds securityRequirements in the form of protocol 1.0.
func (m *members) addRequirements(requirements []SecurityRequirement) {
	if len(requirements) == 0 {
		return
	}
	list := make([]members, len(requirements))
	for i, r := range requirements {
		schemes := members{}
		for _, s := range r.Schemes {
			schemes.add(s.Name, members{{"list", filledList(s.Scopes)}})
		}
		list[i] = members{{"schemes", schemes}}
	}
	m.add("securityRequirements", list)
}

// The members that cards add: always, or unless they say nothing.

func (m *members) add(name string, value any) { *m = append(*m, entry{name, value}) }

func (m *members) addText(name, value string) {
	if value != "" {
		m.add(name, value)
	}
}

func (m *members) addFlag(name string, value bool) {
	if value {
		m.add(name, value)
	}
}

func (m *members) addList(name string, value []string) {
	if len(value) > 0 {
		m.add(name, value)
	}
}

func (m *members) addObject(name string, value map[string]any) {
	if value != nil {
		m.add(name, value)
	}
}

// filledList is a list that JSON does not write as null.
func filledList(list []string) []string { return append([]string{}, list...) }

func cards[T any](list []T, card func(*T) members) []members {
	all := make([]members, len(list))
	for i := range list {
		all[i] = card(&list[i])
	}
	return all
}
