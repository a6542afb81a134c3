package project

import (
	"slices"
	"sync"

	"github.com/a2a-gen/a2a-gen/internal/definition"
	"github.com/a2a-gen/a2a-gen/internal/gen/skills"
)

// isStarter reports whether a skill is, for its code, the one of the starter
// definition: that one has working code from the start.
func isStarter(s *definition.Skill) bool {
	def := starter()
	return def != nil && sameShape(s, &def.Skills[0])
}

// starter is read once, however many skills are compared with it.
var starter = sync.OnceValue(func() *definition.Definition {
	def, _ := definition.Parse(DefinitionPath, definition.Starter("starter"))
	return def
})

// sameShape reports whether code for one skill is code for the other.
func sameShape(a, b *definition.Skill) bool {
	first, second := method(a), method(b)
	return first.Signature == second.Signature && sameInput(a.Input, b.Input) &&
		slices.EqualFunc(first.Artifacts, second.Artifacts, func(x, y skills.ArtifactMethod) bool {
			return x.Name == y.Name && x.GoName == y.GoName && x.Parameter == y.Parameter
		})
}

func method(s *definition.Skill) skills.Method {
	return skills.Methods(&definition.Definition{Skills: []definition.Skill{*s}})[0]
}

// sameInput reports whether two schemas have the same flat properties.
func sameInput(a, b *definition.Schema) bool {
	if a == nil || b == nil {
		return a == b
	}
	return slices.EqualFunc(a.Properties, b.Properties, func(x, y definition.Property) bool {
		return x.Name == y.Name && x.Required == y.Required && x.Schema.Type == y.Schema.Type &&
			(x.Schema.Default == nil) == (y.Schema.Default == nil) // decides between a value and a pointer
	})
}
