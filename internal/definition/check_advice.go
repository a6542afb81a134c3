package definition

import (
	"fmt"
	"net/url"
	"slices"
	"unicode"
)

// adviseCard finds what is legal and probably not meant.
func (d *decoder) adviseCard(def *Definition) {
	if len(def.AllSkills()) == 0 {
		d.advise(d.keyAt("skills"), "the agent has no skills", "say under skills what it can do; cards should have at least one")
	}
	for _, s := range def.AllSkills() {
		d.adviseSkill(s)
	}
	if def.Capabilities.ExtendedAgentCard && def.Extended == nil {
		d.advise(d.at("capabilities.extendedAgentCard"), "there is no extended card to show", "add extended; until then callers are told that it is not configured")
	}
	d.adviseSecurity(def)
}

func (d *decoder) adviseSkill(s *Skill) {
	if len(s.Tags) == 0 {
		d.advise(s.Pos, fmt.Sprintf("skill %q has no tags", s.ID), "add at least one; people search by them")
	}
	if mixesAlphabets(s.ID) {
		d.advise(s.Pos, fmt.Sprintf("skill id %q mixes Latin letters with letters that look like them", s.ID), "check that it is what you see")
	}
	for _, a := range s.Artifacts {
		if s.OutputModes != nil && a.MediaType != "" && !covers(s.OutputModes, a.MediaType) {
			d.advise(a.Pos, fmt.Sprintf("artifact %q is %s, which outputModes of skill %q does not list", a.Name, a.MediaType, s.ID), "add it, so that clients know what to expect")
		}
	}
}

func (d *decoder) adviseSecurity(def *Definition) {
	used := requiredSchemes(def)
	for _, s := range def.SecuritySchemes {
		if !slices.Contains(used, s.Name) && !def.Capabilities.ExtendedAgentCard {
			d.advise(s.Pos, fmt.Sprintf("security scheme %q is required nowhere", s.Name), fmt.Sprintf("add securityRequirements: [{%s: []}] if callers need it", s.Name))
		}
	}
	for i, r := range def.SecurityRequirements {
		if len(r.Schemes) == 0 {
			at := fmt.Sprintf("securityRequirements[%d]", i)
			d.advise(d.at(at), at+" is empty, so anybody may call", "remove it if that is not meant")
		}
	}
	if u, err := url.Parse(def.Server.PublicURL); err == nil && u.Scheme == "http" && !isLoopback(u.Hostname()) && len(used) > 0 {
		d.advise(d.at("server.publicUrl"), "server.publicUrl has no TLS, but callers send credentials", "use https")
	}
}

// mixesAlphabets says whether an id has Latin letters and letters of the
// alphabets that share shapes with it.
func mixesAlphabets(id string) bool {
	latin, other := false, false
	for _, r := range id {
		latin = latin || unicode.Is(unicode.Latin, r)
		other = other || unicode.In(r, unicode.Cyrillic, unicode.Greek)
	}
	return latin && other
}
