// Package auth checks the credentials of callers as the agent's card declares
// them: each security scheme by itself, combined by the security requirements
// (section 7). The generated package auth of a project lists the schemes and
// requirements of its definition for it.
//
// # Decision
//
// A list of requirements is met if one of them is, and a requirement if all
// its schemes are, with their scopes. The first that is met says who calls. An
// agent without requirements admits anybody, and a caller who shows credentials
// all the same is known by them. Wrong credentials never pass as anonymous:
// whoever shows them believes to be known, and would share what is anonymous.
//
// A skill with requirements of its own asks for them besides; which skills
// that closes for a caller is in [host.Identity].
//
// All bindings ask the same [Policy], so they decide the same. What is missing
// is answered with the protocol's own error and a challenge that names what
// would do (RFC 9110, section 11.6.1; RFC 6750, section 3).
//
// # Schemes
//
// API keys and HTTP Basic are compared with the SHA-256 of secrets from a file,
// client certificates with the authorities from one. Files are read again when
// they change, so that credentials can be added and revoked while the agent
// runs. Package oidc below this one checks tokens; it is apart because it needs
// modules that other agents do without.
//
// Over gRPC a key in a query parameter is sent as metadata of that name, since
// there is no query.
package auth
