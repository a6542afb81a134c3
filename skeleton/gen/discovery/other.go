package discovery

import (
	"bytes"
	"encoding/json"
	"slices"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
)

// otherCard is what cards may say in other words than those of 1.0: in those
// of 0.3, which a card may carry next to them, and in those of the JavaScript
// SDK, which shows how it keeps a oneof in memory.
type otherCard struct {
	URL             string              `json:"url"` // top-level only before 1.0
	SecuritySchemes map[string]any      `json:"securitySchemes"`
	Security        []map[string]scopes `json:"security"`
	Skills          []struct {
		Security []map[string]scopes `json:"security"`
	} `json:"skills"`
}

type scopes []string

// withScopeLists rewrites a card that gives the scopes of its requirements as
// bare lists, which is how the official Go SDK writes them: {"name": ["x"]} for
// {"name": {"list": ["x"]}}. The rest of the card stays as it is.
func withScopeLists(data []byte) ([]byte, error) {
	var card map[string]json.RawMessage
	if err := json.Unmarshal(data, &card); err != nil {
		return nil, err
	}
	var skills []map[string]json.RawMessage
	if json.Unmarshal(card["skills"], &skills) == nil {
		for _, skill := range skills {
			wrapScopes(skill)
		}
		card["skills"], _ = json.Marshal(skills) // JSON before, JSON again
	}
	wrapScopes(card)
	return json.Marshal(card)
}

// wrapScopes does so for one card or skill. What is not as expected is left to
// the decoder, which can say what is wrong.
func wrapScopes(object map[string]json.RawMessage) {
	var list []struct {
		Schemes map[string]json.RawMessage `json:"schemes"`
	}
	if json.Unmarshal(object["securityRequirements"], &list) != nil {
		return
	}
	for _, requirement := range list {
		for name, scopes := range requirement.Schemes {
			if bytes.HasPrefix(scopes, []byte("[")) {
				requirement.Schemes[name] = slices.Concat([]byte(`{"list":`), scopes, []byte("}"))
			}
		}
	}
	object["securityRequirements"], _ = json.Marshal(list) // JSON before, JSON again
}

// complete fills in what the card does not say in the words of 1.0.
func (o *otherCard) complete(card *a2apb.AgentCard) {
	for name, scheme := range card.GetSecuritySchemes() {
		if scheme.GetScheme() == nil {
			card.SecuritySchemes[name] = securityScheme(o.SecuritySchemes[name])
		}
	}
	if len(card.GetSecurityRequirements()) == 0 {
		card.SecurityRequirements = requirements(o.Security)
	}
	for i, skill := range card.GetSkills() {
		if len(skill.GetSecurityRequirements()) == 0 && i < len(o.Skills) {
			skill.SecurityRequirements = requirements(o.Skills[i].Security)
		}
	}
}

func requirements(alternatives []map[string]scopes) []*a2apb.SecurityRequirement {
	var list []*a2apb.SecurityRequirement
	for _, schemes := range alternatives {
		requirement := &a2apb.SecurityRequirement{Schemes: make(map[string]*a2apb.StringList)}
		for name, scopes := range schemes {
			requirement.Schemes[name] = &a2apb.StringList{List: scopes}
		}
		list = append(list, requirement)
	}
	return list
}

// securityScheme reads a scheme in another form. A form that is not known
// gives a scheme that says nothing.
func securityScheme(form any) *a2apb.SecurityScheme {
	object, _ := unwrap(form).(map[string]any)
	if kind, ok := object["type"].(string); ok { // as in 0.3
		if in, ok := object["in"]; ok {
			object["location"] = in
		}
		object = map[string]any{member(kind): object}
	}
	scheme := new(a2apb.SecurityScheme)
	data, err := json.Marshal(object)
	if err != nil || a2a.Unmarshal(data, scheme) != nil {
		return new(a2apb.SecurityScheme)
	}
	return scheme
}

// member names the member of 1.0 for a type of 0.3.
func member(kind string) string {
	switch kind {
	case "http":
		return "httpAuthSecurityScheme"
	case "mutualTLS":
		return "mtlsSecurityScheme"
	}
	return kind + "SecurityScheme" // apiKey, oauth2, openIdConnect
}

// unwrap turns {"scheme": {"$case": "name", "value": v}} into {"name": v}, at
// any depth.
func unwrap(form any) any {
	object, ok := form.(map[string]any)
	if !ok {
		return form
	}
	plain := make(map[string]any, len(object))
	for key, value := range object {
		value = unwrap(value)
		if oneof, ok := value.(map[string]any); ok {
			if name, ok := oneof["$case"].(string); ok {
				key, value = name, oneof["value"]
			}
		}
		plain[key] = value
	}
	return plain
}
