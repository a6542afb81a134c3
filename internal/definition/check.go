package definition

import (
	"fmt"
	"slices"
)

// check looks at what depends on several values.
func (d *decoder) check(def *Definition) {
	d.checkServer(&def.Server)
	d.checkTenants(def.Tenants)
	d.checkExtensions(def.Capabilities.Extensions)
	d.checkSecurity(def)
	d.checkExtended(def)
	for i := range def.Skills {
		d.checkSkill(def, &def.Skills[i], fmt.Sprintf("skills[%d]", i))
	}
	if def.Extended != nil {
		for i := range def.Extended.Skills {
			d.checkSkill(def, &def.Extended.Skills[i], fmt.Sprintf("extended.skills[%d]", i))
		}
	}
	d.adviseCard(def)
}

func (d *decoder) checkServer(s *Server) {
	for _, key := range []string{"grpc", "publicGrpc"} {
		if at := "server." + key; d.has(at) && !s.Serves(GRPC) && len(s.Bindings) > 0 {
			d.fault(d.keyAt(at), at+" is set, but server.bindings has no GRPC", "add GRPC to server.bindings or remove it")
		}
	}
	if s.HTTP != "" && s.HTTP == s.GRPC && s.Serves(GRPC) {
		d.fault(d.at("server.grpc"), fmt.Sprintf("server.grpc is %q like server.http", s.GRPC), "give gRPC a port of its own")
	}
}

// firstSegments are the first path segments of HTTP+JSON operations. A tenant
// of that name could not be told from the operation (section 11.3).
var firstSegments = []string{"message:send", "message:stream", "tasks", "extendedAgentCard"}

func (d *decoder) checkTenants(tenants []string) {
	for i, tenant := range tenants {
		at := fmt.Sprintf("tenants[%d]", i)
		switch {
		case slices.Contains(firstSegments, tenant):
			d.fault(d.at(at), fmt.Sprintf("%s is %q, the path of an operation", at, tenant), "choose another name")
		case tenant == "." || tenant == ".." || slices.Contains([]rune(tenant), '/'):
			d.fault(d.at(at), fmt.Sprintf("%s is %q, which is no single path segment", at, tenant), "choose another name, without slashes")
		}
	}
}

func (d *decoder) checkExtensions(extensions []Extension) {
	for i := range extensions {
		e := &extensions[i]
		at := fmt.Sprintf("capabilities.extensions[%d].uri", i)
		e.Pos = d.at(at)
		first := slices.IndexFunc(extensions, func(f Extension) bool { return f.URI == e.URI })
		if e.URI != "" && first < i {
			d.fault(e.Pos, fmt.Sprintf("%s repeats the extension on line %d", at, extensions[first].Pos.Line), "remove it")
		}
	}
}

// checkExtended holds that only authenticated callers see the extended card
// (section 3.1.11).
func (d *decoder) checkExtended(def *Definition) {
	capability := "capabilities.extendedAgentCard"
	switch {
	case def.Extended != nil && !def.Capabilities.ExtendedAgentCard:
		d.fault(d.keyAt("extended"), "extended is there, but "+capability+" is not true", "write extendedAgentCard: true under capabilities or remove extended")
	case !def.Capabilities.ExtendedAgentCard:
	case len(def.SecuritySchemes) == 0 && !d.has("securitySchemes"):
		d.fault(d.at(capability), capability+" needs a security scheme: only authenticated callers may see that card", "add one under securitySchemes")
	case len(def.Host.Auth) == 0 && len(def.SecurityRequirements) == 0 && !d.has("host.auth"):
		d.fault(d.at(capability), capability+" needs a security scheme that the host can check", "add one of the schemes under host.auth")
	}
}

func (d *decoder) checkSkill(def *Definition, s *Skill, path string) {
	d.checkRequirements(def, s.SecurityRequirements, path+".securityRequirements")
	d.checkReachable(def, s, path)
	if s.Input != nil && s.Input.Type != "" && s.Input.Type != TypeObject {
		at := path + ".input.type"
		d.fault(d.at(at), fmt.Sprintf("%s is %s", at, s.Input.Type), "make it object, with the value as a property")
	}
	for i := range s.Artifacts {
		a := &s.Artifacts[i]
		if at := fmt.Sprintf("%s.artifacts[%d]", path, i); a.Schema != nil && a.MediaType != "" && !isJSON(a.MediaType) {
			d.fault(d.at(at+".mediaType"), fmt.Sprintf("%s.mediaType is %q, but only JSON has a schema", at, a.MediaType), "write application/json or remove the schema")
		}
	}
}
