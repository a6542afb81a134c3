package definition

import (
	"bytes"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

// yamlError is how package yaml words its errors.
var yamlError = regexp.MustCompile(`^yaml: (?:line (\d+): )?((?s:.*))$`)

// syntaxError notes an error of the YAML parser.
func (d *decoder) syntaxError(data []byte, err error) {
	message, line := err.Error(), 1
	if m := yamlError.FindStringSubmatch(message); m != nil {
		message = m[2]
		line, _ = strconv.Atoi(m[1])
	}
	lines := strings.Split(string(data), "\n")
	line = min(max(faultyLine(data, line), 1), len(lines))
	text := strings.TrimRight(lines[line-1], "\r")
	indent := len(text) - len(strings.TrimLeft(text, " \t"))
	d.fault(Pos{line, indent + 1}, "this is not valid YAML: "+message, syntaxHint(message, text))
}

// faultyLine finds the line at which a file stops being YAML. The parser often
// names the line at which the surrounding mapping starts, or none. The file
// is good up to the last line that ends a readable file, so the next is at
// fault. Large files are left to the parser.
func faultyLine(data []byte, reported int) int {
	const enough = 1000
	ends := []int{0}
	for i, c := range data {
		if c == '\n' {
			ends = append(ends, i+1)
		}
	}
	if len(ends) > enough || !utf8.Valid(data) {
		return reported
	}
	for line := len(ends) - 1; line > 0; line-- {
		if readable(data[:ends[line]]) {
			return line + 1
		}
	}
	return 1
}

func readable(data []byte) bool {
	dec := yaml.NewDecoder(bytes.NewReader(data))
	for {
		var doc yaml.Node
		if err := dec.Decode(&doc); err != nil {
			return err.Error() == "EOF"
		}
	}
}

// syntaxHint guesses what went wrong.
func syntaxHint(message, line string) string {
	value := strings.TrimSpace(line[strings.Index(line, ":")+1:])
	switch {
	case strings.Contains(line[:len(line)-len(strings.TrimLeft(line, " \t"))], "\t"):
		return "indent with spaces; this line has a tab"
	case strings.Contains(message, "control characters"), strings.Contains(message, "UTF-8"):
		return "save the file as UTF-8 text"
	case strings.Contains(message, "unknown anchor"):
		return "define the anchor (&name) above its first use"
	case strings.Contains(message, "mapping values"), strings.HasPrefix(value, "@"), strings.HasPrefix(value, "`"), strings.HasPrefix(value, "%"):
		return "put the value in quotes"
	case strings.Contains(message, "unexpected end of stream"), strings.Contains(message, "',' or"):
		return "close the quote or bracket that is open here"
	}
	return "check indentation and quotes of this line"
}
