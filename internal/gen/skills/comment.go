package skills

import (
	"go/build/constraint"
	"strings"
	"unicode"

	"google.golang.org/protobuf/compiler/protogen"
)

// width is how long comment lines may get, with the slashes.
const width = 78

// comment turns text into comment lines that are safe whatever it holds: they
// always start with two slashes and a space, so nothing in them is a directive
// or the end of a comment. The one directive that may have a space, which gofmt
// would move to the top of the file, is quoted. Line breaks stay; long lines
// are wrapped.
func comment(text string) []string {
	var lines []string
	for line := range strings.SplitSeq(clean(text), "\n") {
		lines = append(lines, wrap(strings.TrimRight(line, " "))...)
	}
	for i, line := range lines {
		if constraint.IsPlusBuild(line) {
			lines[i] = strings.Replace(line, "+build", "`+build`", 1)
		}
	}
	return lines
}

// clean makes text printable in Go source: line breaks of every system become
// \n, other characters that are not graphic become spaces.
func clean(text string) string {
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\u2028", "\n", "\u2029", "\n").Replace(text)
	text = strings.Map(func(r rune) rune {
		if r == '\n' || unicode.IsGraphic(r) && r != '\uFEFF' {
			return r
		}
		return ' '
	}, strings.ToValidUTF8(text, "\uFFFD"))
	return strings.Trim(text, "\n ")
}

// oneLine is clean text without line breaks, for the middle of a sentence.
func oneLine(text string) string {
	return strings.Join(strings.Fields(clean(text)), " ")
}

// wrap breaks a line at spaces. Indented lines stay whole: they are code.
func wrap(line string) []string {
	if line == "" || line[0] == ' ' {
		return []string{strings.TrimRight("// "+line, " ")}
	}
	var lines []string
	current := "//"
	for word := range strings.FieldsSeq(line) {
		if len(current)+1+len(word) > width && current != "//" {
			lines = append(lines, current)
			current = "//"
		}
		current += " " + word
	}
	return append(lines, current)
}

// doc prints paragraphs as one comment. Empty ones are left out.
func doc(f *protogen.GeneratedFile, paragraphs ...string) {
	first := true
	for _, p := range paragraphs {
		if clean(p) == "" {
			continue
		}
		if !first {
			f.P("//")
		}
		first = false
		for _, line := range comment(p) {
			f.P(line)
		}
	}
}
