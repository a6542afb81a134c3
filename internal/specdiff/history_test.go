package specdiff_test

import (
	"encoding/csv"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/a2a-gen/a2a-gen/internal/rules"
	"github.com/a2a-gen/a2a-gen/internal/specdiff"
)

// history is a folder beside the repository with versions of a2a.proto as they
// were published, and manifest.tsv, which says what each changed. Where it is
// not, the fixtures have to do.
const history = "../../../shared/spec"

// manifest returns the lines of the history by their number, in order.
func manifest(t *testing.T) []map[string]string {
	t.Helper()
	f, err := os.Open(filepath.Join(history, "manifest.tsv"))
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("no history beside the repository")
	}
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r := csv.NewReader(f)
	r.Comma, r.LazyQuotes = '\t', true
	rows, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var lines []map[string]string
	for _, row := range rows[1:] {
		line := make(map[string]string)
		for i, key := range rows[0] {
			line[key] = row[i]
		}
		lines = append(lines, line)
	}
	return lines
}

// past compiles a version of the history, of whatever package: the drafts, which
// protoload refuses, under the package that they would have later.
func past(t *testing.T, name string) protoreflect.FileDescriptor {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(history, name))
	if err != nil {
		t.Fatal(err)
	}
	return file(t, name, []byte(strings.Replace(string(text), "package a2a.v1;", "package lf.a2a.v1;", 1)))
}

func compareFiles(t *testing.T, before, after string) *specdiff.Report {
	t.Helper()
	return specdiff.Compare(
		specdiff.Version{File: past(t, before), Rules: rules.Default()},
		specdiff.Version{File: past(t, after), Rules: rules.Default()}, all)
}

// fact is one entry of the manifest: "field ADDED Task.generation (int64 = 7)".
var fact = regexp.MustCompile(`^(field|message|rpc|enum|reserved) ([A-Z]+) ([\w.]+)(?:[ :](?:-> (\w+))?.*)?$`)

// TestHistory holds the report about each version to what the manifest says.
func TestHistory(t *testing.T) {
	var before map[string]string // the version before, or one that differs from it in comments only
	last := 0
	for _, after := range manifest(t) {
		n, err := strconv.Atoi(after["n"])
		if err != nil {
			t.Fatal(err)
		}
		if last+1 != n {
			before = nil
		}
		last = n
		if !there(after["file"]) {
			if !strings.HasPrefix(after["change_vs_previous"], "comments only") {
				before = nil
			}
			continue
		}
		older := before
		before = after
		if older == nil {
			continue
		}
		t.Run(older["n"]+" to "+after["n"], func(t *testing.T) {
			report := compareFiles(t, older["file"], after["file"])
			expect(t, report, strings.Split(after["change_vs_previous"], " | "))
			breaking := len(report.Of(specdiff.Breaking)) > 0 || after["package"] != older["package"]
			if breaking != (after["breaking"] == "yes") {
				t.Errorf("breaking: %v, the manifest says %s", report.Of(specdiff.Breaking), after["breaking"])
			}
		})
	}
}

func there(name string) bool {
	_, err := os.Stat(filepath.Join(history, name))
	return err == nil
}

// expect holds a report to the facts of a manifest.
func expect(t *testing.T, report *specdiff.Report, facts []string) {
	t.Helper()
	for _, text := range facts {
		m := fact.FindStringSubmatch(text)
		if m == nil {
			if strings.HasPrefix(text, "comments only") && len(report.Changes) != 1 {
				t.Errorf("%q, but: %v", text, report.Changes)
			}
			continue
		}
		element, verb, name, renamed := m[1], m[2], m[3], m[4]
		for _, want := range wanted(element, verb, name, renamed) {
			if !slices.ContainsFunc(report.Changes, want.matches) {
				t.Errorf("%q: no change of %s with %q in %v", text, want.name, want.text, report.Changes)
			}
		}
	}
}

// mention is a change that has to be in a report.
type mention struct{ name, text string }

func (m mention) matches(c specdiff.Change) bool {
	return c.Name == m.name && strings.Contains(c.What, m.text)
}

// wanted translates a fact. What the manifest calls a rename is one thing gone
// and one that is new.
func wanted(element, verb, name, renamed string) []mention {
	switch element + " " + verb {
	case "field RENAMED":
		return []mention{{name, "removed"}} // where the type is the same, the same change names the new field
	case "message RENAMED", "rpc RENAMED":
		return []mention{{name, "removed"}, {renamed, "added"}}
	case "field RENUMBERED":
		return []mention{{name, "number "}}
	case "field TYPE":
		return nil // always with a rename, which is no pair to us
	case "field REQUIRED":
		return []mention{{name, "required"}}
	case "rpc REQUEST":
		return []mention{{name, " is now "}}
	case "rpc ROUTE":
		return []mention{{name, "route "}}
	case "reserved REMOVED":
		return []mention{{name, "reserved numbers"}}
	case "field JSONNAME":
		return []mention{{name, "JSON member"}}
	}
	return []mention{{name, strings.ToLower(verb)}}
}

// TestProposals holds the reports about the proposals to the lists beside them.
func TestProposals(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(history, "F*.txt"))
	if err != nil {
		t.Fatal(err)
	}
	lines := manifest(t)
	for _, name := range files {
		proposal := strings.TrimSuffix(filepath.Base(name), ".txt")
		t.Run(proposal, func(t *testing.T) {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			report := compareFiles(t, lines[len(lines)-1]["file"], proposal+".proto")
			expect(t, report, strings.Split(strings.TrimSpace(string(text)), "\n"))
			if n := len(report.Of(specdiff.Breaking)); n > 0 {
				t.Errorf("%d breaking changes: %v", n, report.Of(specdiff.Breaking))
			}
		})
	}
}

// The server takes POST for SubscribeToTask before the proto says so.
func TestProposedRoute(t *testing.T) {
	lines := manifest(t)
	report := compareFiles(t, lines[len(lines)-1]["file"], "F02-20260528-ac5b9bcf.proto")
	i := slices.IndexFunc(report.Changes, func(c specdiff.Change) bool { return c.Name == "SubscribeToTask" })
	if i < 0 || report.Changes[i].Kind != specdiff.Neutral || report.Changes[i].Agent != "Your server already accepts it." {
		t.Errorf("changes: %v", report.Changes)
	}
}
