package definition

import (
	"fmt"
	"maps"
	"mime"
	"slices"
	"strings"

	"github.com/a2a-gen/a2a-gen/internal/diag"
)

// checkSecurity holds that what the card asks for is declared, and that the
// host knows how to check it: an agent never serves a card that it does not
// enforce.
func (d *decoder) checkSecurity(def *Definition) {
	d.checkRequirements(def, def.SecurityRequirements, "securityRequirements")
	for i := range def.Host.Auth {
		a := &def.Host.Auth[i]
		at := "host.auth." + a.Scheme
		scheme := def.scheme(a.Scheme)
		if scheme == nil {
			d.fault(a.Pos, at+" is no security scheme", d.meantScheme(def, a.Scheme))
			continue
		}
		d.checkAuth(a, scheme, at)
	}
	d.checkVariables(def)
	used := requiredSchemes(def)
	for i := range def.SecuritySchemes {
		s := &def.SecuritySchemes[i]
		if slices.Contains(used, s.Name) && !d.has("host.auth."+s.Name) {
			d.fault(s.Pos, fmt.Sprintf("security scheme %q is required, but the host is not told how to check it", s.Name), authHint(s))
		}
	}
}

// checkVariables holds that schemes can be told apart in environment variables,
// where names have no case and one mark.
func (d *decoder) checkVariables(def *Definition) {
	name := strings.NewReplacer(".", "_", "-", "_")
	for i := range def.Host.Auth {
		a := &def.Host.Auth[i]
		for _, b := range def.Host.Auth[:i] {
			if strings.EqualFold(name.Replace(a.Scheme), name.Replace(b.Scheme)) {
				d.fault(a.Pos, fmt.Sprintf("host.auth.%s and host.auth.%s have the same environment variables", a.Scheme, b.Scheme), "rename one of the schemes")
			}
		}
	}
}

// authorization returns the schemes of a requirement that use the Authorization
// header: one with a name and password, one with a token; nil without.
func (def *Definition) authorization(r SecurityRequirement) (basic, token *RequiredScheme) {
	for i := range r.Schemes {
		scheme := def.scheme(r.Schemes[i].Name)
		switch {
		case scheme == nil:
		case scheme.Tokens():
			token = &r.Schemes[i]
		case scheme.HTTPAuth != nil:
			basic = &r.Schemes[i]
		}
	}
	return basic, token
}

// checkTogether holds that a caller can send what a requirement asks for: a
// call has one Authorization header.
func (d *decoder) checkTogether(def *Definition, r SecurityRequirement, path string) {
	if basic, token := def.authorization(r); basic != nil && token != nil {
		d.fault(basic.Pos, fmt.Sprintf("%s asks for %s and %s together, but a call has one Authorization header", path, basic.Name, token.Name),
			"make them alternatives: a list entry each")
	}
}

// checkReachable holds that a caller can send what a skill asks for besides
// what the agent does.
func (d *decoder) checkReachable(def *Definition, s *Skill, path string) {
	for _, agent := range def.SecurityRequirements {
		for _, skill := range s.SecurityRequirements {
			basic, token := def.authorization(SecurityRequirement{Schemes: slices.Concat(agent.Schemes, skill.Schemes)})
			if basic == nil || token == nil {
				return
			}
		}
	}
	if len(def.SecurityRequirements) > 0 && len(s.SecurityRequirements) > 0 {
		d.fault(d.keyAt(path+".securityRequirements"), path+" asks for another Authorization header than the agent does, and a call has one of them",
			"ask for the agent's scheme, or for an API key or certificate besides")
	}
}

