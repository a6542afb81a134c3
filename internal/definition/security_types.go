package definition

// SecurityScheme is one way to authenticate. Exactly one of its pointers is
// set; they carry the names of the card's members.
type SecurityScheme struct {
	Pos           Pos // of the name
	Name          string
	APIKey        *APIKeyScheme
	HTTPAuth      *HTTPAuthScheme
	OAuth2        *OAuth2Scheme
	OpenIDConnect *OpenIDConnectScheme
	MTLS          *MTLSScheme
}

// APIKeyScheme is apiKeySecurityScheme.
type APIKeyScheme struct {
	Description string
	Location    string // query, header or cookie
	Name        string // of the parameter
}

// HTTPAuthScheme is httpAuthSecurityScheme.
type HTTPAuthScheme struct {
	Description  string
	Scheme       string // such as Bearer or Basic
	BearerFormat string
}

// OAuth2Scheme is oauth2SecurityScheme.
type OAuth2Scheme struct {
	Description string
	Flows       OAuthFlows
	MetadataURL string
}

// OAuthFlows holds the one flow of a scheme; exactly one pointer is set. The
// implicit and password flows are not here: RFC 9700 rules them out.
type OAuthFlows struct {
	AuthorizationCode *AuthorizationCodeFlow
	ClientCredentials *ClientCredentialsFlow
	DeviceCode        *DeviceCodeFlow
}

// Scopes returns the scopes of whichever flow is set.
func (f *OAuthFlows) Scopes() map[string]string {
	switch {
	case f.AuthorizationCode != nil:
		return f.AuthorizationCode.Scopes
	case f.ClientCredentials != nil:
		return f.ClientCredentials.Scopes
	case f.DeviceCode != nil:
		return f.DeviceCode.Scopes
	}
	return nil
}

// AuthorizationCodeFlow is authorizationCode.
type AuthorizationCodeFlow struct {
	AuthorizationURL, TokenURL, RefreshURL string
	Scopes                                 map[string]string // name to description
	PKCERequired                           bool
}

// ClientCredentialsFlow is clientCredentials.
type ClientCredentialsFlow struct {
	TokenURL, RefreshURL string
	Scopes               map[string]string // name to description
}

// DeviceCodeFlow is deviceCode.
type DeviceCodeFlow struct {
	DeviceAuthorizationURL, TokenURL, RefreshURL string
	Scopes                                       map[string]string // name to description
}

// OpenIDConnectScheme is openIdConnectSecurityScheme.
type OpenIDConnectScheme struct {
	Description string
	URL         string // of the discovery document
}

// MTLSScheme is mtlsSecurityScheme.
type MTLSScheme struct{ Description string }

// SecurityRequirement is one alternative of a list of requirements: all of its
// schemes together let a caller in. Without any scheme it lets anybody in.
type SecurityRequirement struct {
	Schemes []RequiredScheme // sorted by name
}

// RequiredScheme names a scheme and the scopes that a caller needs.
type RequiredScheme struct {
	Pos    Pos // of the name
	Name   string
	Scopes []string // never nil
}
