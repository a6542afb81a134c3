package conformance

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/wire"
)

// row is one requirement of testdata/requirements.txt.
type row struct{ id, level, how string }

func readRows(t *testing.T) []row {
	t.Helper()
	data, err := os.ReadFile("testdata/requirements.txt")
	if err != nil {
		t.Fatal(err)
	}
	var rows []row
	for line := range strings.Lines(string(data)) {
		if fields := strings.Fields(line); len(fields) == 3 {
			rows = append(rows, row{fields[0], fields[1], fields[2]})
		}
	}
	if len(rows) != 178 {
		t.Fatalf("there are %d requirements, want 178", len(rows))
	}
	return rows
}

// executable says whether the suite is to test a requirement.
func (r row) executable() bool { return strings.ContainsAny(r.how, "EH") }

// TestRequirements holds that the suite is the list of requirements: each that
// can be executed, none twice, none that is not there.
func TestRequirements(t *testing.T) {
	suite := make(map[string]requirement)
	for _, r := range requirements() {
		if _, twice := suite[r.id]; twice {
			t.Errorf("%s is in the suite twice", r.id)
		}
		if r.run == nil || r.section == "" {
			t.Errorf("%s does nothing, or does not say why", r.id)
		}
		suite[r.id] = r
	}
	for _, want := range readRows(t) {
		got, there := suite[want.id]
		switch {
		case there != want.executable():
			t.Errorf("%s is in the suite: %v, want %v", want.id, there, want.executable())
		case there && got.level != want.level:
			t.Errorf("%s is %s, want %s", want.id, got.level, want.level)
		}
		delete(suite, want.id)
	}
	for id := range suite {
		t.Errorf("%s is no requirement", id)
	}
}

// TestDocument holds that docs/conformance.md has all requirements, with the
// names of their tests.
func TestDocument(t *testing.T) {
	data, err := os.ReadFile("../../../docs/conformance.md")
	if err != nil {
		t.Fatal(err)
	}
	line := regexp.MustCompile(`(?m)^\| ([A-Z]{2}-\d\d) \| (MUST|SHOULD|MAY) \|.*\| (.*) \|$`)
	documented := make(map[string]string)
	for _, m := range line.FindAllStringSubmatch(string(data), -1) {
		documented[m[1]] = m[2] + " " + m[3]
	}
	for _, r := range readRows(t) {
		got := documented[r.id]
		if want := r.level + " " + testName(r.id); r.executable() && got != want || got == "" {
			t.Errorf("docs/conformance.md says of %s %q, want %q", r.id, got, want)
		}
		delete(documented, r.id)
	}
	for id := range documented {
		t.Errorf("docs/conformance.md has %s, which is no requirement", id)
	}
}

// testName is how the document names the test of a requirement.
func testName(id string) string {
	all := requirements()
	i := slices.IndexFunc(all, func(r requirement) bool { return r.id == id })
	if i < 0 {
		return ""
	}
	on := all[i].on
	if on == nil {
		on = []string{wire.JSONRPC, wire.HTTPJSON, wire.GRPC}
	}
	names := make([]string, len(on))
	for i, binding := range on {
		names[i] = "`" + binding + "/" + id + "`"
	}
	return strings.Join(names, ", ")
}