// checkRequirements holds that schemes and scopes are declared.
func (d *decoder) checkRequirements(def *Definition, requirements []SecurityRequirement, path string) {
	for _, r := range requirements {
		d.checkTogether(def, r, path)
		for _, want := range r.Schemes {
			scheme := def.scheme(want.Name)
			if scheme == nil {
				d.fault(want.Pos, fmt.Sprintf("%s names the scheme %q, which is not declared", path, want.Name), d.meantScheme(def, want.Name))
				continue
			}
			if scheme.OAuth2 == nil || len(scheme.OAuth2.Flows.Scopes()) == 0 {
				continue
			}
			known := scheme.OAuth2.Flows.Scopes()
			for _, scope := range want.Scopes {
				if _, ok := known[scope]; !ok && scope != "" {
					d.fault(want.Pos, fmt.Sprintf("%s names the scope %q, which the scheme %q does not have", path, scope, want.Name),
						meant(scope, slices.Sorted(maps.Keys(known)), "add it to the scheme's scopes"))
				}
			}
		}
	}
}

// scheme returns a declared scheme or nil.
func (def *Definition) scheme(name string) *SecurityScheme {
	for i := range def.SecuritySchemes {
		if def.SecuritySchemes[i].Name == name {
			return &def.SecuritySchemes[i]
		}
	}
	return nil
}

func (d *decoder) meantScheme(def *Definition, name string) string {
	var names []string
	for _, s := range def.SecuritySchemes {
		names = append(names, s.Name)
	}
	return meant(name, names, "declare it under securitySchemes")
}

// meant proposes the nearest known word, or else what to do.
func meant(word string, known []string, otherwise string) string {
	if k := diag.Closest(word, known); k != "" {
		return fmt.Sprintf("did you mean %q?", k)
	}
	return otherwise
}

// requiredSchemes lists the schemes that some requirement names.
func requiredSchemes(def *Definition) []string {
	all := slices.Clone(def.SecurityRequirements)
	for _, s := range def.AllSkills() {
		all = append(all, s.SecurityRequirements...)
	}
	var names []string
	for _, r := range all {
		for _, s := range r.Schemes {
			names = append(names, s.Name)
		}
	}
	return names
}

// Tokens says whether callers prove themselves with tokens of an issuer.
func (s *SecurityScheme) Tokens() bool {
	return s.OAuth2 != nil || s.OpenIDConnect != nil || s.HTTPAuth != nil && strings.EqualFold(s.HTTPAuth.Scheme, "Bearer")
}

// files says whether callers prove themselves with something that a file of
// the host lists.
func (s *SecurityScheme) files() bool {
	return s.APIKey != nil || s.MTLS != nil || s.HTTPAuth != nil && strings.EqualFold(s.HTTPAuth.Scheme, "Basic")
}

// authHint says what to write for a scheme.
func authHint(s *SecurityScheme) string {
	switch {
	case s.Tokens():
		return fmt.Sprintf("set host.auth.%s: {issuer: https://..., audience: ...}", s.Name)
	case s.files():
		return fmt.Sprintf("set host.auth.%s: {file: ...}", s.Name)
	}
	return "the host can check Bearer and Basic"
}

// checkAuth holds that the keys are those that the scheme needs.
func (d *decoder) checkAuth(a *Auth, s *SecurityScheme, path string) {
	var need, refuse []string
	switch {
	case s.Tokens():
		need, refuse = []string{"issuer", "audience"}, []string{"file"}
	case s.files():
		need, refuse = []string{"file"}, []string{"issuer", "audience", "jwksUrl"}
	case s.HTTPAuth != nil && s.HTTPAuth.Scheme != "":
		d.fault(a.Pos, fmt.Sprintf("%s is for the HTTP scheme %q, which the host cannot check", path, s.HTTPAuth.Scheme), "use Bearer or Basic")
		return
	}
	for _, key := range need {
		if !d.has(path + "." + key) {
			d.fault(a.Pos, fmt.Sprintf("%s.%s is missing", path, key), authHint(s))
		}
	}
	for _, key := range refuse {
		if at := path + "." + key; d.has(at) {
			d.fault(d.keyAt(at), at+" is not for this kind of scheme", "remove it; "+authHint(s))
		}
	}
}

// isJSON says whether a media type is JSON (RFC 6839).
func isJSON(mediaType string) bool {
	t, _, err := mime.ParseMediaType(mediaType)
	return err == nil && (t == jsonType || strings.HasSuffix(t, "+json"))
}
