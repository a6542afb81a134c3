package definition

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestAddSkill(t *testing.T) {
	s := NewSkill{ID: "roll-back", Name: "Roll back", Description: "Undoes: a deployment.", Tag: "deployment"}
	const item = "  - id: roll-back\n    name: Roll back\n    description: 'Undoes: a deployment.'\n    tags: [\"deployment\"]\n"
	const flow = `{id: "roll-back", name: "Roll back", description: "Undoes: a deployment.", tags: ["deployment"]}`
	for _, tc := range []struct{ name, in, want string }{
		{"block", "skills:\n  - id: a\n    description: A.\n", "skills:\n  - id: a\n    description: A.\n" + item},
		{"in the middle", "skills:\n  - id: a # one\n\n# Then:\nhost: {store: memory}\n", "skills:\n  - id: a # one\n" + item + "\n# Then:\nhost: {store: memory}\n"},
		{"comment of the list", "skills:\n  - id: a\n    # reply: true\n  # - id: b\n", "skills:\n  - id: a\n    # reply: true\n" + item + "  # - id: b\n"},
		{"no indent", "skills:\n- id: a\nhost: {}\n", "skills:\n- id: a\n" + strings.ReplaceAll(item, "\n  ", "\n")[2:] + "host: {}\n"},
		{"deep indent", "skills:\n    -   id: a\n", "skills:\n    -   id: a\n" + "  " + strings.TrimSuffix(strings.ReplaceAll(item, "\n", "\n  "), "  ")},
		{"no newline at the end", "skills:\n  - id: a", "skills:\n  - id: a\n" + item},
		{"CRLF", "skills:\r\n  - id: a\r\nhost: {}\r\n", "skills:\r\n  - id: a\r\n" + strings.ReplaceAll(item, "\n", "\r\n") + "host: {}\r\n"},
		{"block scalar with a comment sign", "skills:\n  - id: a\n    description: |\n      A.\n\n      # not a comment\nhost: {}\n", "skills:\n  - id: a\n    description: |\n      A.\n\n      # not a comment\n" + item + "host: {}\n"},
		{"no list", "version: 1\n", "version: 1\nskills:\n" + item},
		{"key alone", "skills:\nhost: {}\n", "skills:\n" + item + "host: {}\n"},
		{"empty brackets", "skills: []\nhost: {}\n", "skills:\n" + item + "host: {}\n"},
		{"empty brackets with a comment", "skills: [ ] # none yet\n", "skills: # none yet\n" + item},
		{"list in brackets", "skills: [{id: a, tags: [x]}] # ]\nhost: {auth: []}\n", "skills: [{id: a, tags: [x]}, " + flow + "] # ]\nhost: {auth: []}\n"},
		{"brackets over lines", "skills: [\n  {id: a},\n]\n", "skills: [\n  {id: a}, " + flow + "\n]\n"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got, err := AddSkill([]byte(tc.in), s)
			if err != nil || string(got) != tc.want {
				t.Errorf("%v, got:\n%s\nwant:\n%s", err, got, tc.want)
			}
		})
	}
	for name, in := range map[string]string{
		"all in brackets": "{skills: [{id: a}]}\n", "alias": "x: &s [{id: a}]\nskills: *s\n", "broken": "skills: [\n",
		"kept blank lines": "skills:\n  - id: a\n    description: |+\n      A.\n\n",
	} {
		if got, err := AddSkill([]byte(in), s); err == nil {
			t.Errorf("%s: no error, but\n%s", name, got)
		}
	}
}

// Whatever definition there is, the skill comes to what was there.
func TestAddSkillToEveryDefinition(t *testing.T) {
	texts := map[string][]byte{"starter": Starter("planner")}
	files, err := filepath.Glob("../../testdata/definitions/valid/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatalf("no definitions: %v", err)
	}
	for _, file := range files {
		if texts[file], err = os.ReadFile(file); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range texts {
		got, err := AddSkill(text, NewSkill{ID: "restart", Description: "Two\nlines."})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		def, findings := Parse(name, got)
		if def == nil || def.Skills[len(def.Skills)-1].ID != "restart" {
			t.Errorf("%s: %v\n%s", name, findings, got)
		}
	}
}
