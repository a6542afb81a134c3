package definition

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"github.com/a2a-gen/a2a-gen/internal/diag"
)

// problem is what is wrong with a text: its message continues a sentence that
// starts with the text's path.
type problem struct{ message, hint string }

// textKind is text that passes checks. The first problem of the first check
// that has one is noted.
func textKind(noun string, schema members, checks ...func(string) *problem) kind[string] {
	schema = append(members{{"type", "string"}}, schema...)
	return kind[string]{
		noun:   noun,
		schema: func(*reference) members { return slices.Clone(schema) },
		read: func(d *decoder, n *yaml.Node, path string) (string, bool) {
			s, ok := d.text(n, path)
			if !ok {
				return "", false
			}
			for _, check := range checks {
				if p := check(s); p != nil {
					d.fault(posOf(n), path+" "+p.message, p.hint)
					return "", false
				}
			}
			return s, true
		},
	}
}

// refusing adds a check that comes before those of the kind.
func refusing(k kind[string], check func(string) *problem) kind[string] {
	read := k.read
	k.read = func(d *decoder, n *yaml.Node, path string) (string, bool) {
		if p := check(n.Value); p != nil && n.Kind == yaml.ScalarNode {
			d.fault(posOf(n), path+" "+p.message, p.hint)
			return "", false
		}
		return read(d, n, path)
	}
	return k
}

// text reads a text without judging it. Numbers and the like need quotes.
func (d *decoder) text(n *yaml.Node, path string) (string, bool) {
	n, ok := d.open(n)
	if !ok {
		return "", false
	}
	if tag := n.ShortTag(); n.Kind != yaml.ScalarNode || tag != "!!str" && tag != "!!merge" {
		d.wrongType(n, path, aText)
		return "", false
	}
	return n.Value, true
}

// line is text for people on one line.
func line() kind[string] {
	return textKind("text", members{{"minLength", 1}}, printable(false), oneLine)
}

// prose is text for people on any number of lines. Newlines at its end, which
// YAML's block style leaves there, do not count.
func prose() kind[string] {
	k := textKind("text", members{{"minLength", 1}}, printable(true), notBlank)
	read := k.read
	k.read = func(d *decoder, n *yaml.Node, path string) (string, bool) {
		s, ok := read(d, n, path)
		return strings.TrimRight(s, "\n"), ok
	}
	return k
}

// note is prose that may be empty.
func note() kind[string] {
	return textKind("text", nil, printable(true))
}

// ident is text that machines compare: ids and names. What the eye cannot see
// in it is refused.
func ident(noun string) kind[string] {
	return textKind(noun, members{{"minLength", 1}, {"maxLength", longestIdent}}, printable(false), oneLine, visible, short)
}

// longestIdent is the most characters of an id. It leaves room in file names.
const longestIdent = 100

// matching is text of a form that words describe.
func matching(noun, pattern, words string) kind[string] {
	re := regexp.MustCompile(pattern)
	return textKind(noun, members{{"pattern", pattern}}, printable(false), func(s string) *problem {
		if re.MatchString(s) {
			return nil
		}
		return &problem{fmt.Sprintf("is %q", s), "use " + words}
	})
}

// oneOf is one of a few words.
func oneOf(words ...string) kind[string] {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = "`" + w + "`"
	}
	return textKind(strings.Join(quoted, ", "), members{{"enum", words}}, func(s string) *problem {
		if slices.Contains(words, s) {
			return nil
		}
		hint := "use " + strings.Join(words, ", ")
		if len(words) > 1 {
			hint = "use one of " + strings.Join(words, ", ")
		}
		if meant := diag.Closest(s, words); meant != "" {
			hint = fmt.Sprintf("did you mean %q?", meant)
		}
		return &problem{fmt.Sprintf("is %q", s), hint}
	})
}

// printable refuses control characters, and characters that make a text look
// as if it said something else.
func printable(lines bool) func(string) *problem {
	return func(s string) *problem {
		at := 0
		for _, r := range s {
			at++
			switch {
			case lines && (r == '\n' || r == '\t'):
			case !lines && (r == '\n' || r == '\u2028' || r == '\u2029'):
				return &problem{"has more than one line", "write it on one line"}
			case unicode.IsControl(r):
				return &problem{fmt.Sprintf("contains the control character %U (character %d)", r, at), "remove it"}
			case '\u202a' <= r && r <= '\u202e', '\u2066' <= r && r <= '\u2069':
				return &problem{fmt.Sprintf("contains %U (character %d), which changes the direction of text", r, at), "remove it"}
			}
		}
		return nil
	}
}

// visible refuses characters that nobody sees.
func visible(s string) *problem {
	at := 0
	for _, r := range s {
		at++
		if unicode.In(r, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector) || r == '\u2800' {
			return &problem{fmt.Sprintf("contains the invisible character %U (character %d)", r, at), "remove it"}
		}
	}
	return nil
}

func notBlank(s string) *problem {
	if strings.TrimSpace(s) == "" {
		return &problem{"is empty", "write something or remove the key"}
	}
	return nil
}

func oneLine(s string) *problem {
	if p := notBlank(s); p != nil {
		return p
	}
	if s != strings.TrimSpace(s) {
		return &problem{"starts or ends with a space", "remove it"}
	}
	return nil
}

func short(s string) *problem {
	if n := utf8.RuneCountInString(s); n > longestIdent {
		return &problem{fmt.Sprintf("has %d characters", n), fmt.Sprintf("use at most %d", longestIdent)}
	}
	return nil
}
