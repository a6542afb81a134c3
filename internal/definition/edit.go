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

// ErrNotEditable says that a definition is written in a way that only people
// can change.
var ErrNotEditable = errors.New("the definition is not written with one key a line")

const signaturesKey = "signatures"

// SetSignatures returns the text of a definition with other signatures of its
// card. Everything else stays as it is, byte by byte. The text must be one
// that [Parse] takes.
func SetSignatures(text []byte, list []Signature) ([]byte, error) {
	block, err := signaturesText(list)
	if err != nil {
		return nil, err
	}
	if bytes.Contains(text, []byte("\r\n")) {
		block = strings.ReplaceAll(block, "\n", "\r\n")
	}
	lines := bytes.SplitAfter(text, []byte("\n"))
	start, end, err := keyLines(text, lines, signaturesKey)
	if err != nil {
		return nil, err
	}
	if start > 0 && !bytes.HasSuffix(lines[start-1], []byte("\n")) {
		block = "\n" + block
	}
	out := slices.Concat(bytes.Join(lines[:start], nil), []byte(block), bytes.Join(lines[end:], nil))
	// Whatever YAML has in store: nothing but the signatures may have changed.
	if def, _ := Parse("", out); def == nil || len(def.Signatures) != len(list) || !equalBut(text, out, signaturesKey) {
		return nil, ErrNotEditable
	}
	return out, nil
}

// keyLines returns the range of lines that a key of the root takes. For a key
// that is not there it is empty, where the key would go.
func keyLines(text []byte, lines [][]byte, key string) (start, end int, err error) {
	var doc yaml.Node
	if err := yaml.Unmarshal(text, &doc); err != nil {
		return 0, 0, err
	}
	if len(doc.Content) == 0 || doc.Content[0].Kind != yaml.MappingNode || doc.Content[0].Style&yaml.FlowStyle != 0 {
		return 0, 0, ErrNotEditable
	}
	start, end = -1, len(lines)
	for i := 0; i < len(doc.Content[0].Content); i += 2 {
		n := doc.Content[0].Content[i]
		switch {
		case start >= 0:
			end = n.Line - 1
			return start, trimmed(lines, start, end), nil
		case n.Value == key:
			start = n.Line - 1
		}
	}
	if start < 0 {
		end = trimmed(lines, 0, end)
		return end, end, nil
	}
	return start, trimmed(lines, start, end), nil
}

// trimmed returns the end of lines without blank ones, comments, and the mark
// of a document's end: what comes last may be about something else.
func trimmed(lines [][]byte, start, end int) int {
	for ; end > start+1; end-- {
		line := bytes.TrimSpace(lines[end-1])
		if len(line) > 0 && line[0] != '#' && string(line) != "..." {
			break
		}
	}
	return end
}

// signaturesText returns the key as it is written in a definition.
func signaturesText(list []Signature) (string, error) {
	var b strings.Builder
	b.WriteString(signaturesKey + ": # made by a2a-gen card sign\n")
	for _, s := range list {
		fmt.Fprintf(&b, "  - protected: '%s'\n    signature: '%s'\n", s.Protected, s.Signature)
		if s.Header == nil {
			continue
		}
		header, err := json.Marshal(s.Header)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&b, "    header: %s\n", header)
	}
	return b.String(), nil
}

// equalBut compares two texts as YAML without one key of their roots.
func equalBut(a, b []byte, key string) bool {
	var x, y map[string]any
	if yaml.Unmarshal(a, &x) != nil || yaml.Unmarshal(b, &y) != nil {
		return false
	}
	delete(x, key)
	delete(y, key)
	return reflect.DeepEqual(x, y)
}
