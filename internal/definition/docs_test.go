package definition

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
)

const docsFile = "../../docs/definition.md"

// keysBlock is the table of one object in the documentation.
var keysBlock = regexp.MustCompile(`(?s)<!-- keys: (\w+) -->\n(.*?)<!-- end -->\n`)

// TestDocumentation holds that docs/definition.md has the table of every object
// under a heading of its name, and that the tables say what the decoder does.
// With -update it writes them.
func TestDocumentation(t *testing.T) {
	data, err := os.ReadFile(docsFile)
	if err != nil {
		t.Fatal(err)
	}
	tables := make(map[string]string)
	for _, o := range newReference().objects {
		tables[o.name] = table(o)
	}
	text := keysBlock.ReplaceAllStringFunc(string(data), func(block string) string {
		name := keysBlock.FindStringSubmatch(block)[1]
		content, known := tables[name]
		if !known {
			t.Errorf("there is no object %s (or its table is there twice)", name)
			return block
		}
		delete(tables, name)
		if !strings.Contains(string(data), "\n### "+name+"\n") {
			t.Errorf("%s has no heading, which links need", name)
		}
		return fmt.Sprintf("<!-- keys: %s -->\n%s<!-- end -->\n", name, content)
	})
	for name := range tables {
		t.Errorf("%s is not documented: add the heading ### %[1]s and <!-- keys: %[1]s -->, <!-- end -->", name)
	}
	switch {
	case text == string(data):
	case flag.Lookup("update").Value.String() == "true":
		if err := os.WriteFile(docsFile, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	default:
		t.Errorf("%s does not say what the decoder does; go test -update ./internal/definition writes its tables", docsFile)
	}
}

// TestDocumentedExample holds that the example that docs/definition.md starts
// with is a definition without findings and advice.
func TestDocumentedExample(t *testing.T) {
	data, err := os.ReadFile(docsFile)
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(data), "```yaml\n")
	example, _, _ := strings.Cut(rest, "```")
	def, findings := Parse("a2a.yaml", []byte(example))
	if len(findings) > 0 {
		t.Fatal(findings)
	}
	if len(def.Advice) > 0 {
		t.Error(def.Advice)
	}
}

// table is the Markdown of an object.
func table(o objectDoc) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\n| Key | Type | Default | Meaning |\n|---|---|---|---|\n", o.meaning)
	for _, k := range o.keys {
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", k.name, k.noun, k.defaultText(), k.meaning)
	}
	return b.String()
}

// defaultText says what a missing key means.
func (k keyDoc) defaultText() string {
	switch {
	case k.missing != "":
		return "required"
	case k.preset == "{}":
		return "that of its keys"
	case k.preset != "":
		return "`" + strings.Trim(k.preset, `"`) + "`"
	}
	return k.derived
}
