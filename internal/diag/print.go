package diag

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

// Text writes one line a finding, as [Diagnostic.String] gives it.
func Text(w io.Writer, l List) error {
	for _, d := range l {
		if _, err := fmt.Fprintln(w, d); err != nil {
			return err
		}
	}
	return nil
}

// finding is a Diagnostic in JSON. Its names are an interface to other tools.
type finding struct {
	File     string `json:"file"`
	Line     int    `json:"line,omitempty"`
	Column   int    `json:"column,omitempty"`
	Severity string `json:"severity"`
	Message  string `json:"message"`
	Hint     string `json:"hint,omitempty"`
}

// JSON writes the findings as one array, which is empty when there are none.
func JSON(w io.Writer, l List) error {
	findings := make([]finding, len(l))
	for i, d := range l {
		findings[i] = finding{d.File, d.Line, d.Col, severity(d), d.Message, d.Hint}
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(findings)
}

// Values in GitHub's workflow commands are percent-encoded; those of
// properties also where they would end the property.
var (
	githubMessage  = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	githubProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

// GitHub writes workflow commands, which GitHub Actions shows at their lines
// of a pull request.
func GitHub(w io.Writer, l List) error {
	for _, d := range l {
		message := d.Message
		if d.Hint != "" {
			message += "; " + d.Hint
		}
		place := "file=" + githubProperty.Replace(d.File)
		if d.Line > 0 {
			place += fmt.Sprintf(",line=%d", d.Line)
			if d.Col > 0 {
				place += fmt.Sprintf(",col=%d", d.Col)
			}
		}
		if _, err := fmt.Fprintf(w, "::%s %s::%s\n", severity(d), place, githubMessage.Replace(message)); err != nil {
			return err
		}
	}
	return nil
}

// severity is also the name of the workflow command.
func severity(d Diagnostic) string {
	if d.Warning {
		return "warning"
	}
	return "error"
}
