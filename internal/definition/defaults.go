package definition

import (
	"fmt"
	"net"
	"net/url"
	"slices"
	"strings"
)

// complete fills in the defaults that follow from other values. Those that are
// plain values stand in the tables.
func (d *decoder) complete(def *Definition) {
	d.completeServer(&def.Server)
	modes := def.DefaultOutputModes
	for i := range def.Skills {
		d.completeSkill(&def.Skills[i], modes, fmt.Sprintf("skills[%d]", i))
	}
	if def.Extended != nil {
		for i := range def.Extended.Skills {
			d.completeSkill(&def.Extended.Skills[i], modes, fmt.Sprintf("extended.skills[%d]", i))
		}
	}
}

func (d *decoder) completeServer(s *Server) {
	s.PublicURL = strings.TrimRight(s.PublicURL, "/")
	if s.PublicURL == "" && s.HTTP != "" && !d.has("server.publicUrl") {
		if host, _, _ := net.SplitHostPort(s.HTTP); isUnspecified(host) {
			d.fault(d.at("server.http"), fmt.Sprintf("server.publicUrl is missing, and clients cannot reach %q", s.HTTP),
				"set server.publicUrl to the URL that they use, such as https://agent.example.com")
			return
		}
		s.PublicURL = "http://" + s.HTTP
	}
	u, err := url.Parse(s.PublicURL)
	if s.PublicGRPC == "" && s.GRPC != "" && err == nil && u.Hostname() != "" {
		_, port, _ := net.SplitHostPort(s.GRPC)
		s.PublicGRPC = net.JoinHostPort(u.Hostname(), port)
	}
}

// completeSkill names the skill, types its artifacts, and lists their media
// types on the card where the agent's own do not cover them.
func (d *decoder) completeSkill(s *Skill, modes []string, path string) {
	if s.Name == "" && !d.has(path+".name") {
		s.Name = s.ID
	}
	var further []string
	for i := range s.Artifacts {
		a := &s.Artifacts[i]
		if at := fmt.Sprintf("%s.artifacts[%d]", path, i); a.MediaType == "" && !d.has(at+".mediaType") && a.Name != "" {
			if a.Schema == nil {
				d.fault(a.Pos, at+".mediaType is missing", "write it, such as text/plain, or give the artifact a schema")
				continue
			}
			a.MediaType = jsonType
		}
		if a.MediaType != "" && !slices.Contains(further, a.MediaType) && !covers(modes, a.MediaType) {
			further = append(further, a.MediaType)
		}
	}
	if s.OutputModes == nil && len(further) > 0 {
		s.OutputModes = slices.Concat(modes, further)
	}
}

const jsonType = "application/json"

// covers says whether a media type is one of modes or in one of their ranges.
func covers(modes []string, mediaType string) bool {
	base, _, _ := strings.Cut(mediaType, ";")
	class, _, _ := strings.Cut(base, "/")
	return slices.ContainsFunc(modes, func(m string) bool {
		return m == mediaType || m == base || m == "*/*" || m == class+"/*"
	})
}
