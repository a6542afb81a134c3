package definition

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// NewSkill is what [AddSkill] writes about a skill. Empty values are left out.
type NewSkill struct{ ID, Name, Description, Tag string }

// errByHand says that a definition is written in a way that is not understood
// well enough to change it.
var errByHand = errors.New("the list of skills is written in a way that cannot be extended; add the skill by hand")

// AddSkill returns the text of a definition with one more skill at the end of
// its list. Everything that was there, comments and formatting included, stays
// as it is to the byte. The text must be one that [Parse] accepts.
func AddSkill(data []byte, s NewSkill) ([]byte, error) {
	var doc yaml.Node
	if err := yaml.Unmarshal(data, &doc); err != nil {
		return nil, fmt.Errorf("read definition: %w", err)
	}
	if len(doc.Content) != 1 || doc.Content[0].Kind != yaml.MappingNode || doc.Content[0].Style&yaml.FlowStyle != 0 {
		return nil, errByHand
	}
	t := newSkillText(data, doc.Content[0])
	for _, text := range t.candidates(s) {
		if extends(data, text, s) {
			return text, nil
		}
	}
	return nil, errByHand
}

// skillText is a definition's text and where in it the list of skills is.
type skillText struct {
	lines []string // with their ends
	eol   string
	list  *yaml.Node // nil without the key
	first int        // index of the key's line
	last  int        // index behind the last line of the list
}

func newSkillText(data []byte, root *yaml.Node) *skillText {
	t := &skillText{lines: strings.SplitAfter(string(data), "\n"), eol: "\n"}
	if t.lines[len(t.lines)-1] == "" {
		t.lines = t.lines[:len(t.lines)-1]
	}
	if bytes.Count(data, []byte("\r\n"))*2 > len(t.lines) {
		t.eol = "\r\n"
	}
	t.first, t.last = len(t.lines), len(t.lines)
	for i := 0; i+1 < len(root.Content); i += 2 {
		line := root.Content[i].Line - 1
		if root.Content[i].Value == "skills" {
			t.list, t.first = root.Content[i+1], line
		} else if t.list != nil {
			t.last = min(t.last, line)
		}
	}
	return t
}

// candidates returns texts that may be what is wanted; the reader of YAML
// decides.
func (t *skillText) candidates(s NewSkill) [][]byte {
	switch {
	case t.list == nil:
		return [][]byte{t.insert(len(t.lines), "skills:"+t.eol+t.item(s, 2))}
	case t.list.Kind == yaml.SequenceNode && t.list.Style&yaml.FlowStyle == 0:
		indent := t.list.Column - 1
		return [][]byte{t.insert(t.end(indent), t.item(s, indent))}
	case t.list.Kind == yaml.SequenceNode:
		return append(t.unfolded(s), t.inFlow(s)...)
	}
	return [][]byte{t.insert(t.first+1, t.item(s, 2))} // the key alone
}

// end is the index behind the last line of a list whose items start at an
// indent. Blank lines and comments behind it belong to what follows.
func (t *skillText) end(indent int) int {
	for i := t.last; i > t.first+1; i-- {
		text := strings.TrimLeft(t.lines[i-1], " \t")
		comment := strings.HasPrefix(text, "#") && len(t.lines[i-1])-len(text) <= indent
		if strings.TrimSpace(text) != "" && !comment {
			return i
		}
	}
	return t.first + 1
}

// insert puts text before a line.
func (t *skillText) insert(at int, text string) []byte {
	before := strings.Join(t.lines[:at], "")
	if before != "" && !strings.HasSuffix(before, "\n") {
		before += t.eol
	}
	return []byte(before + text + strings.Join(t.lines[at:], ""))
}

// unfolded replaces an empty list in brackets by one with lines.
func (t *skillText) unfolded(s NewSkill) [][]byte {
	line := t.lines[t.first]
	before, after, ok := strings.Cut(line, "[")
	inside, after, closed := strings.Cut(after, "]")
	if !ok || !closed || strings.TrimSpace(inside) != "" {
		return nil
	}
	changed := *t
	changed.lines = slices.Clone(t.lines)
	changed.lines[t.first] = strings.TrimRight(before+strings.TrimLeft(after, " "), " ")
	if strings.TrimSpace(after) == "" {
		changed.lines[t.first] = strings.TrimRight(before, " ") + t.eol
	}
	return [][]byte{changed.insert(t.first+1, t.item(s, 2))}
}

// inFlow puts the skill before a closing bracket, the last ones first.
func (t *skillText) inFlow(s NewSkill) [][]byte {
	before, list := strings.Join(t.lines[:t.first], ""), strings.Join(t.lines[t.first:t.last], "")
	after := strings.Join(t.lines[t.last:], "")
	item := "{" + strings.Join(s.members(quoted), ", ") + "}"
	var texts [][]byte
	for i := strings.LastIndex(list, "]"); i >= 0; i = strings.LastIndex(list[:i], "]") {
		content := strings.TrimRight(list[:i], " \t\r\n")
		comma := ", "
		if strings.HasSuffix(content, ",") {
			comma = " "
		}
		texts = append(texts, []byte(before+content+comma+item+list[len(content):]+after))
	}
	return texts
}

// item writes the skill as an item of a list.
func (t *skillText) item(s NewSkill, indent int) string {
	space := strings.Repeat(" ", indent)
	return space + "- " + strings.Join(s.members(scalar), t.eol+space+"  ") + t.eol
}

func (s NewSkill) members(write func(string) string) []string {
	var members []string
	for _, m := range []struct{ key, value string }{{"id", s.ID}, {"name", s.Name}, {"description", s.Description}} {
		if m.value != "" {
			members = append(members, m.key+": "+write(m.value))
		}
	}
	if s.Tag != "" {
		members = append(members, "tags: ["+yamlText(s.Tag)+"]")
	}
	return members
}

// scalar writes a text so that it is one line of a block.
func scalar(s string) string {
	text, err := yaml.Marshal(s)
	if err != nil || bytes.Count(text, []byte("\n")) != 1 {
		return quoted(s)
	}
	return strings.TrimSuffix(string(text), "\n")
}

// quoted writes a text as JSON, which is YAML anywhere.
func quoted(s string) string {
	text, err := json.Marshal(s)
	if err != nil {
		panic(err) // strings always marshal
	}
	return string(text)
}

// extends reports whether text says what data does, and one skill more.
func extends(data, text []byte, s NewSkill) bool {
	var was, is map[string]any
	if yaml.Unmarshal(data, &was) != nil || yaml.Unmarshal(text, &is) != nil {
		return false
	}
	skill := make(map[string]any)
	for key, value := range map[string]string{"id": s.ID, "name": s.Name, "description": s.Description} {
		if value != "" {
			skill[key] = value
		}
	}
	if s.Tag != "" {
		skill["tags"] = []any{s.Tag}
	}
	list, _ := was["skills"].([]any)
	was["skills"] = append(slices.Clone(list), skill)
	return reflect.DeepEqual(was, is)
}
