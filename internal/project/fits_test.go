package project

import (
	"testing"

	"github.com/a2a-gen/a2a-gen/internal/definition"
)

func TestFits(t *testing.T) {
	def, findings := definition.Parse(DefinitionPath, []byte(`version: 1
agent: {name: planner, description: Plans., version: 0.1.0}
skills:
  - id: plan
    description: Plans.
    tags: [t]
    input:
      type: object
      required: [goal]
      additionalProperties: false
      properties:
        goal: {type: string, pattern: '^[a-z]+$', minLength: 2, maxLength: 5}
        depth: {type: integer, minimum: 1, exclusiveMaximum: 10}
        share: {type: number}
        dry: {type: boolean}
        kind: {type: string, enum: [fast, slow]}
        level: {type: integer, enum: [1, 2]}
        tags: {type: array, minItems: 1, items: {type: string}}
`))
	if def == nil {
		t.Fatal(findings)
	}
	for text, want := range map[string]bool{
		`{"goal": "ship"}`:                              true,
		`{"goal": "ship", "depth": 3, "share": 0.5}`:    true,
		`{"goal": "ship", "dry": true, "kind": "fast"}`: true,
		`{"goal": "ship", "level": 2, "tags": ["a"]}`:   true,
		`{}`:                                false,
		`Ship it`:                           false,
		`["goal"]`:                          false,
		`{"goal": 1}`:                       false,
		`{"goal": "Ship"}`:                  false,
		`{"goal": "s"}`:                     false,
		`{"goal": "shipping"}`:              false,
		`{"goal": "ship", "depth": 0}`:      false,
		`{"goal": "ship", "depth": 10}`:     false,
		`{"goal": "ship", "depth": 1.5}`:    false,
		`{"goal": "ship", "depth": "3"}`:    false,
		`{"goal": "ship", "kind": "other"}`: false,
		`{"goal": "ship", "level": 3}`:      false,
		`{"goal": "ship", "tags": []}`:      false,
		`{"goal": "ship", "tags": [1]}`:     false,
		`{"goal": "ship", "unknown": 1}`:    false,
		`{"goal": "ship", "dry": "yes"}`:    false,
		`{"goal": "ship"} and more`:         false,
	} {
		if got := fits(def.Skills[0].Input, text); got != want {
			t.Errorf("fits(%s) = %v", text, got)
		}
	}
}
